// @ts-check
/** Texts for screen readers: cells, ghosts and squares as messages of the catalogue. */

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Param} Param */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */

/** @param {string} key @param {{[name: string]: Param}} [params] @returns {Message} */
export function message(key, params = {}) {
  return { key, params };
}

const COLOURS = {
  red: message("colour.red"),
  brown: message("colour.brown"),
  blue: message("colour.blue"),
};

/** A player's colour as a word. @param {Colour} colour */
export function colourWord(colour) {
  return COLOURS[colour];
}

/** What stands on a cell. @param {string} cell @param {Colour | undefined} colour */
export function describeCell(cell, colour) {
  return colour
    ? message("web.board.cell_stone", { cell, colour: colourWord(colour) })
    : message("web.board.cell_free", { cell });
}

/** What a ghost would do, in the order of importance; `rows` where they count, not squares. @param {Option} option
 * @param {readonly SeenSquare[]} squares @returns {Message[]} */
export function describeGhost(option, squares, rows = false) {
  if (!option.stones.length) return [message("task.pass")];
  const stones = option.stones.map(([cell, colour]) => message("told.stone", { colour: colourWord(colour), cell }));
  const messages = [message("web.board.ghost", { stones })];
  if (option.reason) messages.push(message("web.board.refused", { reason: option.reason }));
  for (const square of squares) {
    const colour = colourWord(square.colour);
    const cells = square.cells.join(" ");
    if (square.state === "made" && rows) messages.push(message("web.board.scores", { colour, cells }));
    else if (square.state === "made" && !option.reason) messages.push(message("web.board.makes", { colour, cells }));
    if (square.state === "near") messages.push(describeMissing(square));
    if (square.state === "gone") messages.push(message("web.board.takes", { colour, cells }));
  }
  return messages.slice(0, 4);
}

/** @param {SeenSquare} square */
export function describeMissing(square) {
  const [cell = ""] = square.missing;
  return message("web.board.lacks", { colour: colourWord(square.colour), cell, cells: square.cells.join(" ") });
}

/** Which piece is in hand: one from the tray, or one that lies on the board. @param {string} piece
 * @param {boolean} lifted */
export function describeHeld(piece, lifted) {
  return lifted ? message("web.board.held_there", { place: piece }) : message("web.board.held_tile", { piece });
}

/** Why the piece in hand cannot go to a cell: the cell or its field is taken, or there is no room beside it.
 * @param {import("./selection.js").MoveSelection} selection @param {string} cell */
export function describeBarred(selection, cell) {
  const place = selection.placeOf(cell);
  return message(selection.isTaken(cell) ? "web.board.taken" : "web.board.no_room", { place });
}

/** The board's label, which says how it is used. */
export function boardLabel() {
  return message("web.board.label");
}
