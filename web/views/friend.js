// SPDX-License-Identifier: MIT
// friend.js - a game with a friend by link, on the server of the page (doc/api.md).
//
//   #/friend?game=ur:finkel&side=first&clock=5+3   makes a game and shows its link
//   #/friend/ID?join=TOKEN               the link: takes the other seat
//   #/friend/ID?watch=TOKEN              the link for spectators
//   #/friend/ID                          a game whose token this browser has
//
// The server is the referee. This view shows what it sends and sends what the person does.
import { el, byId } from "../dom.js";
import { t, addTexts } from "../i18n.js";
import { ask, rulesOf } from "../engine.js";
import { settings, changeSettings, saveGame } from "../storage.js";
import { createBoard } from "../board.js";
import { createSticks } from "../sticks.js";
import { createStrip } from "../strip.js";
import { MoveList, moveBox } from "../moves.js";
import { statusText, resultText } from "../status.js";
import { gameTitle } from "../seats.js";
import { clickedMove, refusal } from "../refusal.js";
import { sound } from "../sound.js";
import { stepTime } from "../turns.js";
import { go } from "../router.js";
import { createClocks } from "../live_clock.js";
import { follow, look, send, sendSurely, LiveError } from "../live_client.js";
import { keepSeat, randomHex, seatFor } from "../live_seats.js";
import { LiveSession } from "../live_session.js";
import { whereOf } from "../session.js";
import { absentFor, actionButtons, askResign, panelKey, panels } from "../live_panel.js";

/**
 * @typedef {import("../live_client.js").Live} Live
 * @typedef {import("../live_seats.js").LiveSeat} LiveSeat
 */

/** More moves than this at once are shown without motion. */
const MOST_ANIMATED = 6;

class FriendView {
  /** @param {LiveSession} session @param {LiveSeat} seat @param {Live} live */
  constructor(session, seat, live) {
    this.session = session;
    this.seat = seat;
    this.id = live.id;
    this.control = new AbortController();
    /** @type {Promise<void>} what is being shown; events wait for it */
    this.showing = Promise.resolve();
    this.shownPlies = -1;
    this.sending = false;
    this.wasMine = false;
    this.panelKey = "";
    /** @type {ReturnType<typeof setTimeout>|undefined} until an absent opponent loses */
    this.awayTimer = undefined;
    const { rules } = session;
    this.board = createBoard({
      sides: rules.sides.map((s) => s.name), label: t("board.label", { game: gameTitle(live.game) }),
      onMove: (move) => this.move(move.move), onAsk: (moves) => this.askWhich(moves), onRefuse: (from, to) => this.refuseCells(from, to),
      onKey: (key) => this.key(key),
    });
    this.sticks = rules.sticks ? createSticks(rules, () => this.throwNow()) : null;
    this.strips = [0, 1].map((side) => createStrip(side));
    this.presence = this.strips.map((strip) => strip.element.appendChild(el("span", { class: "presence" })));
    this.clocks = createClocks();
    this.clocks.faces.forEach((face, side) => this.strips[side].element.append(face));
    this.list = new MoveList();
    this.box = moveBox((text) => this.move(text));
    this.status = el("p", { class: "status", role: "status" });
    this.said = el("p", { class: "note", role: "alert", hidden: true });
    this.link = el("p", { class: "note link", role: "status", hidden: true }, t("live.lost"));
    this.panel = el("div", { class: "panel-area" });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": t("play.actions") });
    this.root = el("div", { class: "play live", "data-version": 0 });
  }

  /** @param {HTMLElement} root */
  build(root) {
    const { style } = this.session.state.board, order = style === "stones" ? [1, 0] : [0, 1];
    this.root.dataset.style = style;
    this.root.append(el("h1", { class: "unseen" }, gameTitle(this.session.live.game)),
      el("div", { class: "table" }, this.strips[order[0]].element, this.board.element, this.strips[order[1]].element),
      el("div", { class: "side" },
        el("div", { class: "now" }, this.sticks?.element, el("div", { class: "said" }, this.status, this.link, this.said)),
        this.actions, this.panel, el("div", { class: "record" }, this.list.element, this.box.element)));
    root.append(this.root);
  }

