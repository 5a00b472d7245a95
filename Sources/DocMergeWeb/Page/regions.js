// Stretches of a text: agreed ones, and the regions that a person decides.
import { actButton as button, empty, lines, make, riskWords, textNames, words } from "./elements.js";
import { tr } from "./language.js";
import { cell, drawLines } from "./lines.js";

/** The number of the line before a stretch in one of the texts; `null` where it is not known. */
const before = (part, text, skip = 0) => part.lines?.[text] == null ? null : part.lines[text] - 1 + skip;

/** The three cells of a stretch that needs no decision. */
export function drawAgreed(part, path, ignoresSpace, number) {
  const sameEverywhere = ["base", "both"].includes(part.origin);
  const row = make(`div.row.${sameEverywhere ? "equal" : part.origin}`);
  const text = (kind, options = {}) => drawLines(kind, { path, ignoresSpace, ...options });
  const fromRule = part.origin === "rule";
  const shows = side => sameEverywhere || part.origin === side;
  const side = (name, label, other) => cell(name, label, { start: before(part, name) },
    fromRule ? text(part[name], { other: part.base ?? other }) : shows(name) ? text(part.text) : "");
  row.append(
    side("ours", textNames.ours, part.theirs),
    make("div.gutter.left", { "aria-hidden": "true" }, part.origin === "ours" ? "›" : ""),
    cell("result", textNames.result, {}, part.text ? text(part.text) : empty(tr`Nothing is left of this`)),
    make("div.gutter.right", { "aria-hidden": "true" }, part.origin === "theirs" ? "‹" : ""),
    side("theirs", textNames.theirs, part.ours));
  if (!fromRule) return row;
  const note = make("p.note", {}, make("span.chip.rule", {}, tr`Resolved automatically`), ` ${part.rule.words} · ${riskWords(part.rule.risk)} `,
    make("button.small", { type: "button", "data-decision": number, title: tr`Decide this yourself (D: all of the document)` }, tr`Decide it yourself`));
  return make("div.settled", {}, note, row);
}

/** Some lines of a stretch that all texts share. */
export function drawPiece(part, path, skip, take) {
  const row = make("div.row.equal"), draw = () => drawLines(part.text, { path, skip, take });
  row.append(cell("ours", textNames.ours, { start: before(part, "ours", skip) }, draw()), make("div.gutter"),
    cell("result", textNames.result, {}, draw()), make("div.gutter"),
    cell("theirs", textNames.theirs, { start: before(part, "theirs", skip) }, draw()));
  row.dataset.skip = skip;
  return row;
}

/** An open region with all its actions. */
export function drawRegion(part, number, total, { path, ignoresSpace, showsBase, place }) {
  const decision = part.decision, isDecided = decision.choice != null;
  const draw = (text, other) => text ? drawLines(text, { path, other, ignoresSpace }) : empty(tr`Nothing: deleted here`);
  const section = make(`div.region.${isDecided ? "decided" : "open"}`, {
    "data-region": number, tabindex: "-1", role: "group",
    "aria-label": isDecided ? tr`Conflict ${number + 1} of ${total}, decided: ${words(decision.choice)}`
      : tr`Conflict ${number + 1} of ${total}, to decide`,
  });
  section.append(drawHeading(part, number, total, place, isDecided));
  if (showsBase) {
    section.append(make("div.base-row", {}, cell("base", textNames.base, { start: before(part, "base") },
      part.base == null ? empty(tr`The base is not known`) : draw(part.base, null))));
  }
  const taken = choice => decision.choice === choice || decision.choice?.includes("Then") ? ".taken" : "";
  section.append(make("div.row.conflict", {},
    cell(`ours${taken("ours")}`, textNames.ours, { start: before(part, "ours") }, draw(part.ours, part.base ?? part.theirs)),
    make("div.gutter.left", {}, button("ours", "»", "o", tr`Take ours`), button("base", "×", "a", tr`Take neither: the base`)),
    make("div.cell.result", { "data-result": number }, make("span.cell-label", {}, textNames.result), drawResult(part, draw)),
    make("div.gutter.right", {}, button("theirs", "«", "t", tr`Take theirs`), button("base", "×", "a", tr`Take neither: the base`)),
    cell(`theirs${taken("theirs")}`, textNames.theirs, { start: before(part, "theirs") }, draw(part.theirs, part.base ?? part.ours))));
  if (part.base == null) section.querySelectorAll("[data-act=base]").forEach(one => one.remove());
  return section;
}

