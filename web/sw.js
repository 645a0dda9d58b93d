// SPDX-License-Identifier: MIT
// sw.js - the page without a network. All files are stored at the first visit; later
// visits are answered from the store, which is renewed in the background.
const STORE = "lusoria-1";
const FILES = [
  "./", "advice.js", "app.js", "board.css", "board.js", "boards/awari.js", "boards/cave.js", "boards/looks.js", "boards/senet.js", "boards/ur.js",
  "cells.js", "coach.js", "dice_panel.js", "dom.js", "drag.js", "editing.js", "endings.wasm", "engine.js", "engine.wasm", "explain.js", "graph.js", "header.js", "hint.js", "i18n.js", "icon.svg", "import.js",
  "keyboard.js", "learn.css", "links.js", "live_client.js", "live_clock.js", "live_panel.js", "live_seats.js", "live_session.js", "manifest.webmanifest", "moves.js", "networks.bin", "opponent.js", "picker.js", "picture.js", "pieces.js", "refusal.js", "router.js", "rules_text.js", "seats.js", "server.js",
  "session.js", "setup.js", "share.js", "sound.js", "status.js", "sticks.js", "storage.js", "strings/ar.js", "strings/ar_learn.js", "strings/ar_live.js", "strings/en.js", "strings/en_learn.js", "strings/en_live.js", "strip.js", "style.css",
  "theme.js", "training_store.js", "tryboard.js", "turns.js", "types.js", "valuebar.js", "views/explorer.js", "views/friend.js", "views/games.js", "views/home.js", "views/play.js",
  "views/review.js", "views/rules.js", "views/settings.js", "views/training.js", "worker.js",
];
const RULES = ["awari", "cave", "senet", "ur"].map((game) => `rules-${game}.json`); // made by tools/rules_json; the page works without

self.addEventListener("install", (event) => {
  const fill = async () => {
    const store = await caches.open(STORE);
    await store.addAll(FILES);
    await Promise.allSettled(RULES.map((file) => store.add(file)));
  };
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n !== STORE).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});

// Stored files at once; the network renews them for the next visit.
async function answer(request) {
  const store = await caches.open(STORE), stored = await store.match(request, { ignoreSearch: true });
  const fresh = fetch(request).then((response) => {
    if (response.ok) store.put(request, response.clone());
    return response;
  });
  if (!stored) return fresh;
  fresh.catch(() => {});
  return stored;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin && !/\/(api\/|healthz$|metrics$)/.test(url.pathname)) event.respondWith(answer(event.request));
});

// A notification of a game (views/friend.js); its tag is the id of the game.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const find = async () => {
    const windows = await self.clients.matchAll({ type: "window" }), found = windows.find((w) => w.url.includes(event.notification.tag));
    return found ? found.focus() : self.clients.openWindow(`./#/friend/${event.notification.tag}`);
  };
  event.waitUntil(find());
});
