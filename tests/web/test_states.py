"""What a page makes of the changes that it is sent: the same board as it would get as a whole."""

from __future__ import annotations

from collections.abc import Callable

import veier
from web.visiting import BOARD, Visitor

Visit = Callable[..., Visitor]

# Gives commands, and after each compares the page's board with the one that the server shows a new visitor.
_PLAY = f"""async ([table, commands]) => {{
  const path = `/api/v1/tables/${{table}}`, headers = {{"Content-Type": "application/json"}};
  const board = document.querySelector("{BOARD}");
  const sorted = (value) => Array.isArray(value) ? value.map(sorted) : value === null || typeof value !== "object"
    ? value : Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
  let whole = await (await fetch(path)).json();
  for (const given of commands) {{
    const {{choices}} = whole.board.view;
    const move = {{kind: "move", text: choices[Math.floor(Math.random() * choices.length)]?.text}};
    const body = JSON.stringify({{id: crypto.randomUUID(), version: whole.version, command: given ?? move}});
    const answer = await fetch(`${{path}}/commands`, {{method: "POST", headers, body}});
    if (!answer.ok) return `${{body}}: ${{await answer.text()}}`;
    whole = await (await fetch(path)).json();
    const expected = JSON.stringify(sorted(whole.board));
    const end = performance.now() + 20000;
    while (JSON.stringify(sorted(board.board)) !== expected) {{
      if (performance.now() > end) return [body, expected, JSON.stringify(sorted(board.board))].join("\\n");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }}
    if (whole.result) break;
  }}
  return "";
}}"""


def test_the_board_of_a_page_is_that_of_the_server_after_every_change(visit: Visit) -> None:
    player = visit()
    for name in ("4eyes", "4eyes-plus-3p-7x7", "4eyes-pencil-2p-7x7", "hexrows"):
        game = veier.game(name)
        two = game.players == 2
        seats = [{"kind": "me"}, *[{"kind": "device"}] * (game.players - 1)]
        table = player.open_table(game.id, *seats, swap=two)
        begun = [None, {"kind": "swap", "take": True}] if two else [None]
        back = {"kind": "offer", "what": "takeback"}
        assert player.page.evaluate(_PLAY, [table, [*begun, *[None] * 4, back, *[None] * 3, {"kind": "resign"}]]) == ""
