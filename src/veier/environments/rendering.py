"""Positions as environments render them: text, a picture as an array, SVG."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.messages import message
from veier.view.png import to_png

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]
_WIDTH = 480


def render(position: Position, mode: str | None) -> Any:
    """Return a position as text ("ansi"), an array of pixels ("rgb_array") or SVG; print it as text for "human"."""
    match mode:
        case "ansi":
            return str(position)
        case "human":
            print(position)
            return None
        case "svg":
            return position.svg(width=_WIDTH, trays=True)
        case "rgb_array":
            return pixels(position)
    return None


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise VeierError(message("environments.render_mode", mode=mode, known=", ".join(RENDER_MODES)))


def pixels(position: Position) -> NDArray[np.uint8]:
    """Return a picture of a position, [row, column, colour]."""
    from PIL import Image

    picture = to_png(position.view(), width=_WIDTH, trays=True, background="white")
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"), np.uint8)
