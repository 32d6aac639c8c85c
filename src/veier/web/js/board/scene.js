// @ts-check
/** The drawing of one board: layers, lowest first, and what is redrawn when something changes. */

import { draw, group, translate } from "./svg.js";
import { distance, hexagon, number } from "./geometry.js";
import { reconcile } from "./reconcile.js";
import * as marks from "./marks.js";
import { moveBetween, rotate, swing } from "./motion.js";
import * as pieces from "./pieces.js";
import { placesOf } from "./squares.js";
import { drawSurface, pictureBox } from "./surface.js";

/** @typedef {import("./selection.js").MoveSelection} MoveSelection */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** @typedef {import("./types.js").View} View */

/**
 * What square vision shows: squares, and the cell asked about.
 *
 * @typedef {{squares: SeenSquare[], cell: string | null}} Vision
 */

const LAYERS = /** @type {const} */ ([
  "surface",
  "light",
  "plates",
  "targets",
  "ghosts",
  "rows",
  "lines",
  "stones",
  "ghost-stones",
  "rings",
  "made",
  "drawings",
  "cursor",
  "cells",
  "handles",
]);

/** The parts of a view that are drawn as a position. @type {(keyof View)[]} */
const DRAWN = ["game", "cells", "plates", "stones", "last", "rows", "squares", "why"];

export class Scene {
  /** @type {SVGElement} */
  svg;
  /** The middle of each cell. @type {Map<string, Point>} */
  places = new Map();
  /** @type {Map<string, SVGElement>} */
  #layers = new Map();
  /** @type {View | null} */
  #view = null;
  /** @type {Option | null} */
  #ghost = null;
  /** What the surface was drawn for. */
  #surface = "";
  #picture = false;
  #cells = "";

  constructor() {
    this.svg = draw("svg", { class: "veier-drawing" });
    for (const name of LAYERS) {
      const layer = group({ class: `layer-${name}`, aria_hidden: name === "cells" ? null : "true" }, []);
      this.#layers.set(name, layer);
      this.svg.append(layer);
    }
  }

