// @ts-check
/** A banner while the server compiles the kernels of a game, where no library brings them compiled. */

import { get } from "./net.js";
import { t } from "./i18n.js";
import { banner } from "./parts/notices.js";

const PAUSE_MS = 1500;
let timer = 0;

/** Ask the server, and go on asking until it is ready. */
export async function showPreparing() {
  clearTimeout(timer);
  const { preparing } = await get("/healthz").catch(() => ({ preparing: null }));
  banner("preparing", preparing ? t("web.preparing", preparing) : null);
  if (preparing) timer = setTimeout(showPreparing, PAUSE_MS);
}
