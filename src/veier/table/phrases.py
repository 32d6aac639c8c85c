"""Set phrases: all that players can say to each other. Only the key travels, so that each reads their own language."""

from __future__ import annotations

from typing import Literal

Phrase = Literal["good_luck", "nice_move", "oops", "close", "one_moment", "thanks", "well_played", "bye"]
