// A document that is decided as a whole: its versions, their contents, and the possible choices.
import { capital, make, size } from "./elements.js";
import { drawImages, hasImages } from "./images.js";
import { tr } from "./language.js";
import { drawMembers } from "./members.js";

/** The versions of a document, with all their actions. */
export function drawWhole(summary, number) {
  const isPicture = hasImages(summary);
  const lead = isPicture ? tr`An image is decided as a whole. Compare the versions, and keep one of them.`
    : summary.members ? tr`A folder that is one document is decided as a whole. These are its files.`
      : tr`This document is decided as a whole: it has no text that can be merged line by line.`;
  return make("div.whole", {}, make("p.lead", {}, lead), isPicture ? drawImages(number, summary) : null,
    make("div.cards", {}, ...summary.versions.map((version, index) => card(summary, version, index))),
    others(summary), summary.members ? drawMembers(summary) : null);
}

function card(summary, version, number) {
  const isKept = summary.whole === "version" && summary.wholeVersion === number;
  const facts = [version.detail, version.origin, version.date].filter(one => one);
  return make(`article.card${isKept ? ".kept" : ""}${number === 0 ? ".ours" : ".theirs"}`, {},
    make("h2", {}, capital(version.name), isKept ? make("span.state.done", {}, tr`✓ kept`) : null),
    make("p.big", {}, version.size == null ? tr`Deleted` : size(version.size)),
    ...facts.map(one => make("p.origin", {}, one)),
    version.size == null ? make("p.origin", {}, tr`Keeping this version leaves no file.`) : null,
    make("button.primary", { type: "button", "data-keep": "version", "data-version": number, "aria-pressed": String(isKept) },
      version.size == null ? tr`Keep deleted` : tr`Keep ${version.name}`));
}

function others(summary) {
  const group = make("div.others", { role: "group", "aria-label": tr`Other choices` });
  const add = (name, text, key) => group.append(make("button", {
    type: "button", "data-keep": name, "aria-pressed": String(summary.whole === name),
  }, text, " ", make("kbd", { "aria-hidden": "true" }, key)));
  if (!summary.hasOneResult) {
    add("all", tr`Keep both files`, "b");
    add("newest", tr`Keep the newest`, ">");
    add("oldest", tr`Keep the oldest`, "<");
  }
  if (summary.canMerge) add("merge", summary.members ? tr`Take the files that each side changed` : tr`Merge by rules`, "m");
  return group;
}
