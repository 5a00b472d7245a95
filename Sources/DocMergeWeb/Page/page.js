// The page: keeps what is shown, asks the server, and answers keys and clicks. Nothing is written before Apply.
import { cell, count, drawAgreed, drawLines, drawRegion, drawWhole, lines, make } from "./view.js";

const find = id => document.getElementById(id);
const parts = find("parts"), dialog = find("dialog");
const options = { showsBase: false, folds: true, ignoresSpace: false };
const places = new Map();
let state, shown = 0, text, here = 0, editing = null, hasEnded = false, lastFocus = null;

// --- The server

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

const post = (path, body) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

/** Does one thing after the other, so that keys pressed in quick succession mean what they meant to the person. */
function run(act) { queue = queue.then(act).catch(() => banner("Something went wrong in the page. Reload it; what you decided is kept.")); }
let queue = Promise.resolve();

/** Does a step; returns whether it was done. */
async function step(command) {
  if (hasEnded) return false;
  try {
    const answer = await post("step", { revision: state.revision, ...command });
    if (answer.status === 413) { toast("That text is too large for the page."); return false; }
    if (!answer.ok && answer.status !== 409) throw new Error(`status ${answer.status}`);
    const next = await answer.json(), wasBehind = answer.status === 409;
    const isDone = !wasBehind && !next.message;
    if (next.message) toast(next.message);
    if (wasBehind) toast("Another window changed the session. This one is up to date now; decide again.");
    await show(next, wasBehind || isMove(command) ? next.changed : null);
    return isDone;
  } catch { banner("The program that serves this page cannot be reached. What you decided before is kept."); return false; }
}

const isMove = command => ["undo", "redo"].includes(command.action);

/** Shows a state of the session, and the place of a change in it. */
async function show(next, change) {
  const before = state?.documents[shown]?.layout;
  state = next;
  if (state.keepFault) banner(`What you decide cannot be kept for later (${state.keepFault}). Go on, and apply at the end.`);
  else banner(null);
  drawFrame();
  if (change && change.document !== shown) return open(change.document, change.region);
  if (state.documents[shown].layout !== before || state.shown !== shown) return open(shown, change?.region ?? here);
  if (!state.documents[shown].isText) return drawDocument();
  state.decisions?.forEach((decision, number) => {
    const part = regions()[number];
    if (part.decision.choice === decision.choice && part.decision.text === decision.text) return;
    part.decision = decision;
    redraw(number);
  });
  number();
  drawMap();
  if (change) go(change.region);
}

// --- The frame: counter, documents, buttons

function drawFrame() {
  const decided = state.total - state.open;
  find("title").textContent = state.title;
  document.title = `${decided}/${state.total} · ${state.title}`;
  find("counter").replaceChildren(make("strong", {}, `${decided} of ${state.total}`), " decided");
  find("bar").setAttribute("aria-valuemax", Math.max(1, state.total));
  find("bar").setAttribute("aria-valuenow", decided);
  find("bar").setAttribute("aria-valuetext", `${decided} of ${state.total} decided`);
  find("fill").style.width = `${state.total ? 100 * decided / state.total : 100}%`;
  find("undo").disabled = !state.canUndo;
  find("redo").disabled = !state.canRedo;
  const suggested = state.documents.reduce((sum, one) => sum + one.suggested, 0);
  find("suggest").disabled = suggested === 0;
  find("suggest-words").textContent = suggested ? count(suggested, "suggestion") : "Suggestions";
  find("preview").disabled = !state.documents[shown].isText;
  drawList();
}

function drawList() {
  const query = find("search").value.toLowerCase();
  const items = state.documents.map((one, number) => ({ one, number }))
    .filter(({ one, number }) => one.path.toLowerCase().includes(query) || number === shown && query && matches(query).length);
  find("documents").replaceChildren(...items.map(({ one, number }) => {
    const cut = one.path.lastIndexOf("/") + 1, isDone = one.open === 0;
    const left = isDone ? "done" : one.isText ? `${one.open} left` : "choose";
    return make(`li${isDone ? ".done" : ""}`, {}, make("button", {
      type: "button", "aria-current": number === shown ? "true" : null, onclick: () => run(() => open(number)),
    }, make("span.dot", { "aria-hidden": "true" }, isDone ? "✓" : "●"),
    make("span", {}, make("span.file", {}, one.path.slice(cut)), cut ? make("span.folder", {}, one.path.slice(0, cut)) : null),
    make("span.left", {}, left)));
  }));
  if (!items.length) find("documents").append(make("li", {}, make("p.empty", {}, "No document matches.")));
}

