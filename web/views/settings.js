// SPDX-License-Identifier: MIT
// settings.js - the view of the settings; every change is stored at once.
import { el } from "../dom.js";
import { t, languages, setLanguage, currentLanguage } from "../i18n.js";
import { settings, changeSettings } from "../storage.js";
import { applyTheme } from "../theme.js";
import { drawHeader } from "../header.js";
import { byId } from "../dom.js";
import { go } from "../router.js";
import { sound } from "../sound.js";

/** @typedef {import("../storage.js").Settings} Settings */

/** @param {keyof Settings} key @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} [then] */
function choice(key, options, chosen, then) {
  return el("fieldset", {}, el("legend", {}, t(`settings.${key}`)), options.map(([value, name]) =>
    el("label", { class: "radio" }, el("input", { type: "radio", name: key, value, checked: value === chosen,
      onchange: () => { changeSettings({ [key]: value }); then?.(value); } }), el("span", {}, name))));
}

/** @param {"sound"|"coach"|"bar"|"autoThrow"} key */
function toggle(key) {
  return el("label", { class: "radio" }, el("input", { type: "checkbox", name: key, checked: settings()[key],
    onchange: (/** @type {Event} */ event) => { changeSettings({ [key]: /** @type {HTMLInputElement} */ (event.target).checked }); if (key === "sound") sound("step"); } }), el("span", {}, t(`settings.${key}`)));
}

/** @param {HTMLElement} root */
export function mount(root) {
  const s = settings();
  root.append(el("div", { class: "page" }, el("h1", {}, t("nav.settings")),
    el("label", { class: "field" }, el("span", {}, t("setup.name")), el("input", { value: s.name, maxlength: 40, autocomplete: "nickname",
      onchange: (/** @type {Event} */ event) => changeSettings({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() }) })),
    choice("language", Object.entries(languages).map(([code, { name }]) => [code, name]), currentLanguage(), async (code) => {
      await setLanguage(code);
      drawHeader(byId("top"));
      go("#/settings");
    }),
    choice("theme", [["auto", t("theme.auto")], ["light", t("theme.light")], ["dark", t("theme.dark")]], s.theme, (theme) => applyTheme(/** @type {Settings["theme"]} */ (theme))),
    choice("speed", ["slow", "normal", "fast", "off"].map((v) => [v, t(`speed.${v}`)]), s.speed),
    el("fieldset", { class: "column" }, el("legend", {}, t("settings.help")), toggle("coach"), toggle("bar"), toggle("autoThrow")),
    el("fieldset", {}, el("legend", {}, t("settings.sounds")), toggle("sound"),
      el("label", { class: "radio" }, el("span", {}, t("settings.volume")), el("input", { type: "range", min: 0, max: 1, step: 0.1, value: s.volume,
        onchange: (/** @type {Event} */ event) => { changeSettings({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) }); sound("step"); } })))));
  return () => {};
}
