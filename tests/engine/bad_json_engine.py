"""An engine with JSON lines that goes wrong in the way its first argument says, once it is asked to search."""

from __future__ import annotations

import json
import sys
import time

kind = sys.argv[1]
for line in sys.stdin:
    asked = json.loads(line)
    if "action" in asked:
        print(json.dumps({**asked, "version": "bad"}), flush=True)
        continue
    if kind == "crash":
        sys.exit("out of luck")
    if kind == "hang":
        time.sleep(600)
    root = {"nodes": 1, "seconds": 0.1}
    move = {"move": "a1a1", "chances": [1, 0], "draw": 0, "proven": None, "pv": [], "nodes": 1}
    said = {
        "garbage": "not JSON",
        "list": "[]",
        "illegal": json.dumps({"id": asked["id"], "isDuringSearch": False, "rootInfo": root, "moveInfos": [move]}),
        "incomplete": json.dumps({"id": asked["id"], "isDuringSearch": False}),
        "error": json.dumps({"id": asked["id"], "error": "no such game"}),
    }
    print(said[kind], flush=True)