  /** Draw a position; from one to the next, pieces move. @param {View} view @param {boolean} picture */
  show(view, picture) {
    const before = this.#view;
    this.#view = view;
    // The same position, whose moves have become known: what is drawn and moves stays.
    if (before && this.#picture === picture && DRAWN.every((part) => before[part] === view[part])) return false;
    this.#picture = picture;
    this.places = placesOf(view);
    const surface = `${view.game} ${picture}`;
    if (surface !== this.#surface) {
      this.#surface = surface;
      this.svg.setAttribute("viewBox", pictureBox(view, picture));
      this.#fill("surface", [drawSurface(view, picture)]);
    }
    const corners = marks.madeCorners(view);
    const fresh = corners.size > 0 && before !== null && before.why === null;
    this.#fill("plates", pieces.drawPlates(view));
    this.#fill("rows", [...marks.drawLast(view, this.places), ...marks.drawRows(view, this.places)]);
    const stones = view.stones.filter(({ cell }) => !corners.has(cell));
    this.#fill("stones", pieces.drawStones(view, stones, this.places));
    this.#fill("made", [marks.drawMade(view, this.places, fresh)]);
    if (before) moveBetween(before, view, this.svg);
    return fresh;
  }

  /** Draw what is in hand and the ghost; `sent` when the move is on its way and needs no handles any more.
   * @param {MoveSelection | null} selection @param {boolean} sent */
  showSelection(selection, sent) {
    const view = this.#view;
    if (!view) return;
    const option = selection?.considered ?? null;
    const lifted = selection?.lifted ?? null;
    const field = option && view.fields.find((candidate) => candidate.name === selection?.targetOf(option));
    const middle = field ? /** @type {Point} */ ([field.x, field.y]) : undefined;
    const shape = option && pieces.plateOf(view, option, lifted, this.places, middle);
    const visible = option?.stones.length ? option : null;
    this.#markHeld(visible ? lifted : null);
    const picked = lifted && !visible ? pieces.drawPicked(lifted) : null;
    this.#fill("ghosts", [visible ? pieces.drawGhost(view, visible, shape, this.places) : picked]);
    const stones = visible?.stones.map(([cell, colour]) => ({ cell, colour })) ?? [];
    this.#fill("ghost-stones", pieces.drawStones(view, stones, this.places, "ghost-stone"));
    this.#fill("targets", option || !selection || sent ? [] : this.#targets(view, selection));
    this.#fill("handles", sent || !selection ? [] : this.#handles(selection, shape, visible));
    this.svg.classList.toggle("sent", sent);
    if (visible) this.#moveGhost(this.#ghost, visible, middle);
    this.#ghost = visible;
  }

  /** @param {Vision} vision */
  showVision({ squares, cell }) {
    const view = this.#view;
    if (!view) return;
    const [places, rows] = [this.places, view.surface === "hexagon"];
    const taken = new Set(view.stones.map((stone) => stone.cell));
    const asked = cell === null ? undefined : places.get(cell);
    this.#fill("light", rows ? [] : squares.flatMap((square) => marks.drawLight(square, places)));
    const lines = (/** @type {SeenSquare} */ square) =>
      rows
        ? marks.drawRow(square.colour, square.cells, !square.missing.length, places)
        : marks.drawSides(square, places);
    this.#fill("lines", squares.map(lines));
    this.#fill("rings", [
      ...(rows ? [] : squares.flatMap((square) => marks.drawRings(square, places))),
      ...squares.flatMap((square) => marks.drawMissing(square, taken, places)),
      asked ? marks.drawAsked(asked) : null,
    ]);
  }

  /** Draw the keyboard's cursor. @param {string | null} cell */
  showCursor(cell) {
    const at = cell === null ? undefined : this.places.get(cell);
    if (!at) return this.#fill("cursor", []);
    const place = translate(...at);
    const shape = { x: -18.5, y: -18.5, width: 37, height: 37, rx: 8 };
    const lines = ["cursor-case", "cursor-line"].map((name) => draw("rect", { class: name, ...shape }));
    this.#fill("cursor", [group({ transform: place }, lines)]);
  }

  /** Draw what somebody has put on the board: cells, arrows, squares. @param {readonly marks.Drawing[]} drawings */
  showDrawings(drawings) {
    const known = drawings.filter(({ cells }) => cells.every((cell) => this.places.has(cell)));
    this.#fill(
      "drawings",
      known.map((drawing) => marks.drawDrawing(drawing, this.places)),
    );
  }

  /** Lay the cells over everything, row by row, for pointers, keys and screen readers.
   * @param {(cell: string) => string} label */
  showCells(label) {
    const view = this.#view;
    if (!view) return;
    if (this.#cells === view.game) {
      // The cells stay, because one of them may have the focus.
      for (const cell of this.svg.querySelectorAll(".cell")) {
        const told = label(cell.getAttribute("data-cell") ?? "");
        if (cell.getAttribute("aria-label") !== told) cell.setAttribute("aria-label", told);
      }
      return;
    }
    this.#cells = view.game;
    /** @type {Map<string, SVGElement>} */
    const rows = new Map();
    for (const cell of [...view.cells].sort((a, b) => a.y - b.y || a.x - b.x)) {
      const row = rows.get(number(cell.y)) ?? draw("g", { role: "row" });
      rows.set(number(cell.y), row);
      row.append(this.#cell(view, cell.name, [cell.x, cell.y], label(cell.name)));
    }
    this.#fill("cells", [...rows.values()]);
  }

  /** @param {string} name @returns {SVGElement | null} */
  cell(name) {
    return this.svg.querySelector(`.cell[data-cell="${name}"]`);
  }

  /** The cell nearest to the middle of the board. */
  get middleCell() {
    const cells = [...this.places];
    const middle = boxMiddle(cells.map(([, at]) => at));
    return cells.sort(([, a], [, b]) => distance(a, middle) - distance(b, middle))[0]?.[0] ?? "";
  }

  /** The cell under a point of the screen. @param {number} x @param {number} y */
  cellAt(x, y) {
    const matrix = /** @type {SVGGraphicsElement} */ (this.svg).getScreenCTM();
    if (!matrix || !this.#view) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const hexagonal = this.#view.surface === "hexagon";
    for (const cell of this.#view.cells) {
      const [dx, dy] = [Math.abs(cell.x - point.x), Math.abs(cell.y - point.y)];
      if (hexagonal ? dy < 19.05 && dx * 0.866 + dy * 0.5 < 19.05 : dx <= 20 && dy <= 20) return cell.name;
    }
    return null;
  }

  /** @param {View} view @param {string} name @param {Point} at @param {string} label */
  #cell(view, name, [x, y], label) {
    const common = { class: "cell", role: "gridcell", tabindex: -1, data_cell: name, aria_label: label };
    if (view.surface === "hexagon") {
      return draw("polygon", { ...common, points: hexagon(22), transform: translate(x, y) });
    }
    return draw("rect", { ...common, x: x - 20, y: y - 20, width: 40, height: 40 });
  }

  /** @param {View} view @param {MoveSelection} selection */
  #targets(view, selection) {
    const targets = selection.piece === null ? [] : selection.targets;
    // Where nearly everything is allowed, marking it would only be noise.
    if (targets.length > (view.cells.length - view.stones.length) / (view.fields.length ? 4 : 2)) return [];
    const fields = new Map(view.fields.map((field) => [field.name, /** @type {Point} */ ([field.x, field.y])]));
    return targets.map((name) => {
      const at = fields.get(name) ?? this.places.get(name);
      return at ? pieces.drawTarget(view, at) : null;
    });
  }

  /** @param {MoveSelection} selection @param {pieces.PlateShape | null} shape @param {Option | null} option */
  #handles(selection, shape, option) {
    const layable = selection.pinned && option !== null && !option.reason;
    const can = { turnable: selection.turnable, swappable: selection.swapped !== null, layable };
    const points = option?.stones.map(([cell]) => /** @type {Point} */ (this.places.get(cell))) ?? [];
    const plate = shape ?? (points.length ? null : selection.lifted);
    const around = plate ? pieces.turnableOf(plate) : points.length ? bareShape(points) : null;
    if (!around) return [];
    return [pieces.drawHandles(around, can), option?.reason ? pieces.drawRefusal(around) : null];
  }

  /** @param {import("./types.js").Plate | null} lifted */
  #markHeld(lifted) {
    for (const drawn of this.svg.querySelectorAll(".held")) drawn.classList.remove("held");
    if (!lifted) return;
    this.svg.querySelector(`.plate[data-cells="${lifted.cells.join(" ")}"]`)?.classList.add("held");
    for (const cell of lifted.cells) this.svg.querySelector(`.stone[data-cell="${cell}"]`)?.classList.add("held");
  }

  /** Let the ghost turn or glide from where it was. @param {Option | null} before @param {Option} after
   * @param {Point | undefined} field */
  #moveGhost(before, after, field) {
    if (!before || before === after || before.piece !== after.piece) return;
    const points = (/** @type {Option} */ option) =>
      option.stones.map(([cell]) => /** @type {Point} */ (this.places.get(cell)));
    const [old, now] = [points(before), points(after)];
    const drawn = this.svg.querySelectorAll(".ghost-stone > .piece");
    const ghost = this.svg.querySelector(".ghost > .piece");
    const [own] = now;
    if (!own || !old[0]) return;
    const same = field ? Math.hypot(old[0][0] - field[0], old[0][1] - field[1]) < 40 : samePoint(old[0], own);
    const swapped = old[1] !== undefined && samePoint(old[1], own);
    if (!same && !swapped) return;
    const middle = field ?? (swapped ? boxMiddle(now) : own);
    drawn.forEach((stone, k) => swing(stone, old[k] ?? own, now[k] ?? own, middle));
    if (field && ghost) rotate(ghost, turnBetween(field, old[0], own));
  }

  /** @param {(typeof LAYERS)[number]} name @param {ReadonlyArray<Node | null>} children */
  #fill(name, children) {
    const layer = this.#layers.get(name);
    if (layer) {
      reconcile(
        layer,
        children.filter((child) => child !== null),
      );
    }
  }
}

/** @param {Point} a @param {Point} b */
function samePoint(a, b) {
  return a[0] === b[0] && a[1] === b[1];
}

/** @param {readonly Point[]} points @returns {Point} */
function boxMiddle(points) {
  const count = Math.max(1, points.length);
  return [points.reduce((sum, at) => sum + at[0], 0) / count, points.reduce((sum, at) => sum + at[1], 0) / count];
}

/** Stones without a plate. @param {readonly Point[]} points @returns {pieces.Turnable} */
function bareShape(points) {
  const [x, y] = boxMiddle(points);
  if (points.length === 1) return { layout: "stone", x, y };
  return { layout: Math.abs(Number(points[0]?.[0]) - x) < 1 ? "upright" : "level", x, y };
}

/** Where a plate comes from that now lies turned, in degrees. @param {Point} middle @param {Point} from
 * @param {Point} to */
function turnBetween(middle, from, to) {
  const angle = (/** @type {Point} */ at) => (Math.atan2(at[1] - middle[1], at[0] - middle[0]) * 180) / Math.PI;
  const degrees = angle(from) - angle(to);
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
