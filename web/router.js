// SPDX-License-Identifier: MIT
// router.js - the view of the address's hash.
//
//   #/              home              #/play/ID     a stored game
//   #/games         my games          #/review/ID   the review of a stored game
//   #/training      puzzles           #/explorer    any position: #/explorer?g=...&p=...
//   #/rules/ur/U3   a rule            #/settings
//   #/friend/ID     a game with a friend on the server of the page
//   #g=...&m=...    a game or a position from a link (doc/api.md), opened for play
//
// A view is a module with `mount(root, params)`, which fills the root element and returns
// a function that removes timers and listeners. Views are loaded when they are first shown.
import { t } from "./i18n.js";
import { el } from "./dom.js";

/**
 * @typedef {object} Params
 * @property {string[]} path what follows the name of the view: ["ur", "U3"]
 * @property {URLSearchParams} query
 * @property {string} [link] the link text, "#g=..."
 * @typedef {() => void} Unmount
 * @typedef {{mount: (root: HTMLElement, params: Params) => Unmount|Promise<Unmount>}} View
 */

/** @type {Record<string, () => Promise<View>>} */
const views = {
  home: () => import("./views/home.js"),
  play: () => import("./views/play.js"),
  games: () => import("./views/games.js"),
  review: () => import("./views/review.js"),
  training: () => import("./views/training.js"),
  explorer: () => import("./views/explorer.js"),
  rules: () => import("./views/rules.js"),
  settings: () => import("./views/settings.js"),
  friend: () => import("./views/friend.js"),
};

/**
 * @param {string} hash
 * @returns {{name: string, params: Params}}
 */
export function parseHash(hash) {
  if (hash.startsWith("#g=")) return { name: "play", params: { path: [], query: new URLSearchParams(), link: hash } };
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/").map(decodeURIComponent);
  return { name: views[name] ? name : "home", params: { path: rest, query: new URLSearchParams(query ?? "") } };
}

/** @param {string} hash */
export function go(hash) {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** @param {HTMLElement} root */
export function startRouter(root) {
  /** @type {Unmount} */
  let unmount = () => {};
  let turn = 0;
  const show = async () => {
    const mine = ++turn, { name, params } = parseHash(location.hash);
    const view = await views[name]();
    if (mine !== turn) return;
    unmount();
    unmount = () => {};
    // Every view has an element of its own: one that is still loading fills nothing else.
    const stage = el("div", { class: `view-${name}` });
    root.replaceChildren(stage);
    delete root.dataset.ready;
    document.body.dataset.view = name;
    document.title = name === "home" ? "Lusoria" : `${t(`nav.${name}`)} · Lusoria`;
    for (const a of document.querySelectorAll("#top a[data-view]"))
      a.toggleAttribute("aria-current", a.getAttribute("data-view") === name);
    scrollTo(0, 0);
    const leave = await Promise.resolve(view.mount(stage, params)).catch((error) => failed(stage, error));
    if (mine !== turn) return leave();
    unmount = leave;
    root.dataset.ready = name;
  };
  addEventListener("hashchange", show);
  show();
}

/** @param {HTMLElement} root @param {unknown} error @returns {Unmount} */
function failed(root, error) {
  console.error(error);
  root.append(el("p", { class: "notice", role: "alert" }, t("error.view", { message: String(error instanceof Error ? error.message : error) })));
  return () => {};
}
