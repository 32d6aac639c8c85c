// @ts-check
/**
 * The shapes that travel between server and page, for the type checker only.
 *
 * @typedef {import("./i18n.js").Message} Message
 * @typedef {"red" | "brown" | "blue"} Colour
 * @typedef {{name: string, low: number, high: number, default: number, assumed: boolean,
 *   reading: Message | null, usual: number}} Option
 * @typedef {{id: string, name: string, title: Message, group: {id: string, title: Message}, what: Message,
 *   players: number, minutes: number | null, ages: string | null, author: string, year: number | null,
 *   credits: Message[], levels: number, solved: boolean, options: Option[], assumptions: Message[],
 *   colours: Colour[], view: any}} Game
 * @typedef {{kind: string, name: string | null, level: number | null, bot: boolean, present: boolean,
 *   mine: boolean, thinking: boolean}} Seat
 * @typedef {{name: string, games: string[], free: boolean}} Bot
 * @typedef {{seat: number, cells: string[], missing: string, step: [number, number], moves: string[]}} Threat
 * @typedef {{seat: number, cells: string[], points: number, why: Message | null}} Row
 * @typedef {{view: any, turn: Message, task: Message | null, refused: any[], gives: string[],
 *   threats?: Threat[] | null, squares?: any, reopened?: any[], closed?: string[] | null, rows?: Row[] | null,
 *   position: string, over: boolean,
 *   told?: Message | null}} Board
 * @typedef {{text: string, seat: number, told: Message}} Played
 * @typedef {{what: string, by: number, answers: Record<string, boolean> | any[]}} Offer
 * @typedef {{shares: (number | string)[], winner: number | null, why: string, told: Message}} Result
 * @typedef {{id: string, version: number, hash: string,
 *   game: {id: string, title: Message, players: number, colours: Colour[]}, seats: Seat[], mine: number[],
 *   watchers: number, board: Board, moves: Played[], clocks: {remaining: number[], running: number | null} | null,
 *   offers: Offer[],
 *   swapable: boolean, aids: boolean, result: Result | null, rematch: string | null, setup: any}} State
 * @typedef {{table: string, players: number[], result: string[] | null}} Pairing
 * @typedef {{began: number, pairings: Pairing[], free: number[]}} Round
 * @typedef {{player: number, place: number, points: string, opponents: string, beaten: string, games: number,
 *   wins: number}} Standing
 * @typedef {{id: string, game: {id: string, title: Message, players: number, colours: Colour[]}, system: string,
 *   planned: number, minutes: number, over: boolean,
 *   players: {name: string, away: boolean, arrived: boolean}[], rounds: Round[], standings: Standing[],
 *   organiser: boolean, mine: number[], now: number}} Tournament
 */
export {};
