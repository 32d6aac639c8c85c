// @ts-check
/**
 * Invites that this browser made: kept while a seat is open, for all its tabs, so that the same link can be shown
 * again. A seat's token never leaves the fragment.
 */

/**
 * @param {string} table
 * @param {{seat: number, token: string}[]} invites
 */
export function keepInvites(table, invites) {
  if (invites.length) {
    localStorage.setItem(
      `veier.invites.${table}`,
      JSON.stringify([
        ...keptInvites(table).filter((old) => !invites.some((one) => one.seat === old.seat)),
        ...invites,
      ]),
    );
  }
}

/**
 * @param {string} table
 * @returns {{seat: number, token: string}[]}
 */
export function keptInvites(table) {
  return JSON.parse(localStorage.getItem(`veier.invites.${table}`) ?? "[]");
}

/** @param {string} table whose seats are all taken */
export function forgetInvites(table) {
  localStorage.removeItem(`veier.invites.${table}`);
}

/**
 * @param {string} table
 * @param {string} token
 */
export function inviteAddress(table, token) {
  return new URL(`/table/${table}#sit=${token}`, location.href).href;
}

/**
 * @param {string} table
 * @param {string} token
 */
export function transferAddress(table, token) {
  return new URL(`/table/${table}#move=${token}`, location.href).href;
}
