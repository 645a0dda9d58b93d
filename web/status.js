// SPDX-License-Identifier: MIT
// status.js - the sentence that says whose turn it is, the throw, and what can be done.
import { t, tWho, word, number, has } from "./i18n.js";
import { playerName } from "./seats.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session */
export function statusText(session) {
  const { state, stored, rules } = session, owner = rules.rolloff_side ?? 0;
  if (!rules.rolloff || state.next === "rolloff" || state.result) return actionText(session);
  return `${actionText(session)} · ${t("status.owner", { side: word(rules.sides[owner].name), who: playerName(stored, state.players[owner]) })}`;
}

/** @param {Session} session */
function actionText(session) {
  const { state, stored, rules } = session, who = playerName(stored, state.player);
  if (state.result) return resultText(session);
  if (state.next === "rolloff") return rolloffSoFar(session) + tWho("status.rolloff", { who, n: number(rolloffValue(session)), side: word(rolloffSide(session)) });
  if (state.next === "throw") {
    if (session.seat.kind !== "person") return t("status.throwing", { who });
    return stored.typed ? t("status.typed", { who }) : tWho("status.throw", { who });
  }
  const legal = state.legal ?? [], n = state.throw ?? 0;
  if (legal.length === 1 && legal[0].kind === "pass")
    return rules.sticks ? tWho("status.pass", { who, n: number(n) }) : tWho("status.passPlain", { who });
  if (session.seat.kind !== "person") return t("status.thinking", { who });
  const due = rules.sticks ? tWho("status.moveThrow", { who, n: number(n) }) : tWho("status.move", { who });
  return `${due} · ${legal.length === 1 ? t("status.onemove") : t("status.moves", { n: number(legal.length) })}`;
}

/** @param {Session} session */
function rolloffSoFar({ state, stored }) {
  return state.rolloff.map((n, i) => `${playerName(stored, i % 2)}: ${number(n)} · `).slice(-2).join("");
}

/** @param {Session} session */
export function resultText({ state, stored, rules }) {
  const result = state.result;
  if (!result) return "";
  if (result.winner < 0) return t("status.draw", { reason: reason(result) });
  const side = state.players.indexOf(result.winner);
  return tWho("status.won", { who: playerName(stored, result.winner), side: word(rules.sides[side].name), reason: reason(result) });
}

/** @param {import("./types.js").Result} result */
const reason = (result) => (result.key && has(result.key) ? t(result.key) : result.reason);

/* The engine describes the roll-off of a rule set (games, "rolloff"). */
/** @param {Session} session */
const rolloffValue = ({ rules }) => rules.rolloff_value ?? 0;
/** @param {Session} session */
const rolloffSide = ({ rules }) => rules.sides[rules.rolloff_side ?? 0].name;
