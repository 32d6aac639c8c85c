// @ts-check
/**
 * A tree of moves with comments and marks, and the place in it that is looked at. The first of the moves that follow a
 * position goes on with its line, the others are variations. It knows no rules.
 */

/** @typedef {{move: string, comment: string, mark: string, next: Node[]}} Node */
/** A move of a record, whose variations are lines that replace it.
 * @typedef {{move: string, mark?: string, comment?: string, variations?: RecordMove[][]}} RecordMove */
/** A tree as it is kept. @typedef {{moves: RecordMove[], comment?: string, path?: number[]}} Kept */

/** Marks of moves, as records have them. */
export const MARKS = ["", "!", "?", "!!", "??", "!?", "?!"];
/** What records can hold. */
const MOST_MOVES = 2000;
const DEEPEST = 100;
const MOST_UNDONE = 100;

/** @param {string} move @returns {Node} */
function node(move) {
  return { move, comment: "", mark: "", next: [] };
}

export class VariationTree {
  /** What was there before each change. @type {string[]} */
  #before = [];
  /** The move whose comment is being typed. @type {Node | null} */
  #typing = null;

  /**
   * @param {Node} [root] what follows the first position; its comment is on the whole
   * @param {number[]} [path] which move was chosen at each ply
   */
  constructor(root = node(""), path = []) {
    this.root = root;
    /** The moves up to the place that is looked at, by their indices. @type {number[]} */
    this.path = path;
    if (!this.nodes) this.path = [];
  }

  /** @param {string[]} moves */
  static ofMoves(moves) {
    const tree = new VariationTree();
    for (const move of moves) tree.play(move);
    tree.#before = [];
    return tree;
  }

  /** @param {Kept} kept the moves of a record, a comment on the whole, and where one looks */
  static ofRecord({ moves, comment = "", path = [] }) {
    return new VariationTree({ ...node(""), comment, next: following(moves) }, path);
  }

  /** Where one looks, from the root on; null where the path leads nowhere. */
  get nodes() {
    const nodes = [this.root];
    for (const index of this.path) {
      const next = nodes[nodes.length - 1].next[index];
      if (!next) return null;
      nodes.push(next);
    }
    return nodes;
  }

  /** The move that led here, or the root. @returns {Node} */
  get here() {
    const nodes = /** @type {Node[]} */ (this.nodes);
    return nodes[nodes.length - 1];
  }

  /** The number of moves that led here. */
  get ply() {
    return this.path.length;
  }

  /** The moves that led here and those that follow on this line. */
  get line() {
    const nodes = /** @type {Node[]} */ (this.nodes).slice(1);
    for (let last = this.here.next[0]; last; last = last.next[0]) nodes.push(last);
    return nodes.map(({ move }) => move);
  }

  /** Go to a ply of the line. @param {number} ply */
  go(ply) {
    while (this.path.length < ply && this.here.next.length) this.path = [...this.path, 0];
    this.path = this.path.slice(0, ply);
  }

  /** Go to the next variation of the move that led here, or to the one before. @param {number} by */
  switchTo(by) {
    const parent = this.path.slice(0, -1);
    const count = at(this.root, parent).next.length;
    const index = this.path[this.path.length - 1] + by;
    if (!this.path.length || index < 0 || index >= count) return false;
    this.path = [...parent, index];
    return true;
  }

  /**
   * Make a move from here: one that is there already, or a new variation; false if there are too many.
   * @param {string} move
   */
  play(move) {
    const { next } = this.here;
    let index = next.findIndex((one) => one.move === move);
    if (index < 0) {
      if (this.count >= MOST_MOVES || this.path.filter((one) => one > 0).length >= DEEPEST) return false;
      this.#keep();
      index = next.push(node(move)) - 1;
    }
    this.path = [...this.path, index];
    return true;
  }

  /** Make several moves from here. @param {string[]} moves */
  playAll(moves) {
    return moves.every((move) => this.play(move));
  }

  /** Remove the move that led here with all that follows it. */
  remove() {
    if (!this.path.length) return;
    this.#keep();
    const parent = this.path.slice(0, -1);
    at(this.root, parent).next.splice(this.path[this.path.length - 1], 1);
    this.path = parent;
  }

  /** Whether the move that led here could be the main one of its position. */
  get promotable() {
    return this.path.some((index) => index > 0);
  }

  /** Make the innermost variation one looks at the main line of its position. */
  promote() {
    let ply = this.path.length - 1;
    while (ply >= 0 && this.path[ply] === 0) ply--;
    if (ply < 0) return;
    this.#keep();
    const { next } = at(this.root, this.path.slice(0, ply));
    next.unshift(...next.splice(this.path[ply], 1));
    this.path = [...this.path.slice(0, ply), 0, ...this.path.slice(ply + 1)];
  }

  /** Comment on the move that led here, or mark it. @param {{comment?: string, mark?: string}} noted */
  annotate(noted) {
    const { here } = this;
    if (Object.entries(noted).every(([name, value]) => here[/** @type {"comment"} */ (name)] === value)) return;
    // What is typed in one go is taken back in one go.
    if (!("comment" in noted) || this.#typing !== here) this.#keep();
    this.#typing = "comment" in noted ? here : null;
    Object.assign(here, noted);
  }

  get undoable() {
    return this.#before.length > 0;
  }

  /** Take back the last change of the tree. */
  undo() {
    const before = this.#before.pop();
    if (!before) return;
    const { root, path } = VariationTree.ofRecord(JSON.parse(before));
    Object.assign(this, { root, path });
  }

  /** The number of moves in all variations. */
  get count() {
    let count = -1;
    const waiting = [this.root];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      count++;
      waiting.push(...one.next);
    }
    return count;
  }

  /** Whether there is more than one line of bare moves. */
  get isPlain() {
    for (let one = this.root; ; one = one.next[0]) {
      if (one.comment || one.mark || one.next.length > 1) return false;
      if (!one.next.length) return true;
    }
  }

  /** The tree as the moves of a record. */
  toRecord() {
    return line(this.root);
  }

  /** @returns {Kept} */
  toJSON() {
    return { moves: this.toRecord(), comment: this.root.comment, path: this.path };
  }

  #keep() {
    this.#typing = null;
    this.#before.push(JSON.stringify(this));
    if (this.#before.length > MOST_UNDONE) this.#before.shift();
  }
}

/** @param {Node} root @param {number[]} path */
function at(root, path) {
  return path.reduce((one, index) => one.next[index], root);
}

/**
 * The line that follows a position, its first move with the variations.
 * @param {Node} before
 * @returns {RecordMove[]}
 */
function line(before) {
  const moves = [];
  for (let { next } = before; next.length; { next } = next[0]) {
    const [main, ...others] = next;
    moves.push({
      ...said(main),
      ...(others.length ? { variations: others.map((one) => [said(one), ...line(one)]) } : {}),
    });
  }
  return moves;
}

/** @param {Node} one @returns {RecordMove} */
function said({ move, mark, comment }) {
  return { move, ...(mark ? { mark } : {}), ...(comment ? { comment } : {}) };
}

/** What follows a position, of a line of a record. @param {RecordMove[]} moves @returns {Node[]} */
function following([first, ...rest]) {
  if (!first) return [];
  const main = { move: first.move, comment: first.comment ?? "", mark: first.mark ?? "", next: following(rest) };
  return [main, ...(first.variations ?? []).flatMap((variation) => following(variation))];
}
