// @ts-check
/** A banner while the server compiles the rules, after its first start on a computer. */

import { get } from "./net.js";
import { t } from "./i18n.js";
import { banner } from "./parts/notices.js";

const PAUSE_MS = 1500;

export async function showPreparing() {
  const { preparing } = await get("/healthz").catch(() => ({ preparing: false }));
  banner("preparing", preparing ? t("web.preparing") : null);
  if (preparing) setTimeout(showPreparing, PAUSE_MS);
}
