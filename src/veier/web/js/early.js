// @ts-check
// Runs before anything is painted: sets the chosen theme, so that a dark room never flashes white, and the language,
// and asks for what the page will need while its modules are still on their way. Loaded by index.html.
(() => {
  const theme = localStorage.getItem("veier.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const wanted = [localStorage.getItem("veier.language") ?? "", ...navigator.languages];
  const codes = wanted.map((name) => name.slice(0, 2).toLowerCase());
  const language = codes.find((code) => ["lb", "fr", "de", "en"].includes(code)) ?? "en";
  document.documentElement.lang = language;
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  preload(new URL(`../locale/${language}.json`, src).href);
  if (location.pathname === "/") ["games", "tables"].forEach((name) => preload(`/api/v1/${name}`));

  /** @param {string} address */
  function preload(address) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: address });
    document.head.append(link);
  }
})();
