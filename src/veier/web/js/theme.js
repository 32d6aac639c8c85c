// @ts-check
// Sets the chosen theme before anything is painted, so that a dark room never flashes white. Loaded by index.html.
(() => {
  const theme = localStorage.getItem("veier.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
