// The current document: its text by regions, its tree, its images or its versions, and the map at the edge.
import { find, lines, make, pathParts, textNames } from "./elements.js";
import { drawImages } from "./images.js";
import { counted, tr } from "./language.js";
import { drawAgreed, drawPiece, drawRegion } from "./regions.js";
import { watchRibbons } from "./ribbons.js";
import { get } from "./server.js";
import { isWhole, path, regions, session, summary, view } from "./session.js";
import { drawTree } from "./tree.js";
import { drawViews } from "./views.js";
import { drawWhole } from "./whole.js";

const parts = find("parts");
const contextLines = 3, foldLimit = 8;
const labels = { text: tr`Text`, tree: tr`Changes by structure`, image: tr`Images`, whole: tr`Versions` };

/** Draws the whole document, in the chosen view. */
export function drawDocument() {
  const one = summary(), shown = view();
  find("name").replaceChildren(...pathParts(one.path));
  for (const id of ["options", "map", "columns"]) find(id).hidden = shown !== "text";
  find("steps").hidden = !one.isText;
  find("tracked").hidden = !one.canTrack;
  find("tracked").setAttribute("aria-pressed", String(one.whole === "tracked"));
  drawViews(one.views, shown);
  drawAudit();
  parts.setAttribute("aria-label", labels[shown]);
  if (shown === "whole") return parts.replaceChildren(drawWhole(one, session.shown));
  if (shown === "image") return parts.replaceChildren(drawImages(session.shown, one));
  if (shown === "tree") return showTree();
  drawColumns(one);
  parts.replaceChildren(...session.text.parts.map(drawPart));
  watchRibbons(parts);
  numberLines();
  drawMap();
}

function drawColumns(one) {
  for (const [index, side] of ["ours", "theirs"].entries()) {
    find(`origin-${side}`).textContent = find(`origin-${side}`).title = one.versions[index]?.origin || "";
  }
  find("origin-result").textContent = one.whole === "tracked" ? tr`Tracked changes, to be decided in a word processor`
    : one.whole ? tr`Decided as a whole` : tr`What Apply writes`;
}

async function showTree() {
  const asked = session.shown;
  const report = await get(`tree/${asked}`);
  if (session.shown === asked && view() === "tree") parts.replaceChildren(drawTree(report, regions()));
}

// --- The fate of the changes of each side

/** Requests the audit's counts, and shows them above the text. */
export async function drawAudit() {
  const strip = find("audit"), asked = session.state, { shown } = session;
  if (isWhole()) { strip.hidden = true; return; }
  try {
    const { sides } = await get(`audit/${shown}`);
    if (session.state !== asked || session.shown !== shown) return;
    strip.hidden = false;
    strip.replaceChildren(...sides.map(auditBar));
  } catch { strip.hidden = true; }
}

/** `Ours: 8 changes: 5 kept, 1 left out, 2 to decide`, and a bar of the three. */
function auditBar(side) {
  const bar = make("span.sum", { "aria-hidden": "true" });
  for (const kind of ["kept", "dropped", "open"]) {
    const piece = make(`i.${kind}`);
    piece.style.flexGrow = side[kind];
    bar.append(piece);
  }
  return make(`p.${side.side}`, {}, make("strong", {}, textNames[side.side]), ` ${auditWords(side)}`, bar);
}

export const auditWords = side =>
  tr`${counted(side.changes, "change")}: ${side.kept} kept, ${side.dropped} left out, ${side.open} to decide`;

// --- The text

function drawPart(part, index) {
  const holder = make("div.part", { "data-part": index });
  if (part.origin === "open") {
    part.number = session.text.parts.slice(0, index).filter(one => one.origin === "open").length;
    holder.append(region(part, part.number));
    placesSeen.observe(holder);
    return holder;
  }
  if (!part.text && part.origin !== "rule") return holder;
  const length = lines(part.text).length;
  const isEqual = ["base", "both"].includes(part.origin);
  if (!session.options.folds || part.isUnfolded || !isEqual || length <= foldLimit) {
    // Without folding, a long stretch is drawn in pieces that the browser skips while they are not visible.
    holder.append(...isEqual && length > 200 ? pieces(part, 0, length)
      : [drawAgreed(part, path(), session.options.ignoresSpace, decisionsBefore(index))]);
    return holder;
  }
  holder.append(...folded(part, index, length, holder));
  return holder;
}

