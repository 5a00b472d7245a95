// Elements and words for all drawing. Independent of the session.
import { counted, decimal, tr } from "./language.js";

export const find = id => document.getElementById(id);

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

/** A button with an action in `data-act`. */
export const actButton = (act, text, key, title, kind = "button") =>
  make(kind, { type: "button", "data-act": act, title: key ? `${title} (${key})` : title, "aria-label": title }, text);

export const empty = words => make("p.empty", {}, words);

/** The lines of a text, without their ends. */
export function lines(text) {
  if (!text) return [];
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  return all;
}

export const capital = word => word[0].toUpperCase() + word.slice(1);
export const size = bytes => bytes == null ? tr`deleted` : bytes < 1000 ? counted(bytes, "byte")
  : bytes < 1e6 ? `${decimal(bytes / 1000, 1)} kB` : `${decimal(bytes / 1e6, 1)} MB`;

const risks = { none: tr`no risk`, low: tr`low risk`, medium: tr`medium risk`, high: tr`high risk` };
export const riskWords = risk => risks[risk] ?? risk;

/** The names of the three texts of a conflict, and of what it becomes. */
export const textNames = { base: tr`Base`, ours: tr`Ours`, theirs: tr`Theirs`, result: tr`Result` };

const choiceWords = {
  ours: textNames.ours, theirs: textNames.theirs, oursThenTheirs: tr`Both, ours first`, theirsThenOurs: tr`Both, theirs first`,
  base: textNames.base, suggestion: tr`As suggested`, remembered: tr`As remembered`, edited: tr`Edited`,
};
export const words = choice => choiceWords[choice] ?? choice;

/** A path, its folder paler than its name. */
export function pathParts(path) {
  const cut = path.lastIndexOf("/") + 1;
  return [...cut ? [make("span.folder", {}, path.slice(0, cut))] : [], path.slice(cut)];
}