  /** @param {string|HTMLElement|null} text */
  note(text) {
    this.said.hidden = !text;
    this.said.replaceChildren(...(text ? [text] : []));
  }

  /** Follows the game until the view is left. */
  start() {
    const on = { onGame: (/** @type {Live} */ live) => this.receive(live), onLink: (/** @type {boolean} */ connected) => { this.link.hidden = connected; } };
    follow(this.id, this.seat.token, on, this.control.signal).catch(() => this.note(t("live.gone")));
  }

  stop() {
    this.control.abort();
    clearTimeout(this.awayTimer);
    this.clocks.stop();
    document.title = "Lusoria";
  }

  // ---- what the server sends ----

  /**
   * Events are shown one after the other; an older version is not shown. It can be the answer to an action,
   * later than the event of the opponent's move: then it is this person's turn again. @param {Live} live
   */
  receive(live) {
    this.showing = this.showing.then(() => (live.version >= this.session.live.version ? this.show(live) : this.showTurn())).catch((error) => this.note(String(error)));
    return this.showing;
  }

  /** @param {Live} live */
  async show(live) {
    const { session } = this, before = session.live;
    await this.animate(live);
    await session.set(live);
    const { state } = session;
    if (this.shownPlies !== live.moves.length) await this.board.show(state.board, state.last);
    this.shownPlies = live.moves.length;
    this.strips.forEach((s) => s.show(/** @type {any} */ (session)));
    this.showPresence();
    this.status.textContent = live.next === "join" ? t("live.waitingTitle") : statusText(/** @type {any} */ (session));
    if (live.you === null && live.next !== "join") this.status.textContent += ` · ${t("live.watching")}`;
    this.list.show(state);
    this.showTurn();
    this.showPanels();
    this.actions.replaceChildren(...actionButtons(session, this.seat, this.act, () => askResign(this.panel, this.act)).filter((x) => x !== null));
    this.offerNotifications();
    this.announce(before, live);
    this.root.dataset.version = String(Number(this.root.dataset.version) + 1);
    if (live.result && !before.result) this.finish();
    if (live.rematch && live.you !== null && before.next === "over" && !before.rematch) this.goOn(live.rematch);
  }

  /** Renews the panels only if they change: a question that is open stays. */
  showPanels() {
    const { session } = this, { live } = session, key = panelKey(session);
    if (key === this.panelKey) return;
    this.panelKey = key;
    this.panel.replaceChildren(...panels(session, this.seat, resultText(/** @type {any} */ (session)), this.act).filter((x) => x !== null));
    const away = absentFor(live);
    clearTimeout(this.awayTimer);
    if (away !== null && away < live.absence)
      this.awayTimer = setTimeout(() => look(this.id, this.seat.token).then((now) => this.receive(now), () => {}), (live.absence - away + 1) * 1000);
  }

  /** The new moves, one after the other. @param {Live} live */
  async animate(live) {
    const { session } = this, from = this.shownPlies, to = live.moves.length;
    if (from < 0 || to <= from || to - from > MOST_ANIMATED) return;
    for (let ply = from + 1; ply <= to; ply++) {
      const state = await session.stateAt(live, ply);
      await this.board.show(state.board, state.last, { ms: stepTime(), signal: this.control.signal, onStep: () => sound("step") });
      this.shownPlies = ply;
    }
  }

  /** What this browser can do now. */
  showTurn() {
    const { live, state, mine } = this.session, moving = mine && live.next === "move" && !this.sending;
    const throwing = mine && (live.next === "throw" || live.next === "rolloff") && !this.sending;
    const last = state.plies.at(-1)?.throw ?? state.rolloff.at(-1) ?? null;
    this.board.setMoves(moving ? state.legal : null);
    this.box.setMoves(moving ? state.legal : null);
    this.sticks?.set(live.throw ?? (throwing ? null : last), throwing, false);
    document.title = mine ? `● ${t("live.yourTurn")} · Lusoria` : `${gameTitle(live.game)} · Lusoria`;
    if (mine && !this.wasMine && document.hidden) this.notify();
    this.wasMine = mine;
  }

