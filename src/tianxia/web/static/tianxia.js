// The small script of the pages: sends what people choose, shows what the server renders.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Talking to the server

async function api(method, path, body, type = "application/json") {
  const send = () => fetch(path, {
    method,
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": type }) },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  if (method !== "GET" && !("known" in document.body.dataset)) { // the first thing a new guest does
    await fetch("/api/guests", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    document.body.dataset.known = "";
  }
  const answer = await send();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.message || answer.statusText);
  return data;
}

let toastTimer;
function toast(text) {
  const box = $("#toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, 6000);
}

// For those who listen: each line is added, so that none is lost when several come at once.
const SPOKEN = 40;
function speak(lines) {
  const said = lines.map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  $("#live").append(...said);
  $$("#live p").slice(0, -SPOKEN).forEach((line) => line.remove());
}

// Forms that speak to the API

function fields(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || (field.type === "radio" && !field.checked)) continue;
    const value = field.dataset.type === "json" ? JSON.parse(field.value) : field.value;
    if (field.dataset.type === "list") {
      if (value) (body[field.name] ||= []).push(value);
    } else if (field.name.includes(".")) {
      const [group, name] = field.name.split(".");
      (body[group] ||= {})[name] = value;
    } else {
      body[field.name] = value;
    }
  }
  return Object.keys(body).length ? body : undefined;
}

// Is this page about to be left for another? Then it need not say that its table is gone.
let leaving = false;

async function submit(form) {
  if (form.dataset.sure && !confirm(form.dataset.sure)) return;
  const [method, path] = form.dataset.api.split(" ");
  const stranger = !("known" in document.body.dataset);
  const buttons = $$("button", form);
  buttons.forEach((button) => { button.disabled = true; });
  leaving = form.dataset.then.startsWith("/");
  try {
    const data = form.dataset.body === "file"
      ? await api(method, path, await form.elements.file.files[0].text(), "text/plain")
      : await api(method, path, fields(form));
    const then = form.dataset.then;
    if (then === "reload") location.reload();
    else if (then === "clear") form.reset();
    else if (then === "link") showLink($(".made-link", form), data.path);
    else if (then !== "stay") location.assign(then.replace("{id}", data.id));
    else if (stranger || !$("[data-table]")) location.reload(); // the page is a known guest's now
  } catch (error) {
    leaving = false;
    toast(error.message);
  } finally {
    buttons.forEach((button) => { button.disabled = false; });
  }
}

function showLink(place, path) {
  const link = document.createElement("a");
  link.href = path;
  link.textContent = location.origin + path;
  place.replaceChildren(link);
  place.hidden = false;
}

// Regions: what the server renders anew, with pieces that glide to their new places

// All pieces on the page by kind and place; `fresh` holds what some regions will be.
function pieces(fresh = new Map()) {
  const found = new Map();
  for (const region of $$("[data-region]")) {
    for (const element of $$("[data-kind]", fresh.get(region.dataset.region) ?? region)) {
      const key = `${element.dataset.kind}\n${element.dataset.place}`;
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(element);
    }
  }
  return found;
}

// Pieces of one kind that left a place, and those that turned up in another, are the same ones.
function travellers(before, after) {
  const left = new Map();
  for (const [key, old] of before) {
    const gone = old.length - (after.get(key)?.length ?? 0);
    const kind = key.split("\n")[0];
    if (gone > 0) left.set(kind, [...(left.get(kind) ?? []), ...old.slice(-gone)]);
  }
  const pairs = [];
  for (const [key, now] of after) {
    const came = now.length - (before.get(key)?.length ?? 0);
    const kind = key.split("\n")[0];
    for (const element of came > 0 ? now.slice(-came) : []) {
      const from = left.get(kind)?.shift();
      if (from) pairs.push([from, element]);
    }
  }
  return pairs;
}

const parse = (html) => {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
};

async function show(regions) {
  const fresh = new Map();
  for (const [name, html] of Object.entries(regions)) {
    if ($(`[data-region="${name}"]`)) fresh.set(name, parse(html));
  }
  if (!fresh.size) return;
  const focus = remembered();
  const swap = () => {
    const opened = $$("[data-region] details[open][id]").map((details) => details.id);
    for (const [name, content] of fresh) $(`[data-region="${name}"]`).replaceChildren(content);
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    table?.refresh();
    frame.fit();
    restore(focus);
    table?.reveal();
    tip.follow();
  };
  const moving = still.matches || document.hidden || !document.startViewTransition
    ? [] : travellers(pieces(), pieces(fresh));
  if (!moving.length) {
    swap();
    return;
  }
  moving.forEach(([from], n) => { from.style.viewTransitionName = `piece-${n}`; });
  const transition = document.startViewTransition(() => {
    moving.forEach(([from]) => { from.style.viewTransitionName = ""; });
    swap();
    moving.forEach(([, to], n) => { to.style.viewTransitionName = `piece-${n}`; });
  });
  transition.ready.catch(() => {}); // a hidden page shows the new state at once
  await transition.finished;
  moving.forEach(([, to]) => { to.style.viewTransitionName = ""; });
}

// What has the focus keeps it, though its element is a new one.
function remembered() {
  const element = document.activeElement;
  const region = element?.closest("[data-region]");
  if (!region) return null;
  const { action, pick, plus, minus, do: does } = element.dataset;
  const found = action ? `[data-action="${CSS.escape(action)}"]`
    : pick ? `[data-pick="${CSS.escape(pick)}"]`
    : plus ? `[data-plus="${CSS.escape(plus)}"]`
    : minus ? `[data-minus="${CSS.escape(minus)}"]`
    : does ? `[data-do="${does}"]` : null;
  return { region: region.dataset.region, found };
}

const usable = (element) => !element.disabled && element.checkVisibility({ visibilityProperty: true });

function restore(focus) {
  if (!focus) return;
  const region = $(`[data-region="${focus.region}"]`);
  const same = focus.found && $$(focus.found, region).find(usable);
  (same ?? firstOption() ?? $("#prompt-text"))?.focus({ preventScroll: true });
}

const firstOption = () => $$("#board .option, .option").find((option) => usable(option) && !option.matches(".unfit"));

// The frame: the board is as large as its room allows, and what is asked is in view.

const wide = matchMedia("(min-width: 62.01rem)");

