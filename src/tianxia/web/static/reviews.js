// What decided a game, and advice during one: marks on the board, the coach, analyses that come in.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.message || answer.statusText);
  return data;
}

// An analysis that goes on: look again until it is done.

const LOOK_AGAIN = 1000;

async function follow(path) {
  for (;;) {
    await new Promise((done) => { setTimeout(done, LOOK_AGAIN * (document.hidden ? 10 : 1)); });
    try {
      const { regions, finished } = await ask("GET", `${path}/parts`);
      for (const [name, html] of Object.entries(regions)) {
        const region = $(`[data-region="${name}"]`);
        if (region.dataset.html === html) continue;
        const opened = $$("details", region).map((details) => details.open);
        const held = region.contains(document.activeElement) && document.activeElement.getAttribute("href");
        region.dataset.html = html;
        region.innerHTML = html;
        $$("details", region).forEach((details, n) => { details.open = opened[n] ?? false; });
        if (held) $(`a[href="${CSS.escape(held)}"]`, region)?.focus({ preventScroll: true });
      }
      if (finished) return;
    } catch {
      // the server may be starting again: what was found is kept there
    }
  }
}

const going = $("[data-review][data-going]");
if (going) follow(going.dataset.review);
// Sent by the page's own script, which is there when all is loaded.
window.addEventListener("load", () => $("form[data-begin]")?.requestSubmit());

// Marks on the board: the pieces an option needs, ringed and numbered.

// The parts of a compound move, as the board names them (see `Table.compounds`).
function parts(action) {
  for (const pattern of ($("[data-compound]")?.dataset.compound ?? "").split("|").filter(Boolean)) {
    const source = pattern.replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{(\w+)(:rest)?\}/g, (_, name, rest) => (rest ? "(.+)" : "([^\\s/+>,]+)"));
    const found = new RegExp(`^${source}$`).exec(action);
    if (found) return found.slice(1);
  }
  return [];
}

function places(action) {
  const written = CSS.escape(action);
  const whole = $$(`[data-action="${written}"], [data-action^="${written}; "], [data-plus="${written}"]`);
  if (whole.length) return whole;
  return parts(action).flatMap((part) => $$(`[data-pick="${CSS.escape(part)}"]`)).filter((piece) => piece.checkVisibility());
}

function clearMarks() {
  for (const badge of $$(".badge")) badge.remove();
  for (const piece of $$(".advised")) piece.classList.remove("advised", "first", "was-played", "anchored");
}

function mark(options) {
  clearMarks();
  const found = new Map();
  for (const { actions, rank, played } of options) {
    for (const action of new Set(actions)) {
      const times = actions.filter((other) => other === action).length;
      for (const piece of places(action)) {
        const marks = found.get(piece) ?? [];
        marks.push({ rank, played, times });
        found.set(piece, marks);
      }
    }
  }
  for (const [piece, marks] of found) {
    piece.classList.add("advised");
    piece.classList.toggle("first", marks.some(({ rank }) => rank === 1));
    piece.classList.toggle("was-played", marks.some(({ played }) => played));
    if (getComputedStyle(piece).position === "static") piece.classList.add("anchored");
    const badge = document.createElement("span");
    badge.className = "badge";
    badge.setAttribute("aria-hidden", "true");
    for (const { rank, played, times } of marks) {
      const number = document.createElement("b");
      number.className = `advice-rank advice-rank-${rank}${played ? " played" : ""}`;
      number.textContent = times > 1 ? `${rank} ×${times}` : rank;
      badge.append(number);
    }
    piece.append(badge);
  }
  return found.size;
}

const judged = $("[data-marks]");
if (judged) {
  mark(JSON.parse(judged.dataset.marks));
  for (const option of $$(".option", judged)) option.setAttribute("aria-disabled", "true"); // to look at
  window.addEventListener("load", () => {
    window.dispatchEvent(new Event("resize")); // the board takes the room it has
    $(".middle .advised.first")?.scrollIntoView({ block: "nearest" });
  });
}