function drawHeading(part, number, total, place, isDecided) {
  const state = isDecided
    ? make("span.state.done", {}, make("span", { "aria-hidden": "true" }, "✓ "), words(part.decision.choice))
    : make("span.state", {}, make("span", { "aria-hidden": "true" }, "● "), tr`To decide`);
  const small = "button.small";
  return make("div.region-head", {},
    make("h2", {}, tr`Conflict ${number + 1} of ${total}`), make("span.place", { "data-place": number }, place ?? tr`line ${part.line}`), state,
    make("div.region-actions", {},
      button("ours", textNames.ours, "o", tr`Take ours`, `${small}.take-ours`), button("theirs", textNames.theirs, "t", tr`Take theirs`, `${small}.take-theirs`),
      button("oursThenTheirs", tr`Both`, "b", tr`Take both, ours first (B: theirs first)`, small),
      part.base == null ? null : button("base", textNames.base, "a", tr`Take the base`, small),
      part.isEditable ? button("edit", tr`Edit`, "e", tr`Edit the result`, small) : null,
      button("split", tr`Split…`, "S", tr`Split the conflict`, `${small}.quiet`),
      number + 1 < total ? button("join", tr`Join`, "j", tr`Join with the next conflict`, `${small}.quiet`) : null,
      isDecided ? button("reopen", tr`Reopen`, "x", tr`Decide it again`, `${small}.quiet`) : null));
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
    fragment.append(empty(part.reason ? tr`Not decided: ${part.reason}` : tr`Not decided: both sides changed this`));
  } else if (decision.choice != null && ["suggestion", "remembered"].includes(decision.choice)) {
    fragment.append(make("p.note", {}, chip(decision.choice), reason(decision.choice, part)));
  }
  return fragment;
}

const chip = kind => make(`span.chip.${kind}`, {}, kind === "suggestion" ? tr`✦ Suggested` : tr`↺ Remembered`);
const reason = (kind, part) => kind === "suggestion"
  ? make("span.reason", { title: tr`Rule: ${part.rule.name}` }, `${part.rule.words} · `, make(`strong.risk.${part.rule.risk}`, {}, riskWords(part.rule.risk)))
  : make("span.reason", {}, tr`your earlier decision about this conflict`);

function offer(kind, part, text, draw, isOpen) {
  const key = kind === "suggestion" ? "m" : "r";
  const box = make(`div.offer.${kind}`, {}, make("p.note", {}, chip(kind), reason(kind, part),
    button(kind, tr`Take`, key, kind === "suggestion" ? tr`Take the suggestion` : tr`Take the remembered one`, "button.small.take")));
  if (isOpen) box.append(make("div.ghost", {}, draw(text, null)));
  return box;
}

/** The field in which a person edits the result, in place of the text that is shown there. */
export function drawEditor(start, number, save, cancel) {
  const area = make("textarea", { "aria-label": tr`Result of conflict ${number + 1}`, spellcheck: "false" });
  area.value = start;
  area.rows = Math.min(24, Math.max(4, lines(start).length + 1));
  area.addEventListener("keydown", event => {
    if (event.key === "Escape") { event.preventDefault(); cancel(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); save(); }
  });
  const field = make("div.editor", {}, area,
    make("div.buttons", {}, make("button.primary.small", { type: "button", onclick: save }, tr`Take this text`),
      make("button.small", { type: "button", onclick: cancel }, tr`Cancel`),
      make("span", {}, make("kbd", {}, tr`Ctrl Enter`), " ", make("kbd", {}, "Esc"))));
  return { field, area };
}