/** The numbers of the regions of this document that hold some words. */
const matches = query => regions().flatMap((part, number) =>
  [part.ours, part.theirs, part.base].some(one => one?.toLowerCase().includes(query)) ? [number] : []);

function banner(message) {
  find("banner").hidden = !message;
  if (message && find("banner").textContent !== message) find("banner").textContent = message;
}

function toast(message) {
  const item = make("div.toast", {}, message);
  find("toasts").append(item);
  while (find("toasts").children.length > 3) find("toasts").firstChild.remove();
  setTimeout(() => item.remove(), 5000);
}

// --- A document

const regions = () => (text?.parts ?? []).filter(part => part.origin === "open");

/** Shows a document, at a region or at the first one that is open. */
async function open(number, region) {
  editing = null;
  const report = await get(`document/${number}`);
  if (shown !== number || !region) parts.scrollTop = 0;
  shown = number;
  text = report;
  places.clear();
  const first = regions().findIndex(part => part.decision.choice == null);
  here = Math.min(region ?? Math.max(0, first), Math.max(0, regions().length - 1));
  drawFrame();
  drawDocument();
  if (regions().length) go(here, region != null || first > 0);
}

function drawDocument() {
  const summary = state.documents[shown], cut = summary.path.lastIndexOf("/") + 1;
  find("name").replaceChildren(make("span.folder", {}, summary.path.slice(0, cut)), summary.path.slice(cut));
  find("columns").hidden = find("options").hidden = find("map").hidden = !summary.isText;
  if (!summary.isText) { parts.replaceChildren(drawWhole(summary)); return; }
  find("origin-ours").textContent = find("origin-ours").title = summary.versions[0]?.origin || "";
  find("origin-theirs").textContent = find("origin-theirs").title = summary.versions[1]?.origin || "";
  find("origin-result").textContent = summary.whole ? "Decided as a whole" : "What Apply writes";
  parts.replaceChildren(...text.parts.map(drawPart));
  number();
  drawMap();
}

const contextLines = 3, foldLimit = 8;

function drawPart(part, index) {
  const holder = make("div.part", { "data-part": index });
  if (part.origin === "open") {
    const number = text.parts.slice(0, index).filter(one => one.origin === "open").length;
    part.number = number;
    holder.append(region(part, number));
    placesSeen.observe(holder);
    return holder;
  }
  if (!part.text && part.origin !== "rule") return holder;
  const length = lines(part.text).length;
  const isEqual = ["base", "both"].includes(part.origin);
  if (!options.folds || part.isUnfolded || !isEqual || length <= foldLimit) {
    // Without folding, a long stretch is drawn in pieces that the browser skips while they are out of sight.
    holder.append(...isEqual && length > 200 ? pieces(part, 0, length) : [drawAgreed(part, path(), options.ignoresSpace)]);
    return holder;
  }
  const before = index === 0 ? 0 : contextLines, after = index === text.parts.length - 1 ? 0 : contextLines;
  const unfold = () => {
    part.isUnfolded = true;
    const full = drawPart(part, index);
    holder.replaceWith(full);
    number();
    parts.focus();
  };
  holder.append(...piece(part, 0, before),
    make("button.fold", { type: "button", onclick: unfold }, `⋯ ${length - before - after} equal lines`),
    ...piece(part, length - after, after));
  return holder;
}

function piece(part, skip, take) {
  if (!take) return [];
  const row = make("div.row.equal"), draw = () => drawLines(part.text, { path: path(), skip, take });
  row.append(cell("ours", "Ours", draw()), make("div.gutter"), cell("result", "Result", draw()), make("div.gutter"), cell("theirs", "Theirs", draw()));
  row.dataset.skip = skip;
  return [row];
}

function pieces(part, from, length) {
  const all = [];
  for (let skip = from; skip < length; skip += 100)
    all.push(make("div.part", {}, ...piece(part, skip, Math.min(100, length - skip))));
  return all;
}

const path = () => state.documents[shown].path;

function region(part, number) {
  return drawRegion(part, number, regions().length, {
    path: path(), ignoresSpace: options.ignoresSpace, showsBase: options.showsBase, place: places.get(number),
  });
}

