// Sets the reader's choice of light or dark before anything is drawn, so that no page
// flashes. It is no module: it must run before the styles. keys.js changes the choice.
try {
  const theme = localStorage.getItem("turnbook.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
