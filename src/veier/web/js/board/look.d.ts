/** The module that the server makes of `view/shapes.py` and `view/definitions.py`; see `view/browser.py`. */
import type { Surface } from "./types.js";

type Face = { x: number; y: number; width: number; height: number; rx: number };

/** The content of the sprite, as SVG. */
export const DEFINITIONS: string;
/** Shapes by the names of their Python functions, as SVG with placeholders in braces. */
export const SHAPES: Record<string, string>;
/** Lengths in the units of a View, where a cell is 40. */
export const SIZES: {
  /** Half the height of capitals, as a share of the font's size. */
  arrowHead: number;
  capitals: number;
  hexagonMargin: number;
  hexagonRadius: number;
  hexagonStoneScale: number;
  cornerRadius: Record<Surface, number>;
  veilMargin: number;
  veilRadius: number;
  faces: Record<"tile" | "domino" | "domino-upright", Face>;
  lastMargin: number;
  lineStop: number;
  rowMargin: number;
  /** By the number of colours that lack the same cell: how far apart their discs lie, and their scale. */
  stepNumber: number;
  labels: Record<"cell" | "field", number>;
};