function redraw(number) {
  const old = section(number);
  if (!old) return;
  const hadFocus = old.contains(document.activeElement);
  const fresh = region(regions()[number], number);
  if (number === here) fresh.classList.add("current");
  old.replaceWith(fresh);
  if (hadFocus) fresh.focus({ preventScroll: true });
}

const section = number => parts.querySelector(`[data-region="${number}"]`);

/** Numbers the lines of the result, as it is decided now. */
function number() {
  let line = 0;
  text.parts.forEach((part, index) => {
    const holder = parts.querySelector(`[data-part="${index}"]`);
    holder?.querySelectorAll(".cell.result").forEach(one =>
      one.style.setProperty("--start", line + Number(one.parentElement.dataset.skip ?? 0)));
    part.length ??= lines(part.text).length;
    line += part.origin === "open" ? lines(part.decision.text).length : part.length;
  });
}

const placesSeen = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    placesSeen.unobserve(target);
    askPlace(Number(target.querySelector("[data-region]")?.dataset.region));
  }
}, { rootMargin: "100px" });

async function askPlace(number) {
  const asked = text;
  if (Number.isNaN(number)) return;
  try {
    const { place } = await get(`place/${shown}/${number}`);
    if (asked !== text) return;
    places.set(number, place);
    const element = parts.querySelector(`[data-place="${number}"]`);
    if (element) element.textContent = place;
  } catch { /* The line number is shown already. */ }
}

// --- The map of conflicts at the right edge

function drawMap() {
  const weights = text.parts.map(part => part.origin === "open"
    ? Math.max(lines(part.ours).length, lines(part.theirs).length, 2) + 3
    : part.isUnfolded || !options.folds ? part.length : Math.min(part.length, foldLimit));
  const total = weights.reduce((sum, one) => sum + one, 0) || 1;
  let place = 0, number = 0;
  find("map").replaceChildren(...text.parts.flatMap((part, index) => {
    const top = place;
    place += weights[index];
    if (part.origin !== "open") return [];
    const mark = make(`i${part.decision.choice != null ? ".done" : ""}${number === here ? ".here" : ""}`);
    const target = number++;
    mark.style.top = `${96 * top / total}%`;
    mark.style.height = `${Math.max(.15, Math.min(3, 60 * weights[index] / total))}%`;
    mark.addEventListener("click", () => go(target));
    return [mark];
  }));
}

// --- Moving

function go(number, scrolls = true) {
  parts.querySelector(".current")?.classList.remove("current");
  here = number;
  const element = section(number);
  if (!element) return;
  element.classList.add("current");
  element.focus({ preventScroll: true });
  if (scrolls) scrollTo(element);
  drawMap();
}

function scrollTo(element) {
  element.scrollIntoView({ block: "center" });
  // What was out of sight has its real height only now.
  requestAnimationFrame(() => element.scrollIntoView({ block: element.offsetHeight > parts.clientHeight ? "start" : "center" }));
}

function move(by) {
  const target = here + by;
  if (text && target >= 0 && target < regions().length) return go(target);
  const next = shown + by;
  if (next < 0 || next >= state.documents.length) return toast(by > 0 ? "That was the last conflict." : "That was the first conflict.");
  const last = by < 0 && state.documents[next].isText ? state.documents[next].regions - 1 : 0;
  return open(next, last);
}

/** Goes to the next region that is open, in this document or in another one. */
async function onward() {
  const all = regions(), isOpen = number => all[number]?.decision.choice == null;
  if (state.documents[shown].open > 0 && all.length) {
    for (let by = 1; by <= all.length; by++) if (isOpen((here + by) % all.length)) return go((here + by) % all.length);
  }
  const order = [...state.documents.keys()].map(by => (shown + 1 + by) % state.documents.length);
  const next = order.find(number => state.documents[number].open > 0);
  const name = path();
  if (next === undefined) {
    toast("Everything is decided. Press w to apply.");
    find("apply").focus();
  } else if (next !== shown) {
    toast(`${name} is done.`);
    return open(next);
  }
}

// --- Deciding

