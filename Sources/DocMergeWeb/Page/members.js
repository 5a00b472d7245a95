// The files of a folder that is one document: which versions have them, and which of them differ.
import { capital, make, size } from "./elements.js";
import { tr } from "./language.js";

const words = { added: tr`added`, changed: tr`changed`, deleted: tr`deleted`, same: "" };

/** A table with a row for each file, and a column for each version. */
export function drawMembers(summary) {
  const changed = summary.members.filter(one => one.changes.some(change => change !== "same"));
  const head = make("tr", {}, make("th", { scope: "col" }, tr`File`),
    ...summary.versions.map(version => make("th", { scope: "col" }, capital(version.name))));
  const table = make("table.members", {}, make("caption", {}, tr`${changed.length} of ${summary.members.length} files differ`),
    make("thead", {}, head), make("tbody", {}, ...summary.members.map(row)));
  return make("div.sheet.plain", { role: "region", "aria-label": tr`Files`, tabindex: "0" }, table);
}

function row(member) {
  const isSame = member.changes.every(change => change === "same");
  return make(`tr${isSame ? ".same" : ""}`, {}, make("th", { scope: "row" }, member.path),
    ...member.sizes.map((bytes, index) => make("td", {}, bytes == null ? "—" : size(bytes), " ",
      words[member.changes[index]] ? make(`span.fate.${member.changes[index]}`, {}, words[member.changes[index]]) : null)));
}
