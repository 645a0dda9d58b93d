// SPDX-License-Identifier: MIT
// graph.js - small SVG graphs: the value of a game ply by ply, numbers over time.
import { svg } from "./dom.js";

/**
 * The chances of the first player before every ply, with marks for mistakes.
 * @param {number[]} values 0..1
 * @param {{at: number, class: string}[]} marks
 * @param {(ply: number) => void} onPick
 */
export function valueGraph(values, marks, onPick) {
  const w = 600, h = 120, x = (/** @type {number} */ i) => (values.length < 2 ? 0 : (w * i) / (values.length - 1)), y = (/** @type {number} */ v) => h - v * h;
  const line = values.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(" ");
  const dots = marks.map((m) => `<path class="dot ${m.class}" d="M${x(m.at).toFixed(1)} ${y(values[m.at]).toFixed(1)}h0"/>`).join("");
  const graph = svg("svg", { class: "graph", viewBox: `0 -6 ${w} ${h + 12}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    `<polygon class="area" points="0,${h} ${line} ${w},${h}"/><line class="half" x1="0" x2="${w}" y1="${h / 2}" y2="${h / 2}"/><polyline class="line" points="${line}"/>${dots}<line class="here" x1="0" x2="0" y1="-6" y2="${h + 6}"/>`);
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    onPick(Math.round(((event.clientX - box.left) / box.width) * (values.length - 1)));
  });
  /** @param {number} ply */
  const here = (ply) => graph.querySelector(".here")?.setAttribute("transform", `translate(${x(ply)} 0)`);
  return { element: graph, here };
}

/** A line of numbers from the oldest to the newest. @param {number[]} values */
export function sparkline(values) {
  const w = 240, h = 48, top = Math.max(...values, 1e-9);
  const points = values.map((v, i) => `${values.length < 2 ? w / 2 : (w * i) / (values.length - 1)},${h - (v / top) * h}`);
  return svg("svg", { class: "sparkline", viewBox: `-4 -4 ${w + 8} ${h + 8}`, "aria-hidden": "true" },
    `<polyline class="line" points="${points.join(" ")}"/>${points.map((p) => `<circle class="dot" cx="${p.split(",")[0]}" cy="${p.split(",")[1]}" r="3"/>`).join("")}`);
}