async function choose(choice) {
  const part = regions()[here];
  if (!part) return;
  if (choice === "reopen") {
    if (part.decision.choice != null && await step({ action: "choose", document: shown, region: here })) toast("The conflict is open again.");
    return;
  }
  const missing = { base: part.base, suggestion: part.suggestion, remembered: part.remembered };
  if (choice in missing && missing[choice] == null) {
    return toast({ base: "The base is not known.", suggestion: "There is no suggestion here.", remembered: "Nothing is remembered for this conflict." }[choice]);
  }
  if (await step({ action: "choose", document: shown, region: here, choice })) await onward();
}

async function keep(choice, version) {
  if (version != null && version >= state.documents[shown].versions.length) return;
  if (await step({ action: "keep", document: shown, choice, version })) await onward();
}

async function rest(choice) {
  if (await step({ action: "rest", document: shown, choice })) await onward();
}

async function takeSuggestions() {
  const before = state.open;
  if (await step({ action: "suggestions", risk: "medium" })) {
    toast(`${count(before - state.open, "suggestion")} taken.`);
    await onward();
  }
}

function edit() {
  const part = regions()[here];
  if (!part) return;
  if (!part.isEditable) return toast("This text is not valid UTF-8, so it cannot be edited here.");
  editing = here;
  const both = part.ours + (part.ours && !part.ours.endsWith("\n") && part.theirs ? "\n" : "") + part.theirs;
  const start = part.decision.text ?? part.suggestion ?? both;
  const isFinished = !start || start.endsWith("\n");
  const area = make("textarea", { "aria-label": `Result of conflict ${here + 1}`, spellcheck: "false" });
  area.value = isFinished ? start.slice(0, -1) : start;
  area.rows = Math.min(24, Math.max(4, lines(start).length + 1));
  const save = async () => {
    const value = area.value && isFinished && !area.value.endsWith("\n") ? area.value + "\n" : area.value;
    if (await step({ action: "edit", document: shown, region: here, text: value })) { editing = null; await onward(); }
    else if (!area.isConnected && !hasEnded) {
      // Another window changed the session; what was written here is not lost.
      edit();
      parts.querySelector("textarea").value = area.value;
    }
  };
  const cancel = () => { const number = editing; editing = null; redraw(number); go(number, false); return refresh(); };
  area.addEventListener("keydown", event => {
    if (event.key === "Escape") { event.preventDefault(); run(cancel); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(save); }
  });
  section(here).querySelector("[data-result]").replaceChildren(make("span.cell-label", {}, "Result"), make("div.editor", {}, area,
    make("div.buttons", {}, make("button.primary.small", { type: "button", onclick: () => run(save) }, "Take this text"),
      make("button.small", { type: "button", onclick: () => run(cancel) }, "Cancel"),
      make("span", {}, make("kbd", {}, "Ctrl Enter"), " ", make("kbd", {}, "Esc")))));
  area.focus();
}

function split() {
  const part = regions()[here];
  if (!part) return;
  const fields = [["ours", part.ours], ["base", part.base], ["theirs", part.theirs]].filter(([, one]) => one != null).map(([name, one]) => {
    const all = lines(one);
    const input = make("input", { type: "number", min: 0, max: all.length, value: Math.ceil(all.length / 2), "data-cut": name });
    const shownLines = make("pre");
    const draw = () => { shownLines.textContent = [...all.slice(0, input.value), "─── cut ───", ...all.slice(input.value)].join("\n"); };
    input.addEventListener("input", draw);
    draw();
    return make("label", {}, `Lines of ${name} in the first part`, input, shownLines);
  });
  showDialog("Split the conflict", [make("p", {}, "The conflict is cut in two, to decide each part."), make("div.cuts", {}, ...fields)], [
    ["Split", true, async () => {
      const cut = { ours: 0, base: 0, theirs: 0 };
      dialog.querySelectorAll("[data-cut]").forEach(input => { cut[input.dataset.cut] = Number(input.value); });
      dialog.close();
      await step({ action: "split", document: shown, region: here, cut });
    }], ["Cancel", false, () => dialog.close()]]);
}

// --- Dialogs

function showDialog(title, content, actions = []) {
  if (!dialog.open) lastFocus = document.activeElement;
  find("dialog-title").textContent = title;
  find("dialog-body").replaceChildren(...content);
  find("dialog-actions").replaceChildren(...actions.map(([name, isPrimary, act]) =>
    make(`button${isPrimary ? ".primary" : ""}`, { type: "button", onclick: act }, name)));
  if (!dialog.open) dialog.showModal();
  (find("dialog-actions").querySelector(".primary") ?? find("dialog-body")).focus();
}