// Advice during a game

const panel = $("#advice");
const seat = $("[data-table]");
let lastAfter = null; // what the coach has to say once the decision is made
let asking = false; // the coach is thinking

const element = (name, text, className = "") => Object.assign(document.createElement(name), { textContent: text, className });

function tell(title, ...content) {
  const close = element("button", "×", "quiet close");
  close.type = "button";
  close.setAttribute("aria-label", panel.dataset.close);
  close.addEventListener("click", quiet);
  const head = element("header", "");
  head.append(element("h2", title), close);
  panel.replaceChildren(head, ...content);
  panel.hidden = false;
}

function quiet() {
  panel.hidden = true;
  panel.replaceChildren();
  clearMarks();
}

// The best options as a list: what, and why.
function list(options, alone) {
  const written = element("ol", "", "advised-options");
  options.forEach((option, n) => {
    const item = element("li", "");
    const promise = alone ? option.points.toFixed(1) : `${Math.round(100 * option.win)} %`;
    item.append(element("b", n + 1, `advice-rank advice-rank-${n + 1}`), element("strong", option.words), element("span", promise, "promise"));
    if (option.why) item.append(element("p", `${n ? panel.dataset.behind : panel.dataset.best} ${option.why}`));
    written.append(item);
  });
  return written;
}

const alone = () => $$("#players .player").length === 1;

async function advise(what) {
  const title = panel.dataset[what];
  clearMarks();
  tell(title, element("p", panel.dataset.thinking, "soft"));
  try {
    const found = await ask("POST", `/api/tables/${seat.dataset.table}/${what}`);
    if (what === "why") {
      tell(title, element("p", found.words));
      return;
    }
    mark(found.options.map((option, n) => ({ ...option, rank: n + 1 })));
    tell(title, list(found.options, alone()), element("p", panel.dataset.noted, "soft"));
  } catch (error) {
    tell(title, element("p", error.message));
  }
}

document.addEventListener("click", ({ target }) => {
  const what = target.closest("[data-help]")?.dataset.help;
  if (what && panel) advise(what);
});

const coaching = () => JSON.parse(localStorage.getItem("tianxia") ?? "{}").coach
  && seat?.dataset.seat !== undefined && $(".helps") !== null;

// Before a decision is sent: is the coach content?
if (panel) document.addEventListener("tianxia:decide", (event) => {
  const { id, question, actions, go } = event.detail;
  if (asking) {
    event.preventDefault();
    return;
  }
  quiet();
  if (!coaching()) return;
  event.preventDefault();
  asking = true;
  seat.classList.add("busy");
  ask("POST", `/api/tables/${id}/coach`, { question, action: actions })
    .catch(() => ({ speaks: false })) // who cannot be asked says nothing
    .finally(() => {
      asking = false;
      seat.classList.remove("busy");
    })
    .then((found) => {
      if (!found.speaks) { go(); return; }
      const again = element("button", panel.dataset.again, "primary");
      const insist = element("button", panel.dataset.insist);
      again.type = insist.type = "button";
      again.addEventListener("click", quiet);
      insist.addEventListener("click", () => {
        quiet();
        lastAfter = found.after;
        go();
      });
      const row = element("div", "", "row");
      row.append(again, insist);
      tell(panel.dataset.coach, element("p", found.before), row);
      const played = found.options.findIndex((option) => String(option.actions) === String(actions));
      mark(found.options.map((option, n) => ({ ...option, rank: n + 1, played: n === played })));
      again.focus();
    });
});

// When the table has moved on, advice on what was asked before is gone; the coach may add a word.
if (seat) {
  let asked = $("#prompt-text")?.dataset.question;
  new MutationObserver(() => {
    const now = $("#prompt-text")?.dataset.question;
    if (now === asked) return;
    asked = now;
    if (!panel.hidden && !lastAfter) quiet();
    if (lastAfter) {
      tell(panel.dataset.coach, element("p", lastAfter));
      lastAfter = null;
    }
  }).observe(seat, { childList: true, subtree: true });
}
