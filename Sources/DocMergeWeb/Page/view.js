// Drawing: makes elements of the reports of the server. It changes nothing and asks for nothing.
import { colours, differences } from "./words.js";

/** Makes an element: `make("button.small", {title: "…"}, "text", child)`. */
export function make(kind, attributes = {}, ...children) {
  const [name, ...classes] = kind.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
}

/** The lines of a text, without their ends. */
export function lines(text) {
  if (!text) return [];
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  return all;
}

export const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
export const size = bytes => bytes == null ? "deleted" : bytes < 1000 ? count(bytes, "byte")
  : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
export const riskWords = risk => risk === "none" ? "no risk" : `${risk} risk`;

const choiceWords = {
  ours: "Ours", theirs: "Theirs", oursThenTheirs: "Both, ours first", theirsThenOurs: "Both, theirs first",
  base: "Base", suggestion: "As suggested", remembered: "As remembered", edited: "Edited",
};
export const words = choice => choiceWords[choice] ?? choice;

/** Draws the lines of a text, with the words marked that another text lacks. */
export function drawLines(text, { path = "", other = null, ignoresSpace = false, skip = 0, take = Infinity } = {}) {
  const fragment = document.createDocumentFragment();
  const marks = other === null ? [] : differences(text, other, ignoresSpace) ?? [];
  let offset = 0, next = 0;
  lines(text).forEach((line, index) => {
    if (index >= skip && index < skip + take) {
      const code = make("code.line");
      while (next < marks.length && marks[next][1] <= offset) next++;
      drawLine(code, line, offset, marks.slice(next, next + 200), colours(line, path));
      fragment.append(code);
    }
    offset += line.length + 1;
  });
  return fragment;
}

function drawLine(code, line, offset, marks, kinds) {
  const cuts = new Set([0, line.length]);
  const inside = marks.map(([from, to]) => [from - offset, to - offset]).filter(([from, to]) => from < line.length && to > 0);
  for (const [from, to] of [...inside, ...kinds]) { cuts.add(Math.max(0, from)); cuts.add(Math.min(line.length, to)); }
  const places = [...cuts].sort((one, other) => one - other);
  places.slice(0, -1).forEach((from, index) => {
    const text = line.slice(from, places[index + 1]);
    const kind = kinds.find(([start, end]) => start <= from && from < end)?.[2];
    let node = kind ? make(`span.${kind}`, {}, text) : document.createTextNode(text);
    if (inside.some(([start, end]) => start <= from && from < end)) node = make("mark", {}, node);
    code.append(node);
  });
  if (!line.length) code.append("\u200b");
}

/** A cell of a row; its lines are counted on from `start`, where that is given. */
export function cell(kind, label, ...content) {
  return make(`div.cell.${kind}`, {}, make("span.cell-label", {}, label), ...content);
}

const empty = words => make("p.empty", {}, words);

/** The three cells of a stretch that needs no decision. */
export function drawAgreed(part, path, ignoresSpace) {
  const sameEverywhere = ["base", "both"].includes(part.origin);
  const row = make(`div.row.${sameEverywhere ? "equal" : part.origin}`);
  const text = (kind, options = {}) => drawLines(kind, { path, ignoresSpace, ...options });
  const fromRule = part.origin === "rule";
  const shows = side => sameEverywhere || part.origin === side;
  row.append(
    cell("ours", "Ours", fromRule ? text(part.ours, { other: part.base ?? part.theirs }) : shows("ours") ? text(part.text) : ""),
    make("div.gutter.left", { "aria-hidden": "true" }, part.origin === "ours" ? "›" : ""),
    cell("result", "Result", part.text ? text(part.text) : empty("Nothing is left of this")),
    make("div.gutter.right", { "aria-hidden": "true" }, part.origin === "theirs" ? "‹" : ""),
    cell("theirs", "Theirs", fromRule ? text(part.theirs, { other: part.base ?? part.ours }) : shows("theirs") ? text(part.text) : ""));
  if (!fromRule) return row;
  const note = make("p.note", {}, make("span.chip.rule", {}, "Resolved automatically"), ` ${part.rule.words} · ${riskWords(part.rule.risk)}`);
  return make("div.settled", {}, note, row);
}

const button = (act, text, key, title, kind = "button") =>
  make(kind, { type: "button", "data-act": act, title: key ? `${title} (${key})` : title, "aria-label": title }, text);

/** An open region with everything that can be done to it. */
export function drawRegion(part, number, total, { path, ignoresSpace, showsBase, place }) {
  const decision = part.decision, isDecided = decision.choice != null;
  const draw = (text, other) => text ? drawLines(text, { path, other, ignoresSpace }) : empty("Nothing: deleted here");
  const section = make(`div.region.${isDecided ? "decided" : "open"}`, {
    "data-region": number, tabindex: "-1", role: "group",
    "aria-label": `Conflict ${number + 1} of ${total}, ${isDecided ? `decided: ${words(decision.choice)}` : "to decide"}`,
  });
  section.append(drawHeading(part, number, total, place, isDecided));
  if (showsBase) {
    section.append(make("div.base-row", {}, cell("base", "Base", part.base == null ? empty("The base is not known") : draw(part.base, null))));
  }
  const taken = choice => decision.choice === choice || decision.choice?.includes("Then") ? ".taken" : "";
  section.append(make("div.row.conflict", {},
    cell(`ours${taken("ours")}`, "Ours", draw(part.ours, part.base ?? part.theirs)),
    make("div.gutter.left", {}, button("ours", "»", "o", "Take ours"), button("base", "×", "a", "Take neither: the base")),
    make("div.cell.result", { "data-result": number }, make("span.cell-label", {}, "Result"), drawResult(part, draw)),
    make("div.gutter.right", {}, button("theirs", "«", "t", "Take theirs"), button("base", "×", "a", "Take neither: the base")),
    cell(`theirs${taken("theirs")}`, "Theirs", draw(part.theirs, part.base ?? part.ours))));
  if (part.base == null) section.querySelectorAll("[data-act=base]").forEach(one => one.remove());
  return section;
}