const keys = [
  ["o 1", "ours"], ["t 2", "theirs"], ["b", "both, ours first"], ["B", "both, theirs first"], ["a", "the base"],
  ["m", "as suggested"], ["r", "as remembered"], ["e", "edit the result"], ["n s → ␣", "next conflict"], ["p ←", "previous conflict"],
  ["] [", "next, previous document"], ["O T", "ours, theirs for the rest of the document"], ["M", "all suggestions up to medium risk"],
  ["x", "decide the conflict again"], ["j", "join with the next conflict"], ["S", "split the conflict"], ["u U", "undo, redo"], ["k", "keep both files"],
  ["> <", "keep the newest, oldest file"], ["c", "show the base"], ["f", "fold what is equal"], ["i", "ignore white space in highlights"],
  ["/", "search"], ["v", "preview the document"], ["w", "apply: write what is decided"], ["q", "leave; what you decided is kept"], ["?", "these keys"],
];

function help() {
  showDialog("All keys", [make("ul.keys", {}, ...keys.map(([names, meaning]) => make("li", {},
    make("span.names", {}, ...names.split(" ").flatMap(name => [make("kbd", {}, name === "␣" ? "Space" : name), " "])), make("span", {}, meaning))))]);
}

async function preview() {
  if (!state.documents[shown].isText) return toast("It has no text to show.");
  const report = await get(`preview/${shown}`);
  const audit = report.sides.map(one => make("p", {}, make("strong", {}, one.side[0].toUpperCase() + one.side.slice(1)),
    `: ${count(one.changes, "change")}: ${one.kept} kept, ${one.dropped} left out, ${one.open} to decide`));
  showDialog(`Preview of ${path()}`, [
    ...report.faults.map(fault => make("p.fault", {}, `Warning: ${fault}`)),
    report.encoding && report.encoding !== "utf-8" ? make("p.note", {}, `Written in ${report.encoding}.`) : "",
    make("div.audit", {}, ...audit),
    make("div.sheet", {}, ...report.pieces.filter(one => one.text).map(one => make(`div.${one.origin}`, {}, drawLines(one.text, { path: path() })))),
  ], [["Close", false, () => dialog.close()]]);
}

async function end(ending) {
  dialog.close();
  try {
    const answer = await post(ending, {});
    if (answer.ok) ended(ending);
  } catch { banner("The program that serves this page cannot be reached."); }
}

function apply() {
  const done = state.documents.filter(one => one.open === 0).length, left = state.documents.length - done;
  if (!left) return end("apply");
  if (!done) return toast("No document is decided yet, so there is nothing to apply.");
  showDialog("Apply what is decided?", [make("p", {}, `${count(done, "document")} ${done === 1 ? "is" : "are"} decided and will be written. ${count(left, "document")} with ${count(state.open, "open conflict")} will stay in conflict.`)],
    [["Go on deciding", false, () => dialog.close()], ["Apply", true, () => end("apply")]]);
}

function leave() {
  showDialog("Leave without writing?", [make("p", {}, "Nothing is written. What you decided is kept for the next time.")],
    [["Stay", false, () => dialog.close()], ["Leave", true, () => end("leave")]]);
}

function ended(ending) {
  if (hasEnded) return;
  hasEnded = true;
  events.close();
  const isApplied = ending === "apply";
  document.body.replaceChildren(make("main.ended", { tabindex: "-1" }, make("div.tick", { "aria-hidden": "true" }, isApplied ? "✓" : "⏸"),
    make("h1", {}, isApplied ? "Applied" : "Nothing was written"),
    make("p", {}, isApplied ? "docmerge writes what you decided. The terminal says what was done. You can close this page."
      : "What you decided is kept for the next time. You can close this page.")));
  document.querySelector("main").focus();
}

// --- Keys and clicks

