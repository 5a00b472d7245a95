// A page for reading only: changes of documents, or decisions of rules in them.
import { find, make, pathParts } from "./elements.js";
import { drawImages } from "./images.js";
import { counted, form, plural, tr } from "./language.js";
import { banner, dialog, showDialog, showKeys, toast } from "./messages.js";
import { drawComparison, drawDecisions, drawSizes } from "./readings.js";
import { get, hangUp, listen, post, run } from "./server.js";
import { drawTree } from "./tree.js";
import { drawViews } from "./views.js";

const parts = find("parts"), options = { folds: true, ignoresSpace: false }, chosen = new Map();
let list = null, decisions = [], shown = 0, here = -1, hasEnded = false, hasActed = false;

const reading = () => list.readings[shown];
const view = () => reading().views.includes(chosen.get(shown)) ? chosen.get(shown) : reading().views[0];

// --- The list

function drawList() {
  const query = find("search").value.toLowerCase(), groups = new Map();
  list.readings.forEach((one, number) => {
    if (!one.path.toLowerCase().includes(query)) return;
    groups.set(one.group, [...groups.get(one.group) ?? [], item(one, number)]);
  });
  find("documents").replaceChildren(...[...groups].flatMap(([group, items]) =>
    [group ? make("h2.group-name", {}, group) : null, make("ul.documents", {}, ...items)].filter(one => one)));
  if (!groups.size) find("documents").append(make("p.empty", {}, tr`No document matches.`));
}

function item(one, number) {
  const cut = one.path.lastIndexOf("/") + 1;
  const facts = one.decisions != null ? [make("span.left", {}, String(one.decisions))]
    : one.added == null ? [] : [make("span.plus", {}, `+${one.added}`), " ", make("span.minus", {}, `−${one.removed}`)];
  return make("li", {}, make("button", { type: "button", "data-document": number, "aria-current": number === shown ? "true" : null },
    make("span.dot", { "aria-hidden": "true" }, "▪"),
    make("span", {}, make("span.file", {}, one.path.slice(cut)), cut ? make("span.folder", {}, one.path.slice(0, cut)) : null),
    make("span.counts", {}, ...facts)));
}

// --- A document

async function open(number, change = 0) {
  shown = number;
  here = -1;
  drawList();
  await draw();
  if (change !== 0 || changes().length) go(change < 0 ? changes().length - 1 : change, change !== 0);
}

async function draw() {
  const one = reading(), asked = shown, as = view();
  find("name").replaceChildren(...pathParts(one.path));
  find("options").hidden = !["text", "decisions"].includes(as);
  find("fold").hidden = as !== "text";
  drawViews(one.views, as);
  parts.scrollTop = 0;
  const element = await drawn(one, as);
  if (asked === shown && as === view()) parts.replaceChildren(element);
}

async function drawn(one, as) {
  if (as === "image") return make("div.whole", {}, drawImages(shown, one));
  if (as === "whole") return drawSizes(one);
  if (as === "tree") return drawTree(await get(`tree/${shown}`), [], [["base", tr`Old`], ["ours", tr`New`]]);
  const report = await get(`reading/${shown}`);
  decisions = report.decisions ?? [];
  return as === "decisions" ? drawDecisions(report, one, options, list.action) : drawComparison(report, one, options);
}

const changes = () => [...parts.querySelectorAll("[data-change]")];

function go(number, scrolls = true) {
  parts.querySelector(".current")?.classList.remove("current");
  const element = changes()[number];
  if (!element) return;
  here = number;
  element.classList.add("current");
  element.focus({ preventScroll: true });
  if (scrolls) element.scrollIntoView({ block: "center" });
}

function move(by) {
  const next = here + by;
  if (next >= 0 && next < changes().length) return go(next);
  const other = shown + by;
  if (other < 0 || other >= list.readings.length) return toast(by > 0 ? tr`That was the last change.` : tr`That was the first change.`);
  return open(other, by < 0 ? -1 : 0);
}

async function showView(name) {
  const { views } = reading();
  if (views.length < 2) return toast(tr`There is no other view of this document.`);
  chosen.set(shown, name ?? views[(views.indexOf(view()) + 1) % views.length]);
  here = -1;
  await draw();
  parts.focus();
}

async function toggle(option, button) {
  options[option] = !options[option];
  find(button).setAttribute("aria-pressed", String(options[option]));
  const before = here;
  await draw();
  go(before);
}

// --- Actions on a decision

