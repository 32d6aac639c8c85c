// @ts-check
/**
 * A QR code as a grid of dark and light, after ISO/IEC 18004: bytes, error correction M, versions 1 to 10 (213 bytes,
 * more than any address here needs). Used by the invite dialog.
 */

/** For each version: correction bytes a block, then the sizes of its data blocks. */
const BLOCKS = [
  [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27], [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44],
];
/** The middles of alignment patterns along one side, by version. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Powers and logarithms in the field of 256 elements. */
const POWER = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = x & 128 ? (x << 1) ^ 0x11d : x << 1) {
  POWER[i] = POWER[i + 255] = x;
  LOG[x] = i;
}

/**
 * Draw a text as a QR code.
 * @param {string} text
 * @returns {boolean[][]} rows of cells, true for dark, without the quiet edge
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (!version) throw new RangeError("too long for a QR code");
  const bits = arrange(version, encode(version, bytes));
  const grids = MASKS.map((_, mask) => draw(version, bits, mask));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

/** @param {number} version */
function capacity(version) {
  const [, ...blocks] = BLOCKS[version - 1];
  return blocks.reduce((sum, size) => sum + size) - (version < 10 ? 2 : 3);
}

/**
 * The data bytes: mode, length, text, filling.
 * @param {number} version
 * @param {Uint8Array} bytes
 */
function encode(version, bytes) {
  const bits = [0, 1, 0, 0];
  const length = version < 10 ? 8 : 16;
  for (let i = length - 1; i >= 0; i--) bits.push((bytes.length >> i) & 1);
  for (const byte of bytes) for (let i = 7; i >= 0; i--) bits.push((byte >> i) & 1);
  bits.push(0, 0, 0, 0);
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((byte, bit) => byte * 2 + bit));
  const total = capacity(version) + (version < 10 ? 2 : 3);
  data.length = Math.min(data.length, total);
  for (let i = 0; data.length < total; i++) data.push(i % 2 ? 0x11 : 0xec);
  return data;
}

/**
 * Cut the data into blocks, add their correction bytes, and lay both out byte by byte.
 * @param {number} version
 * @param {number[]} data
 */
function arrange(version, data) {
  const [correction, ...sizes] = BLOCKS[version - 1];
  let begin = 0;
  const blocks = sizes.map((size) => data.slice(begin, (begin += size)));
  const corrections = blocks.map((block) => remainder(block, correction));
  const bytes = [];
  for (let i = 0; i < Math.max(...sizes); i++) for (const block of blocks) if (i < block.length) bytes.push(block[i]);
  for (let i = 0; i < correction; i++) for (const block of corrections) bytes.push(block[i]);
  return bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (byte >> i) & 1));
}

/**
 * Reed and Solomon's correction bytes: what is left when the block is divided by (x-1)(x-2)(x-4)…
 * @param {number[]} block
 * @param {number} count
 */
function remainder(block, count) {
  let divisor = [1];
  for (let i = 0; i < count; i++) divisor = [...divisor, 0].map((value, k) => value ^ (k ? times(divisor[k - 1], POWER[i]) : 0));
  const rest = [...block, ...new Array(count).fill(0)];
  for (let i = 0; i < block.length; i++) {
    const factor = rest[i];
    if (factor) divisor.forEach((value, k) => (rest[i + k] ^= times(value, factor)));
  }
  return rest.slice(block.length);
}

/**
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  return a && b ? POWER[LOG[a] + LOG[b]] : 0;
}

/**
 * @param {number} version
 * @param {number[]} bits
 * @param {number} mask
 */
function draw(version, bits, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  drawFixed(grid, version);
  drawFormat(grid, mask);
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const row = up ? size - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (grid[row][column] === null) grid[row][column] = Boolean(bits[next++]) !== MASKS[mask](row, column);
      }
    }
  }
  return /** @type {boolean[][]} */ (grid);
}

/**
 * What is the same in every code of a version: finders, timing, alignment, the version's number.
 * @param {(boolean | null)[][]} grid
 * @param {number} version
 */
function drawFixed(grid, version) {
  const size = grid.length;
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let r = -4; r <= 4; r++) {
      for (let c = -4; c <= 4; c++) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        if (grid[row + r]?.[column + c] !== undefined) grid[row + r][column + c] = ring !== 2 && ring !== 4;
      }
    }
  }
  for (const row of ALIGNED[version - 1]) {
    for (const column of ALIGNED[version - 1]) {
      if (grid[row][column] !== null) continue;
      for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) grid[row + r][column + c] = Math.max(Math.abs(r), Math.abs(c)) !== 1;
    }
  }
  for (let i = 8; i < size - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  grid[size - 8][8] = true;
  if (version < 7) return;
  const number = (version << 12) | check(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [long, short] = [Math.floor(i / 3), size - 11 + (i % 3)];
    grid[long][short] = grid[short][long] = Boolean((number >> i) & 1);
  }
}

/**
 * The correction level and the mask, twice.
 * @param {(boolean | null)[][]} grid
 * @param {number} mask
 */
function drawFormat(grid, mask) {
  const size = grid.length;
  const format = ((mask << 10) | check(mask, 0x537, 10)) ^ 0x5412; // correction level M is 00
  for (let i = 0; i < 15; i++) {
    const dark = Boolean((format >> i) & 1);
    if (i < 8) grid[i < 6 ? i : i + 1][8] = grid[8][size - 1 - i] = dark;
    else {
      grid[8][i < 9 ? 7 : 14 - i] = dark;
      grid[size - 15 + i][8] = dark;
    }
  }
}

/**
 * The check bits of a short number.
 * @param {number} value
 * @param {number} divisor
 * @param {number} bits
 */
function check(value, divisor, bits) {
  let rest = value << bits;
  for (let i = 31; i >= bits; i--) if ((rest >> i) & 1) rest ^= divisor << (i - bits);
  return rest;
}

/**
 * How hard a code is to read: long runs, blocks, what looks like a finder, too much of one colour.
 * @param {boolean[][]} grid
 */
function penalty(grid) {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, column) => grid.map((row) => row[column]))].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (["10111010000", "00001011101"].includes(line.slice(i, i + 11))) sum += 40;
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) if (grid[r][c] === grid[r - 1][c] && grid[r][c] === grid[r][c - 1] && grid[r][c] === grid[r - 1][c - 1]) sum += 3;
  }
  const dark = grid.flat().filter(Boolean).length / size / size;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