const frame = {
  smallest: 0.7,
  largest: 1.8,
  spare: 1.15, // so much more room there must be before the board grows again: it shall not jump
  zoom: 1,

  fit() {
    const [board, room] = [$("[data-region=board]"), $(".middle")];
    if (!room || $(".scroll", board)) return; // the final scoring is read, not played
    const fits = (zoom) => {
      board.style.zoom = zoom;
      return room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth;
    };
    if (!wide.matches) {
      board.style.zoom = "";
    } else if (this.zoom !== this.largest && fits(this.zoom * this.spare) || !fits(this.zoom)) {
      let [low, high] = [this.smallest, this.largest];
      while (high - low > 0.01) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      this.zoom = low;
      board.style.zoom = low;
    }
  },

  // What scrolls around an element.
  scroller: (element) => element.closest(wide.matches ? ".middle, #players" : ".field"),

  // Scroll as little as needed until all of these are in view; if they need more, to the first.
  reveal(elements) {
    const around = new Map();
    for (const element of elements) {
      const scroller = this.scroller(element);
      if (scroller) around.set(scroller, [...(around.get(scroller) ?? []), element.getBoundingClientRect()]);
    }
    for (const [scroller, boxes] of around) {
      const view = scroller.getBoundingClientRect();
      const margin = 12;
      const top = Math.min(...boxes.map((box) => box.top)) - margin - view.top;
      const bottom = Math.max(...boxes.map((box) => box.bottom)) + margin - view.bottom;
      if (top < 0 || bottom > 0) scroller.scrollBy({ top: top < 0 ? top : Math.min(top, bottom) });
    }
  },
};

// One tip for the whole page, in the top layer: nothing covers it, and it covers no more than it must.