  showPresence() {
    const { live, state } = this.session, players = state.next === "rolloff" ? [0, 1] : state.players;
    this.clocks.show(live, players);
    this.presence.forEach((mark, side) => {
      const player = live.players[players[side]];
      mark.hidden = player.kind === "level" || live.next === "join";
      mark.classList.toggle("online", player.online);
      mark.textContent = t(player.online ? "live.online" : "live.offline");
    });
  }

  /** For screen readers. @param {Live} before @param {Live} live */
  announce(before, live) {
    if (live.moves.length > before.moves.length || live.next !== before.next) byId("live").append(el("p", {}, this.status.textContent ?? ""));
  }

  /** The finished game is one of "My games", where it can be reviewed. */
  finish() {
    const { live, stored } = this.session;
    if (live.you === null) return;
    const seats = /** @type {[import("../types.js").Seat, import("../types.js").Seat]} */ (live.players.map((p) => ({ kind: "person", name: p.name })));
    saveGame({ ...stored, seats });
  }

  // ---- notifications ----

  offerNotifications() {
    if (!("Notification" in window) || Notification.permission !== "default" || this.session.live.you === null || this.session.live.next === "over") return;
    this.actions.append(el("button", { type: "button", "data-do": "notify", onclick: async () => { await Notification.requestPermission(); this.receive(this.session.live); } }, t("live.notify")));
  }

  /** On phones only the service worker may show a notification. */
  notify() {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const title = t("live.yourTurnIn", { game: gameTitle(this.session.live.game) }), options = { tag: this.id, icon: "icon.svg" };
    try {
      const shown = new Notification(title, options);
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch {
      navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options)).catch(() => { /* the title says it, too */ });
    }
  }

  // ---- what the person does ----

  /** Sends an action for the turn that is shown, and shows the answer. @type {import("../live_panel.js").Act} */
  act = async (action, fields = {}) => {
    this.sending = true;
    this.note(null);
    this.showTurn();
    try {
      const { ply, generation } = this.session.live;
      /** @type {Record<string, number>} */
      const turn = ["throw", "move", "undo", "draw"].includes(action) ? { ply, generation } : {};
      const live = await sendSurely(`/${this.id}/${action}`, this.seat.token, { ...turn, ...fields }, this.control.signal);
      this.sending = false;
      await this.receive(live);
    } catch (error) {
      this.sending = false;
      if (this.control.signal.aborted) return;
      this.note(t("live.refused", { message: error instanceof LiveError ? error.message : String(error) }));
      this.showTurn();
    }
  };

  throwNow() {
    sound("throw");
    this.act("throw");
  }

  /** @param {string} text */
  move(text) {
    const legal = this.session.state.legal ?? [], found = legal.find((m) => m.move.toLowerCase() === text.toLowerCase());
    if (found) this.act("move", { move: found.move });
    else this.refuseText(text);
  }

  /** @param {number|null} from @param {number} to */
  refuseCells(from, to) {
    const move = clickedMove(this.session.state, Boolean(this.sticks), from, to);
    if (typeof move === "string") this.refuseText(move);
    else this.note(move);
  }

  /** Says which rule a move breaks. @param {string} text */
  async refuseText(text) {
    sound("refuse");
    const { stored } = this.session, why = await refusal(whereOf(stored), stored.game, text);
    if (why) this.note(why);
    else this.act("move", { move: text });
  }

  /** @param {import("../types.js").Move[]} moves */
  askWhich(moves) {
    this.panel.prepend(el("section", { class: "which" }, el("h2", {}, t("play.which")),
      el("div", { class: "buttons" }, moves.map((m) => el("button", { type: "button", dir: "ltr", onclick: () => this.move(m.move) }, m.move)))));
  }

  /** @param {string} key */
  key(key) {
    if (key === "t" && this.sticks && !this.sticks.button.disabled) this.throwNow();
    else if (key === "m") this.box.input.focus();
    else return false;
    return true;
  }

  /** Both want another game: the token is the same. @param {string} id */
  goOn(id) {
    keepSeat(id, { token: this.seat.token, watch: this.seat.watch });
    go(`#/friend/${id}`);
  }
}

