// The page: handles keys and clicks, and starts. Nothing is written before Apply.
import { choose, decide, edit, join, keep, reopen, rest, split, step, takeSuggestions } from "./deciding.js";
import { drawDocument, drawMap } from "./document.js";
import { find } from "./elements.js";
import { apply, ended, leave, preview } from "./ending.js";
import { drawFrame, drawList } from "./frame.js";
import { tr } from "./language.js";
import { banner, dialog, showKeys, toast } from "./messages.js";
import { go, move, open, refresh, showRegion, showView } from "./moving.js";
import { get, listen, run } from "./server.js";
import { isWhole, matches, session, view } from "./session.js";

const parts = find("parts");

const keys = [
  ["o 1", tr`ours`], ["t 2", tr`theirs`], ["b", tr`both, ours first`], ["B", tr`both, theirs first`], ["a", tr`the base`],
  ["m", tr`as suggested`], ["r", tr`as remembered`], ["e", tr`edit the result`], ["n s → ␣", tr`next conflict`], ["p ←", tr`previous conflict`],
  ["] [", tr`next, previous document`], ["O T", tr`ours, theirs for the rest of the document`], ["M", tr`all suggestions up to medium risk`],
  ["x", tr`decide the conflict again`], ["D", tr`decide yourself what rules decided in the document`], ["j", tr`join with the next conflict`], ["S", tr`split the conflict`], ["u U", tr`undo, redo`], ["k", tr`keep both files`],
  ["> <", tr`keep the newest, oldest file`], ["W", tr`write open conflicts as tracked changes, in an office text`], ["c", tr`show the base`], ["f", tr`fold equal text`], ["i", tr`ignore white space in highlights`],
  ["g", tr`show the text, the tree, the images`],
  ["/", tr`search`], ["v", tr`preview the document`], ["w", tr`apply: write the decisions`], ["q", tr`leave; what you decided is kept`], ["?", tr`these keys`],
];

const acts = {
  o: () => decide("ours"), 1: () => decide("ours"), t: () => decide("theirs"), 2: () => decide("theirs"),
  b: () => isWhole() ? keep("all") : choose("oursThenTheirs"), B: () => choose("theirsThenOurs"), k: () => keep("all"),
  a: () => choose("base"), m: () => isWhole() ? keep("merge") : choose("suggestion"), r: () => choose("remembered"),
  ">": () => keep("newest"), "<": () => keep("oldest"), W: () => keep("tracked"), x: () => choose("reopen"), e: edit, S: split, j: join,
  O: () => rest("ours"), T: () => rest("theirs"), M: takeSuggestions, D: () => reopen(),
  n: () => move(1), s: () => move(1), " ": () => move(1), ArrowRight: () => move(1), p: () => move(-1), ArrowLeft: () => move(-1),
  "]": () => open(Math.min(session.shown + 1, session.state.documents.length - 1)), "[": () => open(Math.max(session.shown - 1, 0)),
  u: () => step({ action: "undo" }), U: () => step({ action: "redo" }), c: () => toggle("showsBase", "base"),
  f: () => toggle("folds", "fold"), i: () => toggle("ignoresSpace", "space"), g: () => showView(), v: preview, w: apply, q: leave,
  "?": () => showKeys(keys), "/": () => find("search").focus(),
};

function toggle(option, button) {
  session.options[option] = !session.options[option];
  find(button).setAttribute("aria-pressed", String(session.options[option]));
  session.text?.parts.forEach(part => { part.isUnfolded = false; });
  if (view() !== "text") return;
  drawDocument();
  go(session.here);
}

// --- Keys

document.addEventListener("keydown", event => {
  if (session.hasEnded || !session.state || dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea, select")) return;
  if (event.key === " " && event.target.matches("button")) return;
  const act = acts[event.key] ?? (isWhole() && /^[3-9]$/.test(event.key) ? () => keep("version", Number(event.key) - 1) : null);
  if (!act) return;
  event.preventDefault();
  run(act);
});

// --- Clicks

const named = { edit, split, join };

parts.addEventListener("click", event => {
  const target = event.target.closest("button");
  const owner = event.target.closest("[data-region]");
  if (owner && Number(owner.dataset.region) !== session.here) { session.editing = null; go(Number(owner.dataset.region), false); }
  if (!target) return;
  const { act, keep: kept, version, show, decision } = target.dataset;
  if (decision) return run(() => reopen(Number(decision)));
  if (kept) run(() => keep(kept, version == null ? undefined : Number(version)));
  else if (show) run(() => showRegion(Number(show)));
  else if (act) run(named[act] ?? (() => choose(act)));
});

parts.addEventListener("focusin", event => {
  const owner = event.target.closest?.("[data-region]");
  if (!owner || Number(owner.dataset.region) === session.here) return;
  parts.querySelector(".current")?.classList.remove("current");
  session.here = Number(owner.dataset.region);
  owner.classList.add("current");
  drawMap();
});

/** Handles clicks in an element on parts with a number. */
function onNumber(id, name, act) {
  find(id).addEventListener("click", event => {
    const target = event.target.closest(`[data-${name}]`);
    if (target) run(() => act(target.dataset[name]));
  });
}

onNumber("documents", "document", number => open(Number(number)));
onNumber("map", "target", number => go(Number(number)));
onNumber("views", "view", showView);

const clicks = {
  undo: acts.u, redo: acts.U, suggest: takeSuggestions, preview, help: acts["?"], leave, apply, base: acts.c, fold: acts.f, space: acts.i,
  previous: acts.p, next: acts.n, "rest-ours": acts.O, "rest-theirs": acts.T, tracked: acts.W,
};
for (const [id, act] of Object.entries(clicks)) find(id).addEventListener("click", () => run(act));

// --- The search

find("search").addEventListener("input", drawList);
find("search").addEventListener("keydown", event => {
  if (event.key === "Escape") { event.target.value = ""; drawList(); parts.focus(); }
  if (event.key !== "Enter") return;
  const query = event.target.value.toLowerCase(), found = matches(query);
  const next = found.find(number => number > session.here) ?? found[0];
  const other = session.state.documents.findIndex(one => one.path.toLowerCase().includes(query));
  if (query && next !== undefined) { showRegion(next); event.target.focus(); }
  else if (query && other >= 0) run(() => open(other));
  else toast(tr`Nothing was found.`);
});

// --- The start

listen({
  changed: number => { session.newest = number; run(refresh); },
  ended,
  gone: () => { if (!session.hasEnded) banner(tr`The program that serves this page is gone. What you decided is kept for the next time.`); },
});

try {
  session.state = await get("state");
  await open(Math.max(0, session.state.documents.findIndex(one => one.open > 0)));
} catch (error) { banner(tr`The session cannot be shown (${error.message}).`); }
