"""A UGI engine that goes wrong in the way its first argument says; sound until a given move of each game."""

from __future__ import annotations

import sys
import time

kind = sys.argv[1]
searches = 0

if kind == "mute":
    time.sleep(600)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name bad", "option name Game type string default 4eyes", "ugiok", sep="\n", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "quit":
        break
    elif words[0] == "go":
        searches += 1
        if kind == "crash":
            sys.exit("out of luck")
        if kind == "hang":
            time.sleep(600)
        if kind == "flood":
            while True:
                print("info string still thinking", flush=True)
        if kind == "endless_line":
            while True:
                print("x" * 10_000, end="", flush=True)
        print("bestmove", {"illegal": "a1a1", "nonsense": "\x1b[31mqwerty", "empty": ""}[kind], flush=True)
