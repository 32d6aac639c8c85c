// @ts-check
/**
 * Two versions of a chapter that were made from the same one at the same time, put together so that nothing is lost:
 * what only one of both has changed is taken from there; of comments that both have changed, both are kept, one below the
 * other; of marks and titles mine stays; and the page asks. Moves that one has removed stay if the other has written below them.
 */

import { drawingsOf, withDrawings, wordsOf, written } from "./drawings.js";
import { VariationTree } from "./variation-tree.js";

/** @typedef {import("./variation-tree.js").Node} Node */
/** @typedef {import("./variation-tree.js").RecordMove} RecordMove */
/** A record as the server exchanges it.
 * @typedef {{game: string, position: string | null, comment: string, tags: Record<string, string>,
 *   moves: RecordMove[], result?: string[] | null, termination?: string | null} & Record<string, any>} RecordData */
/** What both have changed: a comment or a mark after some moves, or a tag, named by `where`.
 * @typedef {{what: "comment" | "mark" | "tag", where: string, mine: string, theirs: string}} Both */

/** Texts are put below each other. */
export const APART = "\n\n";

/**
 * @param {RecordData} base what both began with
 * @param {RecordData} mine
 * @param {RecordData} theirs
 * @returns {{record: RecordData, both: Both[]}}
 */
export function mergeRecords(base, mine, theirs) {
  /** @type {Both[]} */
  const both = [];
  const [before, one, other] = [base, mine, theirs].map((record) => treeOf(record).root);
  const root = mergeNodes(before, one, other, [], both);
  let record = theirs;
  for (const name of ["Chapter", "Task"]) {
    const [was, left, right] = [base, mine, theirs].map(({ tags }) => tags[name] ?? "");
    const value = left === was ? right : left;
    if (left !== was && right !== was && left !== right) {
      both.push({ what: "tag", where: name, mine: left, theirs: right });
    }
    record = withTag(record, name, value);
  }
  const tree = new VariationTree(root);
  return { record: { ...record, comment: root.comment, moves: tree.toRecord() }, both };
}

/** A record with another value of a tag; without one if it is empty.
 * @param {RecordData} record @param {string} name @param {string} value @returns {RecordData} */
export function withTag(record, name, value) {
  const tags = Object.entries({ ...record.tags, [name]: value }).filter(([key, text]) => key !== name || text);
  return { ...record, tags: Object.fromEntries(tags) };
}

/** @param {RecordData} record */
export function treeOf({ moves, comment }) {
  return VariationTree.ofRecord({ moves, comment });
}

/**
 * @param {Node} base
 * @param {Node} mine
 * @param {Node} theirs
 * @param {string[]} path
 * @param {Both[]} both
 * @returns {Node}
 */
function mergeNodes(base, mine, theirs, path, both) {
  const comment = mergeComments(base.comment, mine.comment, theirs.comment, path, both);
  const mark = mine.mark === base.mark ? theirs.mark : mine.mark;
  if (mark !== theirs.mark && theirs.mark !== base.mark) {
    both.push({ what: "mark", where: path.join(" "), mine: mark, theirs: theirs.mark });
  }
  return { move: theirs.move, comment, mark, next: mergeNext(base, mine, theirs, path, both) };
}

/**
 * Words and drawings of a comment, each by itself.
 * @param {string} base
 * @param {string} mine
 * @param {string} theirs
 * @param {string[]} path
 * @param {Both[]} both
 */
function mergeComments(base, mine, theirs, path, both) {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const [was, one, other] = [base, mine, theirs].map(wordsOf);
  let words = one === was || !one ? other : one;
  if (one && other && ![was, other].includes(one) && other !== was) {
    words = other + APART + one;
    both.push({ what: "comment", where: path.join(" "), mine: one, theirs: other });
  }
  const [before, left, right] = [base, mine, theirs].map((comment) => new Map(named(comment)));
  const kept = new Map([...right, ...left]);
  for (const name of before.keys()) if (!left.has(name) || !right.has(name)) kept.delete(name);
  return withDrawings(words, [...kept.values()]);
}

/** The drawings of a comment, each as it is written. @param {string} comment */
function named(comment) {
  return drawingsOf(comment).map((one) => /** @type {[string, typeof one]} */ ([written(one), one]));
}

/**
 * @param {Node} base
 * @param {Node} mine
 * @param {Node} theirs
 * @param {string[]} path
 * @param {Both[]} both
 */
function mergeNext(base, mine, theirs, path, both) {
  const order = (/** @type {Node} */ node) => node.next.map(({ move }) => move).join(" ");
  const [first, second] = order(theirs) === order(base) ? [mine, theirs] : [theirs, mine];
  const moves = [...new Set([...first.next, ...second.next].map(({ move }) => move))];
  return moves.flatMap((move) => {
    const [was, one, other] = [base, mine, theirs].map((node) => node.next.find((each) => each.move === move));
    if (one && other) return [mergeNodes(was ?? bare(move), one, other, [...path, move], both)];
    const kept = one ?? other;
    // Removed by one of both: it stays only if the other has changed it.
    return kept && (!was || JSON.stringify(was) !== JSON.stringify(kept)) ? [kept] : [];
  });
}

/** @param {string} move @returns {Node} */
function bare(move) {
  return { move, comment: "", mark: "", next: [] };
}
