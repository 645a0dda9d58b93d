/* SPDX-License-Identifier: MIT */
(function () {
  "use strict";
  var stepper = null;
  function openGame(game) {
    var stage = game.querySelector(".stage"), controls = game.querySelector(".controls");
    if (!stage) return;
    var steps = Array.prototype.slice.call(stage.children);
    steps.unshift(steps.pop());
    var rows = game.querySelectorAll(".plies tbody tr"), table = game.querySelector(".plies");
    var range = controls.querySelector("input"), said = game.querySelector(".said");
    var values = game.querySelector(".values"), cursor = game.querySelector(".cursor");
    var now = -1, last = steps.length - 1;
    function nextKey() {
      for (var i = now + 1; i <= last; i++) if (steps[i].classList.contains("key-step")) return i;
      return -1;
    }
    function button(name) { return controls.querySelector("[data-go=" + name + "]"); }
    function keepInView(row) {
      if (table.scrollHeight <= table.clientHeight + 1) return;
      var top = row.offsetTop - table.clientHeight / 2;
      table.scrollTop = top < 0 ? 0 : top;
    }
    function show(k, quiet) {
      k = Math.max(0, Math.min(last, k));
      if (k === now) return;
      if (now >= 0) steps[now].classList.remove("on");
      if (rows[now]) { rows[now].classList.remove("now"); rows[now].querySelector("a").removeAttribute("aria-current"); }
      now = k;
      steps[k].classList.add("on");
      if (rows[k]) { rows[k].classList.add("now"); rows[k].querySelector("a").setAttribute("aria-current", "step"); keepInView(rows[k]); }
      range.value = k;
      cursor.setAttribute("d", "M" + 10 * k + " 0V1000");
      button("first").disabled = button("back").disabled = k === 0;
      button("on").disabled = button("last").disabled = k === last;
      button("key").disabled = nextKey() < 0;
      if (!quiet) said.textContent = steps[k].querySelector("figcaption").textContent;
    }
    function go(name) {
      var to = { first: 0, back: now - 1, on: now + 1, last: last, key: nextKey() }[name];
      stepper = go;
      if (to !== undefined && (name !== "key" || to >= 0)) show(to);
    }
    function number(id) { var i = steps.indexOf(document.getElementById(id)); return i; }
    controls.addEventListener("click", function (e) {
      var b = e.target.closest("[data-go]");
      if (b) go(b.getAttribute("data-go"));
    });
    range.addEventListener("input", function () { stepper = go; show(Number(range.value)); });
    values.addEventListener("click", function (e) {
      var box = values.getBoundingClientRect();
      stepper = go;
      show(Math.round((e.clientX - box.left) / box.width * last));
    });
    game.addEventListener("click", function (e) {
      var row = e.target.closest(".plies tbody tr"), link = e.target.closest("a[href^='#']");
      if (row) link = row.querySelector("a");
      if (!link) return;
      var to = number(link.getAttribute("href").slice(1));
      if (to < 0) return;
      e.preventDefault();
      stepper = go;
      show(to);
      if (!row) stage.scrollIntoView({ block: "nearest" });
    });
    game.classList.add("live-game");
    stage.classList.add("live");
    cursor.classList.add("on");
    controls.hidden = game.querySelector(".keys").hidden = false;
    show(Math.max(0, number(location.hash.slice(1))), true);
    stepper = stepper || go;
  }
  document.querySelectorAll(".game").forEach(openGame);
  document.addEventListener("keydown", function (e) {
    var name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", m: "key", M: "key" }[e.key];
    if (!name || !stepper || e.altKey || e.ctrlKey || e.metaKey || e.target.closest("input,.plies")) return;
    e.preventDefault();
    stepper(name);
  });
})();