/** The number of stretches before this one that rules decided. */
const decisionsBefore = index => session.text.parts.slice(0, index).filter(one => one.origin === "rule").length;

/** The first and the last lines of an equal stretch, and a button for those between. */
function folded(part, index, length, holder) {
  const before = index === 0 ? 0 : contextLines, after = index === session.text.parts.length - 1 ? 0 : contextLines;
  const unfold = () => {
    part.isUnfolded = true;
    holder.replaceWith(drawPart(part, index));
    numberLines();
    parts.focus();
  };
  return [...before ? [drawPiece(part, path(), 0, before)] : [],
    make("button.fold", { type: "button", onclick: unfold }, tr`⋯ ${length - before - after} equal lines`),
    ...after ? [drawPiece(part, path(), length - after, after)] : []];
}

function pieces(part, from, length) {
  const all = [];
  for (let skip = from; skip < length; skip += 100)
    all.push(make("div.part", {}, drawPiece(part, path(), skip, Math.min(100, length - skip))));
  return all;
}

function region(part, number) {
  const { ignoresSpace, showsBase } = session.options;
  return drawRegion(part, number, regions().length, { path: path(), ignoresSpace, showsBase, place: session.places.get(number) });
}

/** The element of a region. */
export const section = number => parts.querySelector(`[data-region="${number}"]`);

/** Redraws a region. */
export function redraw(number) {
  const old = section(number);
  if (!old) return;
  const hadFocus = old.contains(document.activeElement);
  const fresh = region(regions()[number], number);
  if (number === session.here) fresh.classList.add("current");
  old.replaceWith(fresh);
  watchRibbons(fresh);
  if (hadFocus) fresh.focus({ preventScroll: true });
}

/** Numbers the lines of the result, with the decisions so far. */
export function numberLines() {
  let line = 0;
  session.text.parts.forEach((part, index) => {
    const holder = parts.querySelector(`[data-part="${index}"]`);
    holder?.querySelectorAll(".cell.result").forEach(one =>
      one.style.setProperty("--start", line + Number(one.parentElement.dataset.skip ?? 0)));
    part.length ??= lines(part.text).length;
    line += part.origin === "open" ? lines(part.decision.text).length : part.length;
  });
}

// --- The places of regions

const placesSeen = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    placesSeen.unobserve(target);
    askPlace(Number(target.querySelector("[data-region]")?.dataset.region));
  }
}, { rootMargin: "100px" });

async function askPlace(number) {
  const asked = session.text;
  if (Number.isNaN(number)) return;
  try {
    const { place } = await get(`place/${session.shown}/${number}`);
    if (asked !== session.text) return;
    session.places.set(number, place);
    const element = parts.querySelector(`[data-place="${number}"]`);
    if (element) element.textContent = place;
  } catch { /* The line number is shown already. */ }
}

/** Draws the map of conflicts at the right edge. */
export function drawMap() {
  const all = session.text.parts;
  const weights = all.map(part => part.origin === "open"
    ? Math.max(lines(part.ours).length, lines(part.theirs).length, 2) + 3
    : part.isUnfolded || !session.options.folds ? part.length : Math.min(part.length, foldLimit));
  const total = weights.reduce((sum, one) => sum + one, 0) || 1;
  let place = 0, number = 0;
  find("map").replaceChildren(...all.flatMap((part, index) => {
    const top = place;
    place += weights[index];
    if (part.origin !== "open") return [];
    const isHere = number === session.here;
    const mark = make(`i${part.decision.choice != null ? ".done" : ""}${isHere ? ".here" : ""}`, { "data-target": number++ });
    mark.style.top = `${96 * top / total}%`;
    mark.style.height = `${Math.max(.15, Math.min(3, 60 * weights[index] / total))}%`;
    return [mark];
  }));
}