function drawHeading(part, number, total, place, isDecided) {
  const state = isDecided
    ? make("span.state.done", {}, make("span", { "aria-hidden": "true" }, "✓ "), words(part.decision.choice))
    : make("span.state", {}, make("span", { "aria-hidden": "true" }, "● "), "To decide");
  const small = "button.small";
  return make("div.region-head", {},
    make("h2", {}, `Conflict ${number + 1} of ${total}`), make("span.place", { "data-place": number }, place ?? `line ${part.line}`), state,
    make("div.region-actions", {},
      button("ours", "Ours", "o", "Take ours", `${small}.take-ours`), button("theirs", "Theirs", "t", "Take theirs", `${small}.take-theirs`),
      button("oursThenTheirs", "Both", "b", "Take both, ours first (B: theirs first)", small),
      part.base == null ? null : button("base", "Base", "a", "Take the base", small),
      part.isEditable ? button("edit", "Edit", "e", "Edit the result", small) : null,
      button("split", "Split…", "S", "Split the conflict", `${small}.quiet`),
      number + 1 < total ? button("join", "Join", "j", "Join with the next conflict", `${small}.quiet`) : null,
      isDecided ? button("reopen", "Reopen", "x", "Decide it again", `${small}.quiet`) : null));
}

function drawResult(part, draw) {
  const fragment = document.createDocumentFragment();
  const decision = part.decision;
  if (decision.choice != null) fragment.append(draw(decision.text, null));
  for (const [kind, text] of [["suggestion", part.suggestion], ["remembered", part.remembered]]) {
    if (text == null || decision.choice === kind) continue;
    if (decision.choice != null && text === decision.text) continue;
    fragment.append(offer(kind, part, text, draw, decision.choice == null));
  }
  if (decision.choice == null && part.suggestion == null && part.remembered == null) {
    fragment.append(empty(part.reason ? `Not decided: ${part.reason}` : "Not decided: both sides changed this"));
  } else if (decision.choice != null && ["suggestion", "remembered"].includes(decision.choice)) {
    fragment.append(make("p.note", {}, chip(decision.choice), reason(decision.choice, part)));
  }
  return fragment;
}

const chip = kind => make(`span.chip.${kind}`, {}, kind === "suggestion" ? "✦ Suggested" : "↺ Remembered");
const reason = (kind, part) => kind === "suggestion"
  ? make("span.reason", { title: `Rule: ${part.rule.name}` }, `${part.rule.words} · `, make(`strong.risk.${part.rule.risk}`, {}, riskWords(part.rule.risk)))
  : make("span.reason", {}, "what you decided for this conflict before");

function offer(kind, part, text, draw, isOpen) {
  const key = kind === "suggestion" ? "m" : "r";
  const box = make(`div.offer.${kind}`, {}, make("p.note", {}, chip(kind), reason(kind, part),
    button(kind, "Take", key, kind === "suggestion" ? "Take the suggestion" : "Take what is remembered", "button.small.take")));
  if (isOpen) box.append(make("div.ghost", {}, draw(text, null)));
  return box;
}

/** The cards of a document that is decided as a whole. */
export function drawWhole(summary) {
  const cards = make("div.cards");
  summary.versions.forEach((version, number) => {
    const isKept = summary.whole === "version" && summary.wholeVersion === number;
    cards.append(make(`article.card${isKept ? ".kept" : ""}${number === 0 ? ".ours" : ".theirs"}`, {},
      make("h2", {}, version.name[0].toUpperCase() + version.name.slice(1), isKept ? make("span.state.done", {}, "✓ kept") : null),
      make("p.big", {}, version.size == null ? "Deleted" : size(version.size)),
      version.detail ? make("p", {}, version.detail) : null, version.origin ? make("p.origin", {}, version.origin) : null,
      version.size == null ? make("p.origin", {}, "Keeping this version leaves no file.") : null,
      make("button.primary", { type: "button", "data-keep": "version", "data-version": number, "aria-pressed": String(isKept) },
        version.size == null ? `Keep deleted` : `Keep ${version.name}`)));
  });
  const others = make("div.others", { role: "group", "aria-label": "Other choices" });
  const add = (name, text, key) => others.append(make("button", { type: "button", "data-keep": name, "aria-pressed": String(summary.whole === name) }, text, " ", make("kbd", {}, key)));
  if (!summary.hasOneResult) {
    add("all", "Keep both files", "b");
    add("newest", "Keep the newest", ">");
    add("oldest", "Keep the oldest", "<");
  }
  if (summary.canMerge) add("merge", "Merge by rules", "m");
  return make("div.whole", {}, make("p.lead", {}, "This document is decided as a whole: it has no text that can be merged line by line."), cards, others);
}