const tip = {
  box: $("#tip"),
  at: null,
  title: "",
  mouse: null, // where it was last
  resting: null, // the same, as long as it stays there after it was pressed or a key was

  own: "[data-explain], [data-why], [data-tip], [title], .option:has(> .preview)",

  // Whose words are to be shown: the element's own, or of the one thing it stands beside.
  find(element) {
    for (let near = element, n = 0; near?.matches && n < 4; near = near.parentElement, n++) {
      if (near.matches(this.own)) return near;
      const { width, height } = near.getBoundingClientRect();
      if (width * height > 30000) break; // no longer beside it: the open table
      const beside = new Set($$("[data-explain]", near).map((one) => one.dataset.explain));
      if (beside.size === 1) return $("[data-explain]", near);
      if (beside.size) break;
    }
    return element?.closest?.(this.own);
  },

  // What an option would do, why a thing is closed, what it is.
  words(element) {
    const line = (text, name) => {
      const written = document.createElement("p");
      written.className = name;
      written.textContent = text;
      return written;
    };
    const told = [];
    const option = element.closest(".option:has(> .preview)");
    const barred = element.closest("[data-why]");
    const said = element.dataset.tip || element.title;
    const key = (element.closest("[data-explain]") ?? $("[data-explain]", element))?.dataset.explain;
    const card = key && $(`[data-card="${CSS.escape(key)}"]`);
    if (option) told.push(line($(":scope > .preview", option).textContent, "would"));
    if (said) told.push(line(said, "said"));
    if (card) told.push(card.cloneNode(true));
    if (barred) told.push(line(barred.dataset.why, "why"));
    return told;
  },

  show(element, pinned = false) {
    const found = this.find(element);
    if (found === this.at && pinned === this.pinned) return;
    this.hide();
    if (!found) return;
    const words = this.words(found);
    if (!words.length) return;
    this.at = found;
    this.pinned = pinned;
    this.title = found.title;
    found.removeAttribute("title"); // or the browser would say it a second time
    this.box.replaceChildren(...words);
    this.box.classList.toggle("pinned", pinned);
    this.box.showPopover();
    this.place();
  },

  // After a moment, so that a hand passing over the board is not followed by cards.
  soon(element) {
    clearTimeout(this.waiting);
    if (this.pinned || this.box.contains(element)) return;
    const found = this.find(element);
    if (found === this.at) return;
    this.hide();
    if (found) this.waiting = setTimeout(() => this.show(element), 220);
  },

  // Above what it speaks of, or below, and always on the page.
  place() {
    const [here, box] = [this.at.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const [gap, edge] = [8, 6];
    const above = here.top - gap - box.height;
    const below = here.bottom + gap;
    const top = above >= edge ? above : Math.min(below, innerHeight - edge - box.height);
    const left = here.left + here.width / 2 - box.width / 2;
    this.box.style.top = `${Math.max(edge, top)}px`;
    this.box.style.left = `${Math.max(edge, Math.min(left, innerWidth - edge - box.width))}px`;
  },

  hide() {
    clearTimeout(this.waiting);
    if (!this.at) return;
    if (this.title) this.at.title = this.title;
    this.at = null;
    this.pinned = false;
    this.box.hidePopover();
  },

  // After the page changed under it.
  follow() {
    if (this.at && !this.at.isConnected) this.hide();
  },
};
// After a click or a key the board changes under the hand that rests there: no card until it moves again.
for (const event of ["pointerover", "pointermove"]) {
  document.addEventListener(event, ({ target, pointerType, clientX, clientY }) => {
    if (pointerType === "touch") return;
    tip.mouse = { x: clientX, y: clientY };
    const rested = tip.resting;
    if (rested && Math.hypot(clientX - rested.x, clientY - rested.y) < 4) return;
    tip.resting = null;
    if (rested || event === "pointerover") tip.soon(target);
  });
}
document.addEventListener("focusin", ({ target }) => { if (target.matches(":focus-visible") && !tip.box.contains(target)) tip.show(target); });
document.addEventListener("focusout", ({ target }) => { if (!tip.pinned && !tip.box.contains(target)) tip.hide(); }, true);
// What has the focus keeps its card when it is scrolled into view.
document.addEventListener("scroll", ({ target }) => {
  if (tip.pinned || !tip.at || !target.contains(tip.at)) return;
  const focus = $(":focus-visible");
  if (focus && (tip.at.contains(focus) || focus.contains(tip.at))) tip.place();
  else tip.hide();
}, true);
document.addEventListener("keydown", () => { tip.resting = tip.mouse; }, true);
document.documentElement.addEventListener("pointerleave", () => { if (!tip.pinned) tip.hide(); });

// A click on what is no option, the other button of the mouse, or a long press pins the card.
const LONG_PRESS = 450;
let pressed;
document.addEventListener("contextmenu", (event) => {
  if (!event.target.closest(".field, .dock") || !tip.find(event.target)) return;
  event.preventDefault();
  tip.show(event.target, true);
});
document.addEventListener("pointerdown", (event) => {
  clearTimeout(pressed);
  tip.resting = { x: event.clientX, y: event.clientY };
  if (tip.box.contains(event.target)) return;
  tip.hide();
  if (event.pointerType !== "touch" || !event.target.closest(".field, .dock")) return;
  pressed = setTimeout(() => {
    tip.show(event.target, true);
    tip.held = Boolean(tip.at); // then the finger's click is no choice
  }, LONG_PRESS);
});
for (const event of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(event, (moved) => { if (event !== "pointermove" || Math.hypot(moved.movementX, moved.movementY) > 4) clearTimeout(pressed); });
}
document.addEventListener("click", (event) => {
  if (tip.held) {
    tip.held = false;
    event.preventDefault();
    event.stopPropagation();
  } else if (event.target.closest(".field, .dock") && !event.target.closest("button, a, input, select, summary, label") && !tip.box.contains(event.target)) {
    tip.show(event.target, true);
  }
}, true);
window.addEventListener("resize", () => {
  tip.hide();
  frame.fit();
  table?.reveal(true);
});

// A live connection that comes back

const NAP = 30000; // a page hidden for so long may have slept
const SILENCE = 60000; // the server says something every 20 seconds

function live(path, lost) {
  let socket;
  let wait = 500;
  let down;
  let again;
  let hidden = 0;
  let silence;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => renew(), SILENCE);
  };
  const connect = () => {
    clearTimeout(again);
    socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${path}`);
    socket.onopen = () => {
      wait = 500;
      down = clearTimeout(down);
      document.body.classList.remove("offline");
    };
    socket.onmessage = (message) => {
      listen();
      receive(JSON.parse(message.data).regions);
    };
    listen();
    socket.onclose = (event) => {
      if (event.code === 4404) { if (!leaving) location.reload(); return; }
      down ??= setTimeout(() => {
        document.body.classList.add("offline");
        if (lost) toast(lost);
        down = undefined;
      }, 1500);
      again = setTimeout(connect, wait);
      wait = Math.min(wait * 2, 10000);
    };
  };
  // A connection may have died in the device's sleep without a word: what wakes up connects anew.
  const renew = () => {
    socket.onclose = null;
    socket.close();
    connect();
  };
  window.addEventListener("online", renew);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > NAP) renew();
  });
  connect();
}

let released = Promise.resolve();
document.addEventListener("pointerdown", () => {
  released = new Promise((done) => {
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => setTimeout(done), { once: true }); // after the click
    }
    setTimeout(done, 2000);
  });
});

// One after the other: what comes while pieces still travel waits, the newest of each region only.
let coming = null;
async function receive(regions) {
  if (coming) {
    Object.assign(coming, regions);
    return;
  }
  coming = regions;
  while (Object.keys(coming).length) {
    await released; // what is being clicked must not vanish under the finger
    await stage.play(coming);
    const now = coming;
    coming = {};
    await show(now);
    stage.shown(now);
  }
  coming = null;
}

// Staging: what the others did is shown piece by piece before the newest state is.

const SPEEDS = { slow: 1.8, normal: 1, fast: 0.5, none: 0 };
const TABLES_KEPT = 50;
const LONGEST = 14000; // milliseconds for all of it: the more there is, the quicker

const stage = {
  box: $("#stage"),
  move: null, // what has been shown
  latest: {}, // each region as it was shown last
  playing: false,
  hurry: null, // ends the pause that is waited for

  get speed() { return still.matches ? 0 : SPEEDS[settings.speed]; },
  moveOf: (html) => Number($("#prompt-text", parse(html ?? ""))?.dataset.move ?? NaN),

  // What this browser has shown of its tables, so that who comes back sees what happened meanwhile.
  get kept() { return JSON.parse(localStorage.getItem("tianxia-shown") ?? "{}"); },

  arrive() {
    const now = Number($("#prompt-text")?.dataset.move ?? 0);
    this.move = Math.min(this.kept[table.id] ?? now, now);
  },

  shown(regions) {
    Object.assign(this.latest, regions);
    const move = this.moveOf(regions.prompt);
    if (!table || Number.isNaN(move)) return;
    this.move = move;
    const others = Object.entries(this.kept).filter(([id]) => id !== table.id).slice(-TABLES_KEPT);
    localStorage.setItem("tianxia-shown", JSON.stringify(Object.fromEntries([...others, [table.id, move]])));
  },

  // Before these regions are shown: the way there, if there is one to see.
  async play(regions) {
    const move = this.moveOf(regions.prompt);
    if (!table || !this.speed || document.hidden || this.move === null || !(move > this.move)) return;
    const from = this.move;
    this.move = move;
    await this.perform(`?since=${from}`);
  },

  async perform(query) {
    let scenes = [];
    try {
      ({ scenes } = await api("GET", `/table/${table.id}/scenes${query}`));
    } catch {
      return; // the newest state is shown anyway
    }
    const acts = scenes.map((scene) => ({ ...scene, groups: this.groups(scene) }));
    const all = acts.flatMap(({ groups }) => groups);
    if (!all.length) return;
    const quicker = Math.min(1, LONGEST / all.reduce((sum, group) => sum + this.time(group), 0));
    this.begin();
    for (const { regions, groups } of acts) {
      if (!this.playing) break;
      if (groups.some(({ moment }) => moment === "reveal")) await this.suspense();
      if (!this.playing) break;
      if (groups.length) await show(regions);
      for (const group of groups) {
        if (!this.playing) break;
        this.tell(group);
        await this.pause(this.time(group) * quicker);
      }
    }
    this.end();
  },

  // Lines of one kind are told together; what one did oneself needs no telling.
  groups({ lines }) {
    const groups = [];
    for (const line of lines) {
      if (line.seats.length === 1 && line.seats[0] === table.seat && !line.moment) continue;
      const last = groups.at(-1);
      if (last?.kind === line.kind && last.lines.length < 6) last.lines.push(line);
      else groups.push({ kind: line.kind, moment: line.moment, lines: [line] });
    }
    return groups;
  },

  time({ lines, moment }) {
    const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
    return this.speed * (600 + Math.min(14 * letters, 2600) + (moment ? 500 : 0));
  },

  begin() {
    this.playing = true;
    table.root.classList.add("staging");
    const skip = Object.assign(document.createElement("button"), { type: "button", textContent: table.data.skipWord });
    skip.dataset.do = "skip";
    $("#actions").replaceChildren(skip);
    const prompt = $("#prompt-text");
    prompt.dataset.mine = "0";
    prompt.dataset.question = "";
    prompt.textContent = table.data.stagingWord;
  },

  async suspense() {
    this.write([{ text: table.data.revealWord, seats: [] }], "reveal");
    this.box.classList.add("beat");
    sound("roll");
    await this.pause(900 * this.speed);
    this.box.classList.remove("beat");
  },

  tell({ lines, moment }) {
    this.write(lines, moment);
    this.dim();
    for (const line of lines) this.light(line);
    sound(moment || "tap");
  },

  write(lines, moment) {
    this.box.className = moment ? `moment-${moment}` : "";
    $("ul", this.box).replaceChildren(...lines.map(({ text, seats }) => {
      const line = document.createElement("li");
      const seal = seats.length === 1 && $(`.player.seat-${seats[0]} header .seal`)?.cloneNode(true);
      line.append(...(seal ? [seal] : []), text);
      return line;
    }));
    this.box.hidden = false;
  },

  // The seat a thing belongs to: that of the nearest element that names one.
  owner(element) {
    for (let at = element; at; at = at.parentElement) {
      const named = [...at.classList].find((name) => /^seat-\d$/.test(name));
      if (named) return Number(named.at(-1));
    }
    return null;
  },

  // The pieces a line speaks of: named by it, and before the player of whom it speaks.
  light({ about, seats, moment }) {
    const named = $$("[data-kind], [data-about]").filter(({ dataset }) =>
      about.includes(dataset.kind) || dataset.about?.split(" ").some((word) => about.includes(word)));
    const of = (element) => seats.includes(this.owner(element));
    const own = named.filter(of);
    const lit = own.length ? own : named.flatMap((element) => {
      const theirs = seats.flatMap((seat) => $$(`.seat-${seat}`, element));
      return theirs.length ? theirs.filter((one) => !theirs.includes(one.parentElement)) : [element];
    });
    for (const element of lit) element.classList.add("lit", ...(moment ? [`lit-${moment}`] : []));
    for (const seat of seats) $(`.player.seat-${seat}`)?.classList.add("lit");
    const first = lit.find((element) => element.closest(".middle"));
    if (first) frame.reveal([first]);
  },

  dim() {
    for (const { classList } of $$(".lit")) { // seals among them, which are drawings
      classList.remove(...[...classList].filter((name) => /^lit(-\w+)?$/.test(name)));
    }
  },

  pause(time) {
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.hurry = () => { clearTimeout(timer); done(); };
    });
  },

  skip() {
    if (!this.playing) return false;
    this.playing = false;
    this.hurry?.();
    return true;
  },

  end() {
    this.playing = false;
    this.box.hidden = true;
    this.dim();
    table.root.classList.remove("staging");
  },

  // On demand: told in words, and shown again if wanted.
  async since() {
    const lines = $$(".news li").map((line) => line.textContent);
    $("#since ol").replaceChildren(...lines.map((text) =>
      Object.assign(document.createElement("li"), { textContent: text })));
    const again = $("#since [value=show]"); // lessons have none
    if (again) again.hidden = still.matches;
    $("#since").showModal();
  },

  async again() {
    if (coming) return; // something is about to be shown anyway
    coming = {}; // what comes meanwhile waits
    const speed = settings.speed;
    if (!this.speed) settings.speed = "normal"; // asked for, it is shown whatever the setting
    await this.perform("");
    settings.speed = speed;
    const newer = { ...this.latest, ...coming };
    coming = null;
    await receive(newer);
  },
};

$("#since")?.addEventListener("close", ({ target }) => {
  if (target.returnValue === "show") stage.again();
  target.returnValue = "";
});
for (const event of ["pointerdown", "keydown"]) {
  document.addEventListener(event, (happened) => {
    if (!happened.target.closest?.("input, select, textarea, dialog, a") && stage.skip()) happened.stopPropagation();
  }, true);
}

// The table

class Table {
  constructor(root) {
    this.root = root;
    this.id = root.dataset.table;
    this.sent = null; // the question whose answer is on its way
    this.chosen = null; // one option waiting to be confirmed
    this.picks = {}; // the parts of a compound move, by field
    this.field = null; // the field the next part goes to, if one was named
    this.counts = {}; // steps of a sequence
    this.question = null;
    this.lastLine = this.newestMove();
    this.said = this.messages();
    this.lit = "";
    this.seat = root.dataset.seat ? Number(root.dataset.seat) : null;
    this.refresh();
    frame.fit();
    this.reveal();
  }

  get data() { return this.root.dataset; }
  get text() { return $("#prompt-text"); }
  get asked() { return this.text?.dataset.question ?? ""; }
  get mine() { return this.text?.dataset.mine === "1"; }
  // The next question may be here before the server's word on the last.
  get busy() { return this.sent !== null && this.sent === this.question; }
  messages() { return $$(".said li:not(.soft)").length; }
  newestMove() { return Number($(".log li")?.dataset.move ?? -1); }

  refresh() {
    if (this.asked !== this.question) { // a new question: nothing half-made is left
      const was = this.question;
      this.question = this.asked;
      this.root.classList.remove("busy");
      this.chosen = null;
      this.picks = {};
      this.counts = {};
      this.field = null;
      if (this.mine && was !== null) this.callToTurn();
    }
    document.title = this.mine ? this.data.turnTitle : this.data.title;
    this.speakNews();
    const said = this.messages();
    if (said > this.said && $("#panel-chat").hidden) $(".unread").hidden = false;
    this.said = said;
    this.mark();
  }

  speakNews() {
    const lines = $$(".log li").filter((line) => Number(line.dataset.move) > this.lastLine);
    lines.forEach((line) => line.classList.add("new"));
    const said = lines.reverse().map((line) => $(".what", line).textContent);
    const prompt = this.text?.textContent.trim() ?? "";
    if (said.length || prompt !== this.spokenPrompt) speak([...said, prompt]);
    this.spokenPrompt = prompt;
    this.lastLine = this.newestMove();
  }

  // What is asked is in view: all that is lit, when something else than before is.
  reveal(again = false) {
    const options = $$(".field .option:not(.unfit, .chosen)").filter(usable);
    const board = options.filter((option) => option.closest(".middle"));
    const lit = `${this.question} ${options.map((o) => o.dataset.action ?? o.dataset.pick ?? o.dataset.plus)}`;
    if (lit === this.lit && !again) return;
    this.lit = lit;
    frame.reveal(board.length ? board : options);
  }

  callToTurn() {
    sound("turn");
    if (settings.notify && document.hidden && window.Notification?.permission === "granted") {
      new Notification(this.data.title, { body: this.data.turnNote, tag: this.id });
    }
  }

  // Choosing

  choose(element) {
    if (this.busy) return;
    const { action } = element.dataset;
    const ask = "confirm" in element.dataset || settings.confirm;
    const sure = !ask || this.chosen === action;
    this.chosen = action;
    if (sure) this.send(this.made);
    else this.mark();
  }

  get legal() { return $$("#choices option").map((option) => option.value); }
  // What lies on the board names its card; the list knows it by its place.
  // What an action is called: by the piece that shows it, or by itself.
  called(action) { return $$("#choices option").find((option) => option.value === action)?.textContent; }
  wordsOf(action) { return $(`[data-action="${CSS.escape(action)}"]`)?.dataset.words ?? this.called(action); }

  // Every legal action of the compound, as the values of its fields.
  get compounds() {
    const patterns = ($("[data-compound]")?.dataset.compound ?? "").split("|").filter(Boolean);
    const readers = patterns.map((pattern) => {
      const names = [];
      const source = pattern.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)(:rest)?\}/g, (_, name, rest) => {
        names.push(name);
        return rest ? "(.+)" : "([^\\s/+>,]+)";
      });
      return { names, expression: new RegExp(`^${source}$`) };
    });
    return this.legal.flatMap((action) => {
      for (const { names, expression } of readers) {
        const found = expression.exec(action);
        if (found) return [{ action, values: Object.fromEntries(names.map((n, i) => [n, found[i + 1]])) }];
      }
      return [];
    });
  }

  fits(picks) {
    return this.compounds.filter(({ values }) =>
      Object.entries(picks).every(([field, value]) => values[field] === value));
  }

  get order() {
    return [...new Set(this.compounds.flatMap(({ values }) => Object.keys(values)))].sort();
  }

  pick(value) {
    if (this.busy) return;
    const taken = Object.keys(this.picks).find((field) => this.picks[field] === value);
    if (taken) delete this.picks[taken];
    const order = this.order;
    const free = order.filter((field) => !(field in this.picks));
    // A part picked again goes to the next place it fits, or back.
    const later = taken ? free.filter((field) => field > taken) : free;
    const target = this.field ? [this.field, ...later] : later;
    const place = target.find((field) => this.fits({ ...this.picks, [field]: value }).length);
    if (place) this.picks[place] = value;
    else if (!taken && !this.rearrange([...Object.values(this.picks), value])) this.exchange(order, value);
    this.field = null;
    this.mark();
    if ($("[data-swift]") && this.made && !settings.confirm) this.send(this.made);
  }

  // A move that has all these parts, in whatever order its notation wants them.
  joined(values) {
    return this.compounds.find((one) => {
      const parts = Object.values(one.values);
      return values.every((value) => parts.includes(value)) && parts.length >= values.length;
    });
  }

  rearrange(values) {
    const same = this.joined(values);
    if (same) {
      this.picks = Object.fromEntries(Object.entries(same.values).filter(([, v]) => values.includes(v)));
    }
    return Boolean(same);
  }

  // A part for which there is no place takes that of another; in the first place it may begin anew.
  exchange(order, value) {
    const place = order.find((field) => this.fits({ ...this.picks, [field]: value }).length);
    if (place) this.picks[place] = value;
    else if (this.fits({ [order[0]]: value }).length) this.picks = { [order[0]]: value };
  }

  get made() {
    const { end } = this;
    const steps = Object.entries(this.counts).flatMap(([step, n]) => Array(n).fill(step));
    if (end && (this.chosen === end || (steps.length && !this.chosen))) {
      return this.closed ? steps : [...steps, end];
    }
    if (this.chosen) return [this.chosen];
    const whole = Object.keys(this.picks).length && this.fits(this.picks).find(({ values }) =>
      Object.keys(values).length === Object.keys(this.picks).length);
    return whole ? [whole.action] : null;
  }

  get end() { return $("[data-sequence]")?.dataset.sequence; }
  get closed() { return this.spent === this.most && $("[data-sequence][data-closes]") !== null; }
  get most() { return Number($("[data-sequence]")?.dataset.most ?? Infinity); }
  get spent() { return Object.values(this.counts).reduce((sum, n) => sum + n, 0); }

  count(step, by) {
    if (this.busy || (by > 0 && this.spent >= this.most)) return;
    this.counts[step] = Math.max(0, (this.counts[step] ?? 0) + by);
    this.mark();
  }

  // As many steps as typed or dragged to, and no more than there are.
  set(step, number) {
    const others = this.spent - (this.counts[step] ?? 0);
    const wanted = Math.max(0, Math.min(Math.round(number) || 0, this.most - others));
    this.count(step, wanted - (this.counts[step] ?? 0));
  }

  clear() {
    this.chosen = null;
    this.picks = {};
    this.counts = {};
    this.field = null;
    this.mark();
  }

  // Show what is half made.
  mark() {
    for (const element of $$("[data-action]")) {
      element.classList.toggle("chosen", element.dataset.action === this.chosen);
    }
    const picked = Object.entries(this.picks);
    const free = picked.length ? this.order.filter((field) => !(field in this.picks)) : [];
    for (const element of $$("[data-pick]")) {
      const { pick } = element.dataset;
      const field = picked.find(([, value]) => value === pick)?.[0];
      const fits = !picked.length || free.some((other) => this.fits({ ...this.picks, [other]: pick }).length)
        || Boolean(free.length && this.joined([...Object.values(this.picks), pick]));
      element.classList.toggle("chosen", Boolean(field));
      element.classList.toggle("unfit", !field && !fits);
      element.setAttribute("aria-pressed", String(Boolean(field)));
      element.dataset.at = field ?? "";
    }
    for (const element of $$("[data-field]")) {
      element.classList.toggle("target", element.dataset.field === this.field);
      const shown = $("[data-shows]", element);
      if (shown) shown.textContent = this.picks[element.dataset.field] ?? "";
    }
    for (const element of $$("[data-count]")) {
      const number = this.counts[element.dataset.count] ?? 0;
      if (!element.matches("input")) element.textContent = number;
      else if (Number(element.value) !== number || document.activeElement !== element) element.value = number;
    }
    const { spent, most, made } = this;
    for (const element of $$("[data-plus]")) element.setAttribute("aria-disabled", String(spent >= most));
    for (const element of $$("[data-minus]")) {
      element.setAttribute("aria-disabled", String(!this.counts[element.dataset.minus]));
    }
    for (const element of $$("[data-spent]")) element.textContent = spent;
    for (const element of $$("[data-left]")) element.textContent = most - spent;
    $$("[data-token]").forEach((element, n) => element.classList.toggle("spent", n < spent));
    for (const element of $$("[data-when]")) element.hidden = element.dataset.when !== made?.[0];
    const pending = $(".pending");
    if (!pending) return;
    pending.hidden = !made && !picked.length && !spent;
    const button = $("[data-do=confirm]", pending);
    button.disabled = !made;
    const words = made ? `: ${spent ? this.called(this.end) : this.wordsOf(made[0])}` : "";
    const next = !made && $("[data-compound]")?.dataset.next; // what is still to be said
    button.textContent = next || this.data.confirmWord + words;
    const held = document.activeElement; // it may be gone with what was half made
    if (held.closest("[data-region]") && !usable(held)) (firstOption() ?? this.text).focus({ preventScroll: true });
    if (picked.length) this.reveal();
  }

  // One action, or several that count as one.
  async send(actions) {
    if (this.busy || !this.question) return;
    if (actions.length === 1) [actions] = actions;
    const steps = [actions].flat().flatMap((action) => action.split("; "));
    const detail = { id: this.id, question: Number(this.question), actions: steps, go: () => this.decide(steps, detail.question) };
    if (!document.dispatchEvent(new CustomEvent("tianxia:decide", { cancelable: true, detail }))) return; // the coach has a word
    await detail.go();
  }

  async decide(action, question) {
    await this.doing(() => api("POST", `/api/tables/${this.id}/decisions`,
      { question, action }));
  }

  // Against bots: back to before one's decision of that number.
  rewind(number) {
    this.doing(() => api("POST", `/api/tables/${this.id}/rewind`, { decision: Number(number) }));
  }

  undo() {
    const past = $("#actions [data-do=rewind]");
    if (past) this.rewind(past.dataset.to);
    else if ($("[data-do=undo]")) this.doing(() => api("POST", `/api/tables/${this.id}/undo`));
  }

  async doing(what) {
    const about = this.question;
    this.sent = about;
    this.root.classList.add("busy");
    try {
      await what();
    } catch (error) {
      toast(error instanceof TypeError ? this.data.failed : error.message);
    } finally {
      if (this.sent === about) {
        this.sent = null;
        this.root.classList.remove("busy");
      }
      if (this.question === about) this.clear();
    }
  }

  // The keyboard: arrows go to the nearest option in that direction.
  // With Shift to the nearest thing of all, only to look at it.
  walk(key, looking) {
    const asked = looking ? ".board [data-explain], #hand [data-explain], #players [data-explain]"
      : ".option, [data-do=confirm], [data-do=undo]";
    const options = $$(asked, this.root).filter((element) => looking
      ? element.checkVisibility({ visibilityProperty: true }) && !element.parentElement.closest("[data-explain]")
      : usable(element));
    if (looking) options.filter((one) => one.tabIndex < 0).forEach((one) => one.setAttribute("tabindex", "-1"));
    if (!options.length) return;
    const here = document.activeElement;
    if (!options.includes(here)) { options[0].focus(); return; }
    const centre = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(here);
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    let best = null;
    for (const option of options) {
      const [ox, oy] = centre(option);
      const along = sign * (across ? ox - x : oy - y);
      const aside = Math.abs(across ? oy - y : ox - x);
      if (option === here || along <= 2) continue;
      const far = along + 3 * aside;
      if (!best || far < best.far) best = { option, far };
    }
    best?.option.focus();
  }
}

// A lesson: what was answered is kept in this browser, and goes along with every answer.

const lessonsKept = () => JSON.parse(localStorage.getItem("tianxia-lessons") ?? "{}");

class Lesson extends Table {
  constructor(root) {
    super(root);
    this.path = root.dataset.lesson;
    this.answers = [];
    const kept = lessonsKept()[this.path];
    if (kept?.version === this.data.version && kept.answers.length && !kept.done) this.ask(kept.answers, []);
  }

  callToTurn() { sound("tap"); }

  refresh() {
    super.refresh();
    this.point();
    // Lines that found no room can be read all the same.
    const [all, news] = [$(".since", this.root), $(".news", this.root)];
    if (all) {
      all.hidden = true;
      all.hidden = news.firstElementChild.getBoundingClientRect().top >= news.getBoundingClientRect().top - 1;
    }
    const best = this.text.dataset.best?.split("|") ?? []; // a puzzle's answer, once it is known
    for (const option of $$("[data-action]", this.root)) if (best.includes(option.dataset.action)) option.classList.add("meant");
    leadOn();
  }

  // The pieces of these names.
  named(names) {
    const wanted = names.split(" ").filter(Boolean);
    return $$("[data-explain], [data-part]", this.root).filter(({ dataset: { explain, part } }) =>
      wanted.some((name) => part === name || explain === name || explain?.startsWith(`${name}-`)));
  }

  // The pieces meant stand out; the rest steps back, but for what is looked at to decide.
  point() {
    for (const element of $$(".meant, .aside")) element.classList.remove("meant", "aside");
    const { point, see } = this.text.dataset;
    const meant = this.named(point);
    const kept = [...meant, ...this.named(see)];
    // The field itself may have no box that could step back: its parts do.
    const around = new Set(meant.length ? [this.root, $(".field", this.root)] : []);
    for (const element of meant) element.classList.add("meant");
    for (const element of kept) {
      for (let outer = element; outer !== this.root; outer = outer.parentElement) around.add(outer);
    }
    for (const outer of around) {
      if (kept.some((element) => element.contains(outer))) continue;
      for (const inner of outer.children) if (!around.has(inner) && !inner.matches(".prompt-bar, .dock, .actions")) inner.classList.add("aside");
    }
    const seen = kept.filter((element) => element.closest(".field") && element.getClientRects().length);
    if (seen.length) frame.reveal(seen);
  }

  async ask(answers, answer) {
    const given = JSON.stringify([answers, answer]);
    const told = await api("POST", this.path, { answers, answer, insist: given === this.given });
    this.given = given;
    this.answers = told.answers;
    const kept = lessonsKept();
    const { done } = kept[this.path] ?? {};
    kept[this.path] = { version: this.data.version, answers: told.answers, done: done || told.done };
    localStorage.setItem("tianxia-lessons", JSON.stringify(kept));
    await receive(told.regions);
    if (!document.activeElement.matches(".option")) (firstOption() ?? $("#actions a.primary"))?.focus({ preventScroll: true });
  }

  answer(...answer) { return this.busy ? undefined : this.doing(() => this.ask(this.answers, answer.flatMap((one) => one.split("; ")))); }
  send(actions) { return this.answer(...actions); }
  undo() { this.doing(() => this.ask(this.answers.slice(0, -1), [])); }
  again() {
    const { againSure } = this.data;
    if (againSure && this.answers.length > 1 && !confirm(againSure)) return;
    this.doing(() => this.ask([], []));
  }
}

// The next puzzle is one that was not solved here yet.
function leadOn() {
  const kept = lessonsKept();
  for (const link of $$("a[data-puzzles]")) {
    const paths = link.dataset.puzzles.trim().split(" ");
    const open = ({ version, done } = {}) => !done || version !== link.dataset.version;
    link.href = paths.find((path) => open(kept[path])) ?? paths[0];
  }
}
leadOn();

for (const link of $$("[data-lessons] a")) {
  const kept = lessonsKept()[link.getAttribute("href")];
  const state = $(".state", link);
  if (kept?.version !== (link.dataset.version ?? link.closest("[data-lessons]").dataset.version)) continue;
  link.classList.toggle("done", Boolean(kept.done));
  if (kept.done) state.textContent = state.dataset.done;
  else if (kept.answers.length) state.textContent = state.dataset.begun;
}

// Sounds of wood, drum and bell, made as they are needed: [after, pitch, length, loudness, wave, to].

const SOUNDS = {
  turn: [[0, 880, 0.16, 0.18, "triangle"], [0.09, 660, 0.16, 0.18, "triangle"]], // two taps on wood
  tap: [[0, 520, 0.07, 0.06, "triangle"]],
  round: [[0, 262, 0.7, 0.14, "sine"], [0.02, 524, 0.5, 0.06, "sine"]],
  roll: [0, 0.12, 0.22, 0.31, 0.39, 0.46, 0.52, 0.58, 0.63].map((at) => [at, 95, 0.1, 0.16, "sine", 60]),
  reveal: [[0, 392, 0.5, 0.14, "triangle"], [0.05, 588, 0.6, 0.12, "triangle"]],
  clash: [[0, 180, 0.25, 0.16, "sawtooth", 90], [0.03, 233, 0.22, 0.12, "square", 110]],
  fall: [[0, 720, 0.9, 0.14, "sine", 110]],
  strike: [[0, 82, 0.5, 0.3, "sine", 40], [0, 140, 0.2, 0.1, "square", 50]],
  gain: [[0, 660, 0.14, 0.1, "sine"], [0.09, 990, 0.22, 0.1, "sine"]],
  loss: [[0, 330, 0.2, 0.12, "triangle", 240], [0.14, 220, 0.3, 0.12, "triangle", 150]],
  end: [[0, 196, 1.6, 0.18, "sine"], [0.04, 392, 1.3, 0.1, "sine"], [0.5, 588, 1.2, 0.08, "sine"]],
};

let audio;
function sound(name) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [after, pitch, length, loudness, wave, to] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const at = audio.currentTime + after;
    tone.type = wave;
    tone.frequency.setValueAtTime(pitch, at);
    if (to) tone.frequency.exponentialRampToValueAtTime(to, at + length);
    loud.gain.setValueAtTime(loudness, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}

// Settings of this browser

const settings = {
  sound: true,
  speed: "normal",
  replay: "normal",
  notify: false,
  confirm: matchMedia("(pointer: coarse)").matches, // a finger slips more easily than a mouse
  ...JSON.parse(localStorage.getItem("tianxia") ?? "{}"),
};
const value = (box) => (box.type === "checkbox" ? "checked" : "value");

function keep(name, chosen) {
  settings[name] = chosen;
  localStorage.setItem("tianxia", JSON.stringify(settings));
  showSettings();
}

function showSettings() {
  for (const box of $$("[data-setting]")) box[value(box)] = settings[box.dataset.setting];
  $("[data-do=sound]")?.setAttribute("aria-pressed", String(settings.sound));
}
showSettings();

// The level played against last is offered again.
for (const box of $$("select[data-level]")) {
  const last = $$("option", box).find((option) => option.dataset.level === settings.level);
  if (last) box.value = last.value;
  box.addEventListener("change", () => keep("level", box.selectedOptions[0].dataset.level));
}

for (const box of $$("[data-setting]")) {
  box.addEventListener("change", async () => {
    if (box.dataset.setting === "notify" && box.checked) {
      box.checked = (await window.Notification?.requestPermission()) === "granted";
    }
    keep(box.dataset.setting, box[value(box)]);
  });
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=34560000; samesite=lax`;
}

