// SPDX-License-Identifier: MIT
// header.js - the name of the page, the links to its views, and the way back from a game that is gone.
import { el } from "./dom.js";
import { t } from "./i18n.js";

const links = ["home", "games", "training", "explorer", "rules", "settings"];

/** @param {HTMLElement} root */
export function drawHeader(root) {
  const items = () => links.map((name) =>
    el("a", { href: name === "home" ? "#/" : `#/${name}`, "data-view": name }, t(`nav.${name}`)));
  const menu = el("details", { class: "menu" },
    el("summary", { "aria-label": t("nav.menu") }, el("span", { "aria-hidden": "true" }, "☰")),
    el("nav", { "aria-label": t("nav.menu") }, items()));
  menu.addEventListener("click", (event) => { if (event.target instanceof HTMLAnchorElement) menu.open = false; });
  addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  root.replaceChildren(
    el("a", { class: "wordmark", href: "#/" }, mark(), "Lusoria"),
    el("nav", { class: "wide", "aria-label": t("nav.main") }, items()),
    menu);
}

/** What a view shows for a game that this browser does not have, and where to go instead. */
export function goneNotice() {
  return el("p", { class: "notice" }, t("play.gone"), " ", el("a", { href: "#/games" }, t("nav.games")), " · ",
    el("a", { href: "#/" }, t("nav.home")));
}

function mark() {
  const span = el("span", { class: "mark", "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 32 32" width="26" height="26"><rect x="1" y="1" width="30" height="30" rx="7" fill="#173a72"/><g fill="#f7ead0">${[0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<path d="M16 13C13.5 9.5 14 6 16 4c2 2 2.5 5.5 0 9z" transform="rotate(${a} 16 16)"/>`).join("")}</g><circle cx="16" cy="16" r="3" fill="#d9a441"/></svg>`;
  return span;
}
