// @ts-check
/** The first start on a computer: as long as the rules are being compiled, every page says so. */

import { get } from "./net.js";
import { say } from "./say.js";
import { banner } from "./parts/notices.js";

const PAUSE_MS = 1500;

export async function tellPreparing() {
  const { preparing } = await get("/healthz").catch(() => ({ preparing: false }));
  banner("preparing", preparing ? say("web.preparing") : null);
  if (preparing) setTimeout(tellPreparing, PAUSE_MS);
}