// The replay: step by step, round by round, or by itself

const numbers = (text) => (text ? text.split(",").map(Number) : []);

class Replay {
  constructor(root) {
    this.path = root.dataset.replay;
    this.slider = $("#move");
    this.shown = Number(this.slider.value);
    const { steps, rounds } = $(".slider").dataset;
    this.steps = numbers(steps); // answers to a secret question are one step: their revelation
    this.rounds = numbers(rounds);
    this.playing = false;
    this.slider.addEventListener("input", () => this.go(this.nearest(Number(this.slider.value))));
    $("#eyes")?.addEventListener("change", () => this.go(this.shown));
    frame.fit();
  }

  get query() { return $("#eyes")?.value ? `seat=${$("#eyes").value}` : ""; }

  nearest(move) { return this.steps.findLast((step) => step <= move) ?? 0; }

  // The next of these moves in that direction.
  beyond(moves, by) {
    return by > 0 ? moves.find((move) => move > this.shown) : moves.findLast((move) => move < this.shown);
  }

  step(by) { return this.go(this.beyond(this.steps, by) ?? this.shown); }

  round(by) { return this.go(this.beyond(this.rounds, by) ?? (by > 0 ? this.steps.at(-1) : 0)); }

  async go(move, tell = false) {
    if (!tell) this.stop();
    this.shown = move;
    this.slider.value = move;
    $("output").textContent = `${move} / ${this.slider.max}`;
    history.replaceState(null, "", `${this.path}?move=${move}${this.query && `&${this.query}`}`);
    const mark = (this.last = {}); // only the newest answer counts
    try {
      const { regions, lines } = await api("GET", `${this.path}/${move}?${this.query}`);
      if (mark !== this.last) return 0;
      await show(regions);
      stage.dim();
      for (const line of lines) stage.light(line);
      if (tell) sound(lines.find(({ moment }) => moment)?.moment ?? "tap");
      return lines.reduce((sum, { text }) => sum + text.length, 0);
    } catch (error) {
      this.stop();
      toast(error.message);
      return 0;
    }
  }