// ---- arriving ----

/** Makes a game and goes to it. @param {URLSearchParams} query */
async function create(query) {
  const side = query.get("side"), clock = query.get("clock"), name = settings().name;
  const first = side === "second" ? "opponent" : side === "lot" ? "random" : "me";
  const live = await send("", undefined, { game: query.get("game") ?? "ur", name: name || t("seat.first"), first, ...(clock ? { clock } : {}) });
  keepSeat(live.id, { token: live.token ?? "", invite: live.invite, watch: live.spectator });
  history.replaceState(null, "", `#/friend/${live.id}`);
  return live.id;
}

/** Takes the seat; the text for the dice follows the commitment that was shown. @param {string} id @param {string} token @param {Record<string, string>} [fields] */
const join = (id, token, fields = {}) => send(`/${id}/join`, token, { nonce: randomHex(8), ...fields });

/** The page of an invitation. @param {HTMLElement} root @param {string} id @param {string} invite */
async function showInvitation(root, id, invite) {
  const live = await look(id, invite), host = live.players.find((p) => p.name !== "?"), game = gameTitle(live.game);
  const name = el("input", { name: "name", value: settings().name, maxlength: 30, required: true, autocomplete: "nickname" });
  const problem = el("p", { class: "problem", role: "alert" });
  const form = el("form", { class: "invited" },
    el("h1", {}, host ? t("live.invited", { who: host.name, game }) : t("live.invitedPlain", { game })),
    el("label", { class: "field" }, el("span", {}, t("setup.name")), name),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary", "data-do": "join" }, t("live.join"))), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const token = seatFor(id)?.token ?? randomHex(16), own = name.value.trim();
    changeSettings({ name: own });
    keepSeat(id, { token });
    try {
      await join(id, invite, { name: own, token });
      history.replaceState(null, "", `#/friend/${id}`);
      go(`#/friend/${id}`);
    } catch (error) {
      problem.textContent = error instanceof LiveError && error.status === 404 ? t("live.taken") : t("live.refused", { message: String(error) });
    }
  });
  root.append(form);
}

/** Shows a game whose token is known. @param {HTMLElement} root @param {string} id @param {LiveSeat} seat */
async function showGame(root, id, seat) {
  let live = await look(id, seat.token);
  if (live.you !== null && !live.players[live.you].joined) live = await join(id, seat.token);
  const session = new LiveSession(await rulesOf(live.game));
  await session.set(live);
  const view = new FriendView(session, seat, live);
  view.build(root);
  await view.receive(live);
  view.start();
  return () => view.stop();
}

/** @param {HTMLElement} root @param {unknown} error */
function fail(root, error) {
  const missing = error instanceof LiveError && error.status === 404;
  root.append(el("p", { class: "notice", role: "alert" }, missing ? t("live.gone") : t("live.none"), " ", el("a", { href: "#/" }, t("nav.home"))));
  return () => {};
}

/** @param {HTMLElement} root @param {import("../router.js").Params} params */
export async function mount(root, params) {
  await addTexts("live");
  await ask("games");
  const invite = params.query.get("join"), watch = params.query.get("watch");
  try {
    const id = params.path[0] || (await create(params.query));
    if (watch) {
      if (!seatFor(id)) keepSeat(id, { token: watch });
      history.replaceState(null, "", `#/friend/${id}`);
    }
    const seat = seatFor(id);
    const joined = seat && (!invite || (await look(id, seat.token).then(() => true, () => false)));
    if (seat && joined) return await showGame(root, id, seat);
    if (!invite) return fail(root, new LiveError(404, {}));
    await showInvitation(root, id, invite);
    return () => {};
  } catch (error) {
    return fail(root, error);
  }
}
