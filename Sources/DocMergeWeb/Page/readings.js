// Readings: the changes of a text, and decisions of rules.
import { capital, empty, lines, make, riskWords, size, textNames } from "./elements.js";
import { tr } from "./language.js";
import { cell, drawLines } from "./lines.js";
import { watchRibbons } from "./ribbons.js";

const contextLines = 3, foldLimit = 8;
const changeWords = { added: tr`added`, removed: tr`removed`, changed: tr`changed` };

/** Two texts side by side: equal parts are folded, differences are changes that keys move to. */
export function drawComparison(report, reading, options) {
  const names = reading.versions.map(one => one.name);
  let number = 0;
  const rows = report.parts.map((part, index) => part.text != null
    ? equal(part, reading.path, index === 0, index === report.parts.length - 1, options)
    : changed(part, reading.path, number++, names, options));
  return make("div.comparison", {}, make("div.row.names", {}, make("p.old", { title: names[0] }, names[0]),
    make("span"), make("p.new", { title: names[1] }, names[1])), ...rows);
}

function changed(part, path, number, names, { ignoresSpace }) {
  const draw = (text, other) => text ? drawLines(text, { path, other, ignoresSpace }) : "";
  const kind = !part.old ? "added" : !part.new ? "removed" : "changed";
  const row = make("div.row", {},
    cell(`old${part.old ? "" : ".none"}`, names[0], { start: part.oldLine - 1 }, draw(part.old, part.new)),
    make("div.gutter", { "aria-hidden": "true" }, { added: "+", removed: "−", changed: "›" }[kind]),
    cell(`new${part.new ? "" : ".none"}`, names[1], { start: part.newLine - 1 }, draw(part.new, part.old)));
  return make(`div.change.${kind}`, {
    "data-change": number, tabindex: "-1", role: "group", "aria-label": tr`Change ${number + 1}, line ${part.newLine}: ${changeWords[kind]}`,
  }, row);
}

function equal(part, path, isFirst, isLast, { folds }) {
  const length = lines(part.text).length, holder = make("div.part");
  const piece = (skip, take) => make("div.row.equal", {},
    cell("old", "", { start: part.oldLine - 1 + skip }, drawLines(part.text, { path, skip, take })), make("div.gutter"),
    cell("new", "", { start: part.newLine - 1 + skip }, drawLines(part.text, { path, skip, take })));
  const all = () => {
    const pieces = [];
    for (let skip = 0; skip < length; skip += 100) pieces.push(make("div.part", {}, piece(skip, 100)));
    return pieces;
  };
  if (!folds || length <= foldLimit) { holder.append(...all()); return holder; }
  const before = isFirst ? 0 : contextLines, after = isLast ? 0 : contextLines;
  const unfold = () => holder.replaceChildren(...all());
  holder.append(...before ? [piece(0, before)] : [],
    make("button.fold", { type: "button", onclick: unfold }, tr`⋯ ${length - before - after} equal lines`),
    ...after ? [piece(length - after, after)] : []);
  return holder;
}

/** The decisions of rules, with the three texts and the reason. */
export function drawDecisions(report, reading, { ignoresSpace }, action) {
  const all = make("div.decisions", {}, ...report.decisions.map((one, number) => {
    const draw = (text, other) => text ? drawLines(text, { path: reading.path, other, ignoresSpace }) : empty(tr`Nothing`);
    const other = one.base ?? "";
    return make("div.region.decided", { "data-change": number, tabindex: "-1", role: "group", "aria-label": one.title },
      make("div.region-head", {}, make("h2", {}, one.title), make("span.chip.rule", {}, tr`Resolved automatically`),
        make("span.reason", {}, `${one.reason} · `, make(`strong.risk.${one.risk}`, {}, riskWords(one.risk)))),
      make("div.base-row", {}, cell("base", textNames.base, {}, one.base == null ? empty(tr`The base is not known`) : draw(one.base, null))),
      make("div.row.conflict", {}, cell("ours", textNames.ours, {}, draw(one.ours, other)), make("div.gutter.left"),
        cell("result", textNames.result, {}, draw(one.result, null)), make("div.gutter.right"),
        cell("theirs", textNames.theirs, {}, draw(one.theirs, other))),
      one.isTakenBack ? make("p.command", {}, make("span.chip", {}, tr`Taken back`))
        : make("p.command", {}, one.question ? make("button", { type: "button", "data-act": number, title: `${action} (x)`, "aria-keyshortcuts": "x" }, action) : null,
          " ", one.question ? tr`or in a terminal:` : tr`Take it back:`, " ", make("code", {}, one.command)));
  }));
  watchRibbons(all);
  return all;
}

/** Two files that are not text. */
export function drawSizes(reading) {
  return make("div.whole", {}, make("p.lead", {}, tr`The contents are no text; only their sizes are shown.`),
    make("div.cards", {}, ...reading.versions.map((version, index) => make(`article.card${index ? "" : ".ours"}`, {},
      make("h2", {}, capital(version.name)), make("p.big", {}, size(version.size))))));
}