const acts = {
  o: () => decide("ours"), 1: () => decide("ours"), t: () => decide("theirs"), 2: () => decide("theirs"),
  b: () => isWhole() ? keep("all") : choose("oursThenTheirs"), B: () => choose("theirsThenOurs"), k: () => keep("all"),
  a: () => choose("base"), m: () => isWhole() ? keep("merge") : choose("suggestion"), r: () => choose("remembered"),
  ">": () => keep("newest"), "<": () => keep("oldest"), x: () => choose("reopen"), e: edit, S: split,
  j: () => step({ action: "join", document: shown, region: here }),
  O: () => isWhole() || rest("ours"), T: () => isWhole() || rest("theirs"), M: takeSuggestions,
  n: () => move(1), s: () => move(1), " ": () => move(1), ArrowRight: () => move(1), p: () => move(-1), ArrowLeft: () => move(-1),
  "]": () => open(Math.min(shown + 1, state.documents.length - 1)), "[": () => open(Math.max(shown - 1, 0)),
  u: () => step({ action: "undo" }), U: () => step({ action: "redo" }), c: () => toggle("showsBase", "base"),
  f: () => toggle("folds", "fold"), i: () => toggle("ignoresSpace", "space"), v: preview, w: apply, q: leave, "?": help,
  "/": () => find("search").focus(),
};

const isWhole = () => !state.documents[shown].isText;
const decide = side => isWhole() ? keep("version", side === "ours" ? 0 : 1) : choose(side);

function toggle(option, button) {
  options[option] = !options[option];
  find(button).setAttribute("aria-pressed", String(options[option]));
  text?.parts.forEach(part => { part.isUnfolded = false; });
  if (!isWhole()) { drawDocument(); go(here); }
}

document.addEventListener("keydown", event => {
  if (hasEnded || !state || dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea")) return;
  if (event.key === " " && event.target.matches("button")) return;
  const act = acts[event.key] ?? (isWhole() && /^[3-9]$/.test(event.key) ? () => keep("version", Number(event.key) - 1) : null);
  if (!act) return;
  event.preventDefault();
  run(act);
});

parts.addEventListener("click", event => {
  const target = event.target.closest("button");
  const owner = event.target.closest("[data-region]");
  if (owner && Number(owner.dataset.region) !== here) { editing = null; go(Number(owner.dataset.region), false); }
  if (!target) return;
  const { act, keep: kept, version } = target.dataset;
  const named = { edit, split, join: acts.j };
  if (kept) run(() => keep(kept, version == null ? undefined : Number(version)));
  else if (act) run(named[act] ?? (() => choose(act)));
});

parts.addEventListener("focusin", event => {
  const owner = event.target.closest?.("[data-region]");
  if (owner && Number(owner.dataset.region) !== here) {
    parts.querySelector(".current")?.classList.remove("current");
    here = Number(owner.dataset.region);
    owner.classList.add("current");
    drawMap();
  }
});

const clicks = {
  undo: acts.u, redo: acts.U, suggest: takeSuggestions, preview, help, leave, apply, base: acts.c, fold: acts.f, space: acts.i,
  previous: acts.p, next: acts.n, "rest-ours": acts.O, "rest-theirs": acts.T, "dialog-close": () => dialog.close(),
};
for (const [id, act] of Object.entries(clicks)) find(id).addEventListener("click", () => run(act));
dialog.addEventListener("close", () => lastFocus?.focus());
find("search").addEventListener("input", drawList);
find("search").addEventListener("keydown", event => {
  if (event.key === "Escape") { event.target.value = ""; drawList(); parts.focus(); }
  if (event.key !== "Enter") return;
  const query = event.target.value.toLowerCase(), found = matches(query), next = found.find(number => number > here) ?? found[0];
  const other = state.documents.findIndex(one => one.path.toLowerCase().includes(query));
  if (query && next !== undefined) { go(next); event.target.focus(); }
  else if (query && other >= 0) run(() => open(other));
  else toast("Nothing was found.");
});

// --- The start

let newest = 0;

/** Shows what another window did; not while the person writes here. */
async function refresh() {
  if (state && newest > state.revision && editing === null) await show(await get("state"));
}

const events = new EventSource("events");
events.addEventListener("message", event => {
  newest = Number(event.data);
  run(refresh);
});
events.addEventListener("ended", event => ended(event.data));
let failures = 0;
events.addEventListener("open", () => { failures = 0; });
events.addEventListener("error", () => {
  if (!hasEnded && ++failures > 2) banner("The program that serves this page is gone. What you decided is kept for the next time.");
});

try {
  state = await get("state");
  const first = state.documents.findIndex(one => one.open > 0);
  await open(Math.max(0, first));
  drawFrame();
} catch (error) { banner(`The session cannot be shown (${error.message}).`); }
