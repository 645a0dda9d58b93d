// SPDX-License-Identifier: MIT
// share.js - what can be done with a game: link, record, explorer, another game.
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { address, copy, download, recordOf } from "./links.js";
import { gameTitle } from "./seats.js";

/** @param {import("./session.js").Session} session @param {() => void} onOptions */
export function sharePanel(session, onOptions) {
  const { stored, state } = session, said = el("p", { role: "status" }), url = address(state.link);
  const share = async () => {
    if (await copy(url)) said.textContent = t("play.copied");
    else said.replaceChildren(el("input", { readonly: true, value: url, "aria-label": t("play.copyLink") }));
  };
  return el("section", { class: "share" },
    el("h2", {}, t("play.shareTitle", { game: gameTitle(stored.game) })),
    el("div", { class: "buttons" },
      el("button", { type: "button", "data-share": "link", onclick: share }, t("play.copyLink")),
      el("button", { type: "button", "data-share": "record", onclick: async () => download(`${stored.game.replace(":", "-")}-${stored.id}.txt`, await recordOf(stored)) }, t("play.download")),
      el("a", { class: "button", href: `#/explorer?${state.link.slice(1)}` }, t("play.explore")),
      el("button", { type: "button", onclick: onOptions }, t("play.new"))),
    said);
}