  async play() {
    if (this.playing) { this.stop(); return; }
    this.playing = true;
    this.mark();
    if (this.shown >= this.steps.at(-1)) await this.go(0, true);
    while (this.playing) {
      const next = this.beyond(this.steps, 1);
      if (next === undefined) break;
      const letters = await this.go(next, true);
      const time = SPEEDS[settings.replay] * (700 + Math.min(12 * letters, 3000));
      await new Promise((done) => { setTimeout(done, time); });
    }
    this.stop();
  }

  stop() {
    this.playing = false;
    this.mark();
  }

  mark() { $("[data-do=play]").setAttribute("aria-pressed", String(this.playing)); }

  key(key) {
    const does = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.round(-1),
      PageDown: () => this.round(1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.at(-1)),
      " ": () => this.play(),
    }[key];
    does?.();
    return Boolean(does);
  }
}

// Everything that is clicked, pressed or sent

const [seated, learning] = [$("[data-table]"), $("[data-lesson]")];
const table = seated ? new Table(seated) : learning ? new Lesson(learning) : null;
if (seated) stage.arrive();
const replay = $("[data-replay]") ? new Replay($("[data-replay]")) : null;
const liveRoot = $("[data-live]");
if (liveRoot) live(liveRoot.dataset.live, liveRoot.dataset.lost);

