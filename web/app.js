// SPDX-License-Identifier: MIT
// app.js - starts the page: settings, language, header, views.
import { byId } from "./dom.js";
import { setLanguage, t } from "./i18n.js";
import { settings } from "./storage.js";
import { applyTheme } from "./theme.js";
import { drawHeader } from "./header.js";
import { startRouter } from "./router.js";
import { games } from "./engine.js";

async function start() {
  games().catch(() => { /* the view that needs the engine says so */ });
  applyTheme(settings().theme);
  await setLanguage(settings().language || navigator.language);
  const skip = byId("skip");
  skip.textContent = t("nav.skip");
  skip.addEventListener("click", (event) => { event.preventDefault(); byId("view").focus(); });
  drawHeader(byId("top"));
  startRouter(byId("view"));
  setTimeout(storeForOffline, 3000);
}

/** Later than everything that the first move needs. */
function storeForOffline() {
  if ("serviceWorker" in navigator && location.protocol.startsWith("http"))
    navigator.serviceWorker.register("sw.js").catch(() => { /* the page works without it */ });
}

start();
