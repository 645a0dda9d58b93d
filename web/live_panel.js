// SPDX-License-Identifier: MIT
// live_panel.js - what is beside the board of a game between people: the link, offers, who is
// connected, and what can be done.
import { el } from "./dom.js";
import { t, number } from "./i18n.js";
import { ask } from "./engine.js";
import { address, copy, download } from "./links.js";
import { nameOf } from "./live_session.js";
import { recordText } from "./live_client.js";

/**
 * @typedef {import("./live_session.js").LiveSession} LiveSession
 * @typedef {import("./live_seats.js").LiveSeat} LiveSeat
 * @typedef {(action: string, fields?: Record<string, string|number>) => void} Act
 */

/** @param {string} key @param {string} name @param {() => void} act @param {boolean} [primary] */
const button = (key, name, act, primary) => el("button", { type: "button", "data-do": key, class: primary ? "primary" : null, onclick: act }, name);

/** A button that copies a link; without the clipboard the link is shown. @param {string} key @param {string} name @param {string} url */
function copyButton(key, name, url) {
  const said = el("span", { role: "status" });
  const press = async () => {
    if (await copy(url)) said.textContent = t("play.copied");
    else said.replaceChildren(el("input", { readonly: true, value: url, "aria-label": name, dir: "ltr" }));
  };
  return el("span", { class: "copying" }, button(key, name, press), said);
}

/** The links of a game. @param {string} id @param {LiveSeat} seat */
function links(id, seat) {
  return [
    seat.invite ? copyButton("invite", t("live.copyInvite"), address(`#/friend/${id}?join=${seat.invite}`)) : null,
    seat.watch ? copyButton("watch", t("live.copyWatch"), address(`#/friend/${id}?watch=${seat.watch}`)) : null,
  ];
}

/** While the opponent has not joined. @param {LiveSession} session @param {LiveSeat} seat */
export function waitingPanel(session, seat) {
  const url = seat.invite ? address(`#/friend/${session.live.id}?join=${seat.invite}`) : "";
  return el("section", { class: "waiting" }, el("h2", {}, t("live.waitingTitle")),
    url ? el("p", {}, t("live.waiting")) : null,
    url ? el("input", { readonly: true, class: "invitation", dir: "ltr", value: url, "aria-label": t("live.invite") }) : null,
    el("div", { class: "buttons" }, links(session.live.id, seat)));
}

/** An offer of either player, with its answers. @param {LiveSession} session @param {"draw"|"undo"|"rematch"} kind @param {Act} act */
function offer({ live, rules }, kind, act) {
  const by = live.offers[kind];
  if (by === null || live.you === null) return null;
  const mine = by === live.you, no = () => act(kind, { accept: "no" });
  return el("section", { class: "offer", "data-offer": kind, role: "alert" },
    el("p", {}, mine ? t(`live.${kind}Waits`) : t(`live.${kind}Offered`, { who: nameOf(live, by, rules) })),
    el("div", { class: "buttons" }, mine ? null : button(`${kind}-yes`, t("live.accept"), () => act(kind, { accept: "yes" }), true),
      button(`${kind}-no`, t(mine ? "live.withdraw" : "live.decline"), no)));
}

/** Seconds since the opponent was connected; null: connected, or it does not matter. @param {import("./live_client.js").Live} live */
export function absentFor(live) {
  const player = live.you === null ? null : live.players[1 - live.you];
  return !player || player.online || live.next === "over" || live.next === "join" ? null : player.away;
}

/** The opponent is not connected. @param {LiveSession} session @param {Act} act */
function absence({ live, rules }, act) {
  const away = absentFor(live);
  if (away === null) return null;
  return el("section", { class: "absent", role: "status" }, el("p", {}, t("live.away", { who: nameOf(live, 1 - Number(live.you), rules) })),
    away >= live.absence && !live.clock ? button("claim", t("live.claim"), () => act("claim")) : null);
}

/** What the panels depend on. @param {LiveSession} session */
export function panelKey({ live }) {
  const away = absentFor(live);
  return JSON.stringify([live.next === "join", live.next === "over", live.offers, live.result, live.rematch, away === null ? 0 : away < live.absence ? 1 : 2]);
}

/** Asks before resigning. @param {HTMLElement} panel @param {Act} act */
export function askResign(panel, act) {
  panel.prepend(el("section", { class: "offer", role: "alert" }, el("p", {}, t("live.resignSure")),
    el("div", { class: "buttons" }, button("resign-yes", t("live.resignYes"), () => act("resign")),
      button("resign-no", t("live.keep"), () => panel.firstElementChild?.remove(), true))));
}

/** The dice after the end: the record, and its check by the engine of this page. @param {LiveSession} session @param {LiveSeat} seat */
function dice(session, seat) {
  const { live } = session, said = el("p", { class: "answer", role: "status" });
  if (!live.dice) return null;
  const check = async () => {
    const { games } = await ask("dice", { record: await recordText(live.id, seat.token) });
    said.textContent = games[0].check === "right" ? t("dice.right", { n: number(games[0].right) }) : t("dice.other");
  };
  return el("section", { class: "dice" },
    el("p", {}, t("dice.before"), " ", el("code", { dir: "ltr", class: "fingerprint" }, live.dice.commitment)),
    live.dice.seed ? el("p", {}, t("dice.after"), " ", el("code", { dir: "ltr", class: "seed" }, live.dice.seed)) : null,
    live.dice.seed ? el("button", { type: "button", "data-check": "", onclick: check }, t("dice.check")) : null, said);
}

/** After the end. @param {LiveSession} session @param {LiveSeat} seat @param {string} result */
function finished(session, seat, result) {
  const { live } = session;
  const save = async () => download(`${live.game.replace(":", "-")}-${live.id}.txt`, await recordText(live.id, seat.token));
  return el("section", { class: "finish" }, el("h2", {}, result),
    el("div", { class: "buttons" }, live.rematch ? el("a", { class: "button primary", "data-do": "next", href: `#/friend/${live.rematch}` }, t("live.next")) : null,
      el("button", { type: "button", "data-do": "record", onclick: save }, t("play.download"))), dice(session, seat));
}

/** Everything below the status line. @param {LiveSession} session @param {LiveSeat} seat @param {string} result @param {Act} act @returns {(HTMLElement|null)[]} */
export function panels(session, seat, result, act) {
  const { live } = session;
  if (live.next === "join") return [waitingPanel(session, seat)];
  return [offer(session, "draw", act), offer(session, "undo", act), offer(session, "rematch", act), absence(session, act),
    live.next === "over" ? finished(session, seat, result) : null];
}

/** The row of buttons. @param {LiveSession} session @param {LiveSeat} seat @param {Act} act @param {() => void} onResign */
export function actionButtons(session, seat, act, onResign) {
  const { live } = session;
  if (live.you === null || live.next === "join") return [];
  if (live.next === "over") return live.rematch ? [] : [button("rematch", t("live.rematch"), () => act("rematch"), true)];
  const person = live.players[1 - live.you].kind !== "level";
  const offerButton = (/** @type {"undo"|"draw"} */ kind) => {
    const made = button(kind, t(`live.${kind}`), () => act(kind));
    made.toggleAttribute("disabled", live.offers.ended.includes(kind));
    return made;
  };
  return [offerButton("undo"), person ? offerButton("draw") : null,
    button("resign", t("live.resign"), onResign), ...links(live.id, { token: "", watch: seat.watch })];
}
