// SPDX-License-Identifier: MIT
// theme.js - light or dark: as the system says, or as chosen.

/** @param {"auto"|"light"|"dark"} theme */
export function applyTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Whether moves are shown without motion. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