/** Asks, and takes back the current decision. */
function act(number = here) {
  const one = decisions[number];
  if (!list.action || !one) return toast(tr`There is no decision here to take back.`);
  if (!one.question) return toast(tr`It was taken back already.`);
  const confirmed = async () => {
    dialog.close();
    try {
      const answer = await post("act", { revision: list.revision, decision: one.number });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      hasActed = true;
      toast((await answer.json()).message);
      await reload();
    } catch { banner(tr`The program that serves this page cannot be reached.`); }
  };
  showDialog(one.question, [make("p", {}, `${one.title}: ${one.reason}.`)], [[list.action, true, () => run(confirmed)], [tr`Cancel`, false, () => dialog.close()]]);
}

/** Shows the list in its current state, at the same place. */
async function reload() {
  const before = here;
  list = await get("readings");
  drawList();
  await draw();
  go(before, false);
}

// --- The end

async function leave() {
  try {
    const answer = await post("leave", {});
    if (answer.ok) ended();
  } catch { banner(tr`The program that serves this page cannot be reached.`); }
}

function ended() {
  if (hasEnded) return;
  hasEnded = true;
  hangUp();
  document.body.replaceChildren(make("main.ended", { tabindex: "-1" }, make("div.tick", { "aria-hidden": "true" }, "✓"),
    make("h1", {}, tr`Closed`), make("p", {}, hasActed ? tr`What you took back is open again. You can close this page.` : tr`Nothing was changed. You can close this page.`)));
  document.querySelector("main").focus();
}

// --- Keys and clicks

const keys = [
  ["n s → ␣", tr`next change`], ["p ←", tr`previous change`], ["] [", tr`next, previous document`], ["f", tr`fold equal text`],
  ["i", tr`ignore white space in highlights`], ["g", tr`show the text, the tree, the images`], ["x", tr`take the decision back`], ["/", tr`search`], ["q", tr`close the page`], ["?", tr`these keys`],
];

const acts = {
  n: () => move(1), s: () => move(1), " ": () => move(1), ArrowRight: () => move(1), p: () => move(-1), ArrowLeft: () => move(-1),
  "]": () => open(Math.min(shown + 1, list.readings.length - 1)), "[": () => open(Math.max(shown - 1, 0)),
  f: () => toggle("folds", "fold"), i: () => toggle("ignoresSpace", "space"), g: () => showView(),
  x: () => act(), "/": () => find("search").focus(), q: leave, "?": () => showKeys(keys),
};

document.addEventListener("keydown", event => {
  if (hasEnded || !list || dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select") || event.key === " " && event.target.matches("button")) return;
  if (!acts[event.key]) return;
  event.preventDefault();
  run(acts[event.key]);
});

const clicks = { help: acts["?"], leave, fold: acts.f, space: acts.i, previous: acts.p, next: acts.n };
for (const [id, act] of Object.entries(clicks)) find(id).addEventListener("click", () => run(act));
for (const [id, name, act] of [["documents", "document", number => open(Number(number))], ["views", "view", showView]]) {
  find(id).addEventListener("click", event => {
    const target = event.target.closest(`[data-${name}]`);
    if (target) run(() => act(target.dataset[name]));
  });
}
parts.addEventListener("click", event => {
  const target = event.target.closest("[data-act]");
  if (target) act(Number(target.dataset.act));
});
parts.addEventListener("focusin", event => {
  const owner = event.target.closest?.("[data-change]");
  if (owner && Number(owner.dataset.change) !== here) go(Number(owner.dataset.change), false);
});
find("search").addEventListener("input", drawList);
find("search").addEventListener("keydown", event => {
  if (event.key === "Escape") { event.target.value = ""; drawList(); parts.focus(); }
  if (event.key !== "Enter") return;
  const first = find("documents").querySelector("[data-document]");
  if (first) run(() => open(Number(first.dataset.document)));
});

// --- The start

listen({ changed: number => { if (list && number !== list.revision) run(reload); }, ended, gone: () => { if (!hasEnded) banner(tr`The program that serves this page is gone.`); } });

try {
  list = await get("readings");
  find("title").textContent = document.title = list.title;
  const all = list.readings.length, decided = list.readings.reduce((sum, one) => sum + (one.decisions ?? 0), 0);
  find("counter").replaceChildren(decided ? tr`${counted(decided, "decision")} of rules in ${counted(all, "document")}`
    : plural(all, form`${all} document differs`, form`${all} documents differ`));
  await open(0);
} catch (error) { banner(tr`The page cannot be shown (${error.message}).`); }
