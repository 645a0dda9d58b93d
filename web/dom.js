// SPDX-License-Identifier: MIT
// dom.js - elements in one call.

/** @typedef {string|number|Node|null|undefined|false} Child */

/**
 * Sets attributes: functions become listeners ("onclick"), true an empty attribute; null,
 * undefined and false are left out.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") /** @type {HTMLElement} */ (element).style.cssText = value; // allowed by a strict CSP
    else if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}

/**
 * An SVG element from markup that the page itself wrote; texts in it went through escape().
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {string} [markup]
 * @returns {SVGElement}
 */
export function svg(tag, attributes, markup = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(element, attributes);
  element.innerHTML = markup;
  return element;
}

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/**
 * The element with this id; it must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/**
 * Resolves after some milliseconds, or at once if the signal is already aborted.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted || ms <= 0) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}
