// @ts-check
/** Plane geometry for the drawings: boxes around points, outlines grown or shrunk, corners made round, paths. */

/** @typedef {import("./types.js").Point} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** Write a length with at most two decimals. @param {number} value */
export function number(value) {
  return String(Math.round(value * 100) / 100);
}

/** @param {Point} a @param {Point} b */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The smallest box that holds all points, with every side moved outwards. @param {Iterable<Point>} points
 * @returns {Box} */
export function boxAround(points, by = 0) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x - by);
    box.right = Math.max(box.right, x + by);
    box.top = Math.min(box.top, y - by);
    box.bottom = Math.max(box.bottom, y + by);
  }
  return box;
}

/** The corners of a box, clockwise from the upper left. @param {Box} box @returns {Point[]} */
export function corners({ left, top, right, bottom }) {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** Move every side of a convex outline outwards by the same distance. @param {readonly Point[]} points
 * @param {number} by @returns {Point[]} */
export function grown(points, by) {
  const clockwise = area(points) > 0 ? 1 : -1;
  return withNeighbours(points).map(([a, b, c]) => {
    const before = normal(a, b);
    const after = normal(b, c);
    const stretch = (clockwise * by) / (1 + before[0] * after[0] + before[1] * after[1]);
    return [b[0] + stretch * (before[0] + after[0]), b[1] + stretch * (before[1] + after[1])];
  });
}

/** The path of a convex outline whose corners are arcs. @param {readonly Point[]} points @param {number} radius */
export function rounded(points, radius) {
  const sweep = area(points) > 0 ? 1 : 0;
  const parts = withNeighbours(points).map(([before, corner, after], index) => {
    const cut = cutOf(before, corner, after, radius);
    const start = towards(corner, before, cut);
    const end = towards(corner, after, cut);
    return `${index ? "L" : "M"}${pair(start)}A${number(radius)} ${number(radius)} 0 0 ${sweep} ${pair(end)}`;
  });
  return `${parts.join("")}Z`;
}

/** The path of a straight line that stops before its ends. @param {Point} start @param {Point} end
 * @param {number} after how far from the start it begins @param {number} before how far from the end it stops */
export function segment(start, end, after, before) {
  return `M${pair(towards(start, end, after))}L${pair(towards(end, start, before))}`;
}

/** @param {readonly Point[]} points */
export function pathThrough(points) {
  return `M${points.map(pair).join("L")}`;
}

/** Write points as a polygon's `points`. @param {readonly Point[]} points */
export function pointList(points) {
  return points.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
}

/** The points of a flat-topped hexagon around 0, 0. @param {number} radius */
export function hexagon(radius) {
  /** @type {Point[]} */
  const points = [0, 1, 2, 3, 4, 5].map((k) => [
    radius * Math.cos((k * Math.PI) / 3),
    radius * Math.sin((k * Math.PI) / 3),
  ]);
  return pointList(points);
}

/** The angle of `to` seen from `from`, clockwise from straight up, 0 to 2π. @param {Point} from @param {Point} to */
export function bearing(from, to) {
  const angle = Math.atan2(to[0] - from[0], from[1] - to[1]);
  return angle < -1e-9 ? angle + 2 * Math.PI : angle;
}

/** @param {Point} point */
function pair([x, y]) {
  return `${number(x)} ${number(y)}`;
}

/** @param {readonly Point[]} points @returns {Array<[Point, Point, Point]>} */
function withNeighbours(points) {
  const last = points.length - 1;
  return points.map((point, i) => [
    /** @type {Point} */ (points[i === 0 ? last : i - 1]),
    point,
    /** @type {Point} */ (points[i === last ? 0 : i + 1]),
  ]);
}

/** Twice the area; positive when the outline runs clockwise on a screen. @param {readonly Point[]} points */
function area(points) {
  return withNeighbours(points).reduce((sum, [, a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0);
}

/** @param {Point} a @param {Point} b @returns {Point} */
function normal(a, b) {
  const length = distance(a, b);
  return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
}

/** How far from the corner the arc begins: radius / tan(half the angle). @param {Point} before @param {Point} corner
 * @param {Point} after @param {number} radius */
function cutOf(before, corner, after, radius) {
  const [ux, uy] = towards([0, 0], [before[0] - corner[0], before[1] - corner[1]], 1);
  const [vx, vy] = towards([0, 0], [after[0] - corner[0], after[1] - corner[1]], 1);
  const cosine = ux * vx + uy * vy;
  return radius * Math.sqrt((1 + cosine) / (1 - cosine));
}

/** @param {Point} start @param {Point} end @param {number} length @returns {Point} */
function towards(start, end, length) {
  const share = length / distance(start, end);
  return [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])];
}
