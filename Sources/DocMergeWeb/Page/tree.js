// A structured text as a tree of the changes of each side.
import { empty, make, textNames, words } from "./elements.js";
import { counted, tr } from "./language.js";

const who = { ours: textNames.ours, theirs: textNames.theirs, same: tr`Both, alike`, both: tr`Both, differently` };

const threeTexts = ["base", "ours", "theirs"].map(name => [name, textNames[name]]);

/** The tree, with one row for each value that a side changed; `regions` are those of the text. */
export function drawTree(report, regions, texts = threeTexts) {
  if (!report.entries.length) {
    return make("div.tree", {}, empty(report.isRead
      ? tr`No value was changed: the sides differ in comments, in white space or in the order of members only.`
      : tr`The texts could not be read as one format, so there is no tree of them.`));
  }
  const body = make("tbody"), rows = report.entries.map(entry => row(entry, regions, texts));
  body.append(...rows);
  body.addEventListener("click", event => {
    const toggle = event.target.closest(".toggle");
    if (toggle) fold(rows, report.entries, rows.indexOf(toggle.closest("tr")), toggle);
  });
  const heads = [tr`Place`, ...texts.map(([, name]) => name), ...texts.length > 2 ? [tr`Changed by`] : []];
  return make("div.tree", {}, make("table", {},
    make("caption", {}, tr`${counted(report.entries.filter(one => one.by).length, "value")} changed`),
    make("thead", {}, make("tr", {}, ...heads.map(head => make("th", { scope: "col" }, head)))), body));
}

function row(entry, regions, texts) {
  const isGroup = !entry.by, hasAuthors = texts.length > 2;
  const name = make("span.name", { title: entry.path }, entry.label || tr`(all)`);
  const head = make("th", { scope: isGroup ? "rowgroup" : "row", colspan: isGroup ? texts.length + (hasAuthors ? 2 : 1) : null, "data-depth": entry.depth },
    isGroup ? make("button.toggle", { type: "button", "aria-expanded": "true", "aria-label": tr`Fold ${entry.path}` }, "▾") : null, name);
  head.style.setProperty("--depth", entry.depth);
  if (isGroup) return make("tr.group", {}, head);
  head.append(make("span.path", {}, entry.path));
  return make(`tr.${entry.by}`, {}, head, ...texts.map(([side, name]) => value(side, name, entry)),
    hasAuthors ? make("td.by", {}, make(`span.who.${entry.by}`, {}, who[entry.by]), link(entry, regions)) : null);
}

function value(side, name, entry) {
  const text = entry[side], isChanged = side !== "base" && text !== entry.base;
  return make(`td.${side}${isChanged ? ".changed" : ""}`, { "data-label": name },
    text == null ? make("span.missing", {}, side !== "base" && entry.base != null ? tr`deleted` : "—") : make("code", {}, text));
}

/** The link to the region of the value. */
function link(entry, regions) {
  const region = regions[entry.region];
  if (!region) return null;
  const isDecided = region.decision.choice != null;
  return make(`button.small.region-link${isDecided ? ".done" : ""}`, {
    type: "button", "data-show": entry.region, title: tr`Show it in the text`,
  }, isDecided ? `✓ ${words(region.decision.choice)}` : tr`Conflict ${entry.region + 1}`);
}

/** Folds or unfolds the rows below a group. */
function fold(rows, entries, index, toggle) {
  const isOpen = toggle.getAttribute("aria-expanded") !== "true";
  toggle.setAttribute("aria-expanded", String(isOpen));
  toggle.textContent = isOpen ? "▾" : "▸";
  for (let next = index + 1; next < rows.length && entries[next].depth > entries[index].depth; next++) {
    rows[next].hidden = !isOpen;
    const inner = rows[next].querySelector(".toggle");
    if (inner) { inner.setAttribute("aria-expanded", String(isOpen)); inner.textContent = isOpen ? "▾" : "▸"; }
  }
}
