// @ts-check
/**
 * The shapes of what a board draws: the server's Board, which holds a View as the Python class `View` describes it.
 *
 * Lengths are those of one cell = 40; x grows to the right and y downwards.
 *
 * @typedef {"red" | "brown" | "blue"} Colour
 * @typedef {"fields" | "grid" | "paper" | "hexagon"} Surface
 * @typedef {readonly [number, number]} Point
 *
 * @typedef {{key: string, params: {[name: string]: Param}}} Message
 * @typedef {string | number | Message | Array<string | number | Message>} Param
 * @typedef {(message: Message) => string} Localize
 *
 * @typedef {{name: string, x: number, y: number}} Cell
 * @typedef {{name: string, x: number, y: number}} Field
 * @typedef {{text: string, x: number, y: number, kind: "cell" | "field"}} Label
 * @typedef {{cell: string, x: number, y: number, colour: Colour}} Stone
 * @typedef {{kind: "tile" | "domino", owner: Colour, x: number, y: number, cells: string[], turned: boolean,
 *   marked: boolean}} Plate
 * @typedef {{piece: string, kind: "tile" | "domino" | "stone", left: number, total: number,
 *   stones: Array<[number, number, Colour]>, marked: boolean}} Slot
 * @typedef {{seat: number, colour: Colour, slots: Slot[], score: number, aside: number}} Tray
 * @typedef {{kind: "made" | "threat", colour: Colour, corners: string[], step: [number, number],
 *   missing: string | null}} SquareMark
 * @typedef {{colour: Colour, cells: string[], fresh: boolean, missing: string | null}} RowMark
 * @typedef {{text: string, kind: "place" | "slide" | "turn" | "move" | "pass", piece: string,
 *   stones: Array<[string, Colour]>}} Choice
 * @typedef {{game: string, title: string, surface: Surface, frame: Point[], cells: Cell[], fields: Field[],
 *   labels: Label[], plates: Plate[], stones: Stone[], trays: Tray[], colours: Colour[], mover: number, phase: number,
 *   winner: number | null, why: string | null, last: string[], squares: SquareMark[], rows: RowMark[],
 *   choices: Choice[]}} View
 *
 * @typedef {{text: string, piece: string, stones: Array<[string, Colour]>, reason: Message}} Refused
 * @typedef {{seat: number, cells: string[], missing: string, step: [number, number] | null, moves: string[]}} Threat
 * @typedef {[seat: number, cells: string[], missing: string[]]} LiveSquare
 * @typedef {{view: View, turn: Message, task: Message, refused: Refused[], gives: string[], threats?: Threat[] | null,
 *   squares?: LiveSquare[] | null, reopened?: Array<[seat: number, cells: string[]]>, closed?: string[] | null,
 *   over: boolean, position?: string, told?: Message | null}} Board
 *
 * A move as a board offers it: `reason` is set when the rules forbid it, `gives` when it lets an opponent complete a
 * square.
 * @typedef {{text: string, piece: string, stones: Array<[string, Colour]>, reason: Message | null,
 *   gives: boolean}} Option
 *
 * A square to show: `missing` are the corners without a stone of its colour; `state` is what the move that is being
 * considered does with it: "made" it is complete, "near" it lacks one stone, "far" more, "gone" it is taken away.
 * @typedef {{seat: number, colour: Colour, cells: string[], missing: string[], step: [number, number],
 *   state: "made" | "near" | "far" | "gone"}} SeenSquare
 *
 * A square that square vision speaks of: it forbids a move, wins (or in hex rows scores), gives an opponent the game,
 * is an own threat or another player's, or is taken away.
 * @typedef {SeenSquare & {role: "forbids" | "wins" | "gives" | "own" | "theirs" | "gone"}} SpokenSquare
 */
export {};
