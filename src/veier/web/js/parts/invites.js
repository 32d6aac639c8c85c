// @ts-check
/**
 * Invites to seats, in this browser. Those that it made are kept while a seat is open, for all its tabs, so that the
 * same link can be shown again; the one that it came with is kept by its tab until it is used.
 */

import { post } from "../net.js";

/** @typedef {import("../types.js").State} State */

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

/** The open seats of a table. @param {State} state */
export function openSeats(state) {
  return state.seats.map((_, seat) => seat).filter((seat) => state.seats[seat].kind === "open");
}

/**
 * The path of the link to an open seat; an invite that this browser does not have is made.
 * @param {string} table
 * @param {number} seat
 */
export async function invitePath(table, seat) {
  let invite = keptInvites(table).find((one) => one.seat === seat);
  if (!invite) {
    const { token } = await post(`/api/v1/tables/${encodeURIComponent(table)}/invites`, { seat });
    invite = { seat, token };
    keepInvites(table, [invite]);
  }
  return `/table/${table}#sit=${invite.token}`;
}

/**
 * The invite that this tab came with, so that it is still there when the page is loaded again.
 * @param {string} table
 */
export function receivedInvite(table) {
  return sessionStorage.getItem(`veier.invited.${table}`);
}

/**
 * @param {string} table
 * @param {string | null} token null once it is used or not wanted
 */
export function keepReceivedInvite(table, token) {
  if (token) sessionStorage.setItem(`veier.invited.${table}`, token);
  else sessionStorage.removeItem(`veier.invited.${table}`);
}
