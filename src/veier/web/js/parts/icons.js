// @ts-check
/** Icons, the logo and the name of the site. */

import { s } from "../dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  people:
    "M5.6 8a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0" +
    "M2.8 20c.5-4 3-6 6.2-6s5.7 2 6.2 6M16 5.2a3.4 3.4 0 0 1 0 6M18 14.6c1.8.9 2.9 2.7 3.2 5.4",
  person: "M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c0-4 3.4-6.5 7.5-6.5s7.5 2.5 7.5 6.5",
  time: "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 7v5l3.5 2",
  globe: "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17",
  theme: "M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17M12 7.5h6.6M12 12h8.4M12 16.5h6.6",
  menu: "M4 7h16M4 12h16M4 17h16",
  check: "M5 12.5 10 17.5 19 7",
  close: "M6 6l12 12M18 6 6 18",
  next: "M9 6l6 6-6 6",
  back: "M15 6l-6 6 6 6",
  first: "M6 6v12M18 6l-6 6 6 6",
  last: "M18 6v12M6 6l6 6-6 6",
  takeback: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M8.2 15a6.5 6.5 0 1 1 7.6 0c-.5.4-.8.9-.8 1.5H9c0-.6-.3-1.1-.8-1.5Z",
  draw: "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M8 10h8M8 14h8",
  resign: "M5 21V4M5 5c5-3 8 3 14 0v9c-6 3-9-3-14 0",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  vision: "M12 3.2 20.8 12 12 20.8 3.2 12ZM8.9 12a3.1 3.1 0 1 0 6.2 0 3.1 3.1 0 1 0-6.2 0",
  watch: "M2.5 12c4.5-8 14.5-8 19 0-4.5 8-14.5 8-19 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  say: "M4 5.5h16v11h-9l-4.5 4v-4H4z",
  bell: "M6 17V11a6 6 0 0 1 12 0v6M4 17h16M10 20.5h4",
  play: "M8 5v14l11-7Z",
  bot: "M4.5 9h15v10.5h-15zM12 9V5M10.5 4a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M9 13v2M15 13v2M2 12.5v4M22 12.5v4",
  share: "M12 14V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1",
  out: "M14 4h6v6M20 4l-9.5 9.5M18 14v6H4V6h6",
  device: "M7 2.5h10v19H7zM11 18.5h2",
  open: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  pause: "M9 5v14M15 5v14",
  rematch: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  new: "M12 5v14M5 12h14",
  print: "M7 9V3.5h10V9M7 17H4V9.5h16V17h-3M7 14h10v6.5H7z",
  book: "M4 5c3-1 6-.7 8 1 2-1.7 5-2 8-1v14c-3-1-6-.7-8 1-2-1.7-5-2-8-1ZM12 6v14",
  hand:
    "M8 13V6.5a1.5 1.5 0 0 1 3 0V11M11 11V5a1.5 1.5 0 0 1 3 0v6M14 11V6.5a1.5 1.5 0 0 1 3 0V14" +
    "c0 4-2.2 6.5-5.5 6.5-2.8 0-4.2-1.2-5.5-3.8L4.4 13.4c-.8-1.5 1-2.6 2-1.4L8 14",
  draw_on: "M4 20l1-4.5L16.5 4a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19 4 20M14.5 6l3.5 3.5",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  options:
    "M4 7.5h8.5M17.5 7.5H20M4 16.5h2.5M11.5 16.5H20" +
    "M12.5 7.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M6.5 16.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0",
};

/** @param {keyof typeof ICONS | string} name */
export function icon(name) {
  return s("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** The tilted square of three full corners and an open one. @param {boolean} [thinking] its corners light in turn */
export function logo(thinking = false) {
  return s(
    thinking ? "svg.logo.thinking" : "svg.logo",
    { viewBox: "-16 -16 32 32", "aria-hidden": "true" },
    s("path", { d: "M-4.6-11.4 8.5-5.8M10.2-1.7 4.6 11.4-11.4 4.6-4.6-11.4" }),
    s("circle", { cx: -4.6, cy: -11.4, r: 4 }),
    s("circle", { cx: -11.4, cy: 4.6, r: 4 }),
    s("circle", { cx: 4.6, cy: 11.4, r: 4 }),
    s("circle.miss", { cx: 11.4, cy: -4.6, r: 3.2 }),
  );
}

/** The name of the site. */
export function wordmark() {
  return s(
    "svg.word",
    { viewBox: "-3 -14 102 38", "aria-hidden": "true" },
    s("path", {
      d:
        "M0 0 8.5 20 17 0M23.5 10H42.5A9.5 9.6 0 1 0 39.8 16.8M51 0V20" +
        "M59.5 10H78.5A9.5 9.6 0 1 0 75.8 16.8M86.5 20V0M86.5 9.5C86.5 3.5 90.5.2 96 .6",
    }),
    s("path.dot", { d: "M51-12.4 55-8.4 51-4.4 47-8.4Z" }),
  );
}