document.addEventListener("submit", (event) => {
  if (event.target.dataset.api) {
    event.preventDefault();
    submit(event.target);
  } else if (event.target.matches(".typed") && table) {
    event.preventDefault();
    const text = $("#typed").value.trim();
    if (text) table.send([text]).then(() => { $("#typed").value = ""; });
  }
});

// A number is typed, or dragged: right or up for more.
const DRAG = 14; // pixels a step
document.addEventListener("input", ({ target }) => {
  if (table && target.matches("input[data-count]")) table.set(target.dataset.count, Number(target.value.replace(/\D/g, "")));
});
document.addEventListener("focusin", ({ target }) => { if (target.matches("input[data-count]")) target.select(); });
document.addEventListener("focusout", ({ target }) => { if (target.matches("input[data-count]")) table?.mark(); });
document.addEventListener("pointerdown", (event) => {
  const number = event.target.closest("input[data-count]");
  if (!number || !table) return;
  const [x, y, from] = [event.clientX, event.clientY, Number(number.value)];
  const drag = (moved) => table.set(number.dataset.count, from + (moved.clientX - x - (moved.clientY - y)) / DRAG);
  document.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => document.removeEventListener("pointermove", drag), { once: true });
  }
});

document.addEventListener("click", (event) => {
  if (event.pointerType === "touch" && !tip.pinned) tip.show(event.target); // nothing hovers there
  const target = event.target.closest("[data-action], [data-pick], [data-field], [data-plus], [data-minus], [data-answer], [data-do], [data-copy], [data-step], [data-round], [role=tab]");
  if (!target) return;
  const { action, pick, field, plus, minus, answer, do: does, copy, key, step, round } = target.dataset;
  if (target.getAttribute("role") === "tab") openTab(target);
  else if (step && replay) replay.step(Number(step));
  else if (round && replay) replay.round(Number(round));
  else if (does === "play" && replay) replay.play();
  else if (copy !== undefined) copyLink(copy, key);
  else if (does === "theme") toggleTheme();
  else if (does === "keys") $("#keys").showModal();
  else if (does === "sound") keep("sound", !settings.sound);
  else if (does === "since") stage.since();
  else if (!table) return;
  else if (action) table.choose(target);
  else if (answer) table.answer(answer);
  else if (pick) table.pick(pick);
  else if (plus) table.count(plus, 1);
  else if (minus) table.count(minus, -1);
  else if (field) { table.field = table.field === field ? null : field; table.mark(); }
  else if (does === "confirm" && table.made) table.send(table.made);
  else if (does === "clear") table.clear();
  else if (does === "undo") table.undo();
  else if (does === "again") table.again();
  else if (does === "rewind") table.rewind(target.dataset.to);
  else if (does === "rules") {
    event.preventDefault();
    openRules(target.hash.slice(1));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const tab = event.target.closest("[role=tab]");
  if (tab && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const tabs = $$("[role=tab]");
    const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    openTab(next);
    next.focus();
    event.preventDefault();
    return;
  }
  if (table && event.target.matches("input[data-count]")) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) table.set(event.target.dataset.count, Number(event.target.value) + by);
    if (event.key === "Enter" && table.made) table.send(table.made);
    if (by || event.key === "Enter") event.preventDefault();
  }
  if (event.target.closest("input:not(#move), select, textarea, [role=tabpanel], dialog")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "Escape") tip.hide();
  if (event.key === "?") {
    $("#keys")?.showModal();
    return;
  }
  if (replay) {
    if (!(event.key === " " && event.target.closest("button, a")) && replay.key(event.key)) event.preventDefault();
  } else if (!table) {
    return;
  } else if (event.key.startsWith("Arrow")) {
    table.walk(event.key, event.shiftKey);
    event.preventDefault();
  } else if (event.key === "c" || (event.key === "Enter" && event.target.matches(".option.chosen[data-pick]"))) {
    if (!table.made) return;
    event.preventDefault(); // Enter on a part of a move that is whole confirms it; Space takes it back
    table.send(table.made);
  } else if (event.key === "u") {
    table.undo();
  } else if (event.key === "t" && $("#typed")) {
    openTab($("#tab-more"));
    $("#typed").focus();
    event.preventDefault();
  } else if (event.key === "r") {
    $("[data-do=rules]")?.click();
  } else if (event.key === "w") {
    stage.since();
  } else if (event.key === "s") {
    keep("sound", !settings.sound);
  } else if (event.key === "Escape") {
    table.clear();
  }
});

function openTab(tab) {
  for (const other of $$("[role=tab]")) {
    const open = other === tab;
    other.setAttribute("aria-selected", String(open));
    other.tabIndex = open ? 0 : -1;
    $(`#${other.getAttribute("aria-controls")}`).hidden = !open;
  }
  if (tab.id === "tab-chat") $(".unread").hidden = true;
}

// Beside the board, at the part that explains what is asked.
function openRules(part) {
  openTab($("#tab-rules"));
  const panel = $("#panel-rules");
  const heading = document.getElementById(part);
  panel.scrollIntoView({ block: "nearest" });
  panel.scrollTop = heading.offsetTop;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

async function copyLink(path, key) {
  const address = new URL(path || location.href, location.origin);
  if (key) address.searchParams.set("key", key); // whoever gets it may watch
  const link = address.href;
  try {
    await navigator.clipboard.writeText(link);
    toast($("[data-copied]")?.dataset.copied ?? link);
  } catch {
    toast(link); // no clipboard: show it, so that it can be copied by hand
  }
}
