// Lines of a text: drawn with colours, and with marks on the words and characters that another text lacks.
import { colours } from "./colours.js";
import { lines, make } from "./elements.js";
import { differences } from "./words.js";

/** Draws the lines of a text, or some of them, by `skip` and `take`. */
export function drawLines(text, { path = "", other = null, ignoresSpace = false, skip = 0, take = Infinity } = {}) {
  const fragment = document.createDocumentFragment();
  const marks = other === null ? [] : differences(text, other, ignoresSpace) ?? [];
  let offset = 0, next = 0;
  lines(text).forEach((line, index) => {
    if (index >= skip && index < skip + take) {
      const code = make("code.line");
      while (next < marks.length && marks[next].to <= offset) next++;
      drawLine(code, line, offset, marks.slice(next, next + 200), colours(line, path));
      fragment.append(code);
    }
    offset += line.length + 1;
  });
  return fragment;
}

function drawLine(code, line, offset, marks, kinds) {
  const inLine = stretches => stretches.map(([from, to]) => [from - offset, to - offset])
    .filter(([from, to]) => from < line.length && to > 0);
  const words = inLine(marks.map(one => [one.from, one.to]));
  const characters = inLine(marks.flatMap(one => one.characters));
  const cuts = new Set([0, line.length]);
  for (const [from, to] of [...words, ...characters, ...kinds]) {
    cuts.add(Math.max(0, from));
    cuts.add(Math.min(line.length, to));
  }
  const holds = (stretches, place) => stretches.some(([start, end]) => start <= place && place < end);
  const places = [...cuts].sort((one, other) => one - other);
  let mark = null;
  places.slice(0, -1).forEach((from, index) => {
    const text = line.slice(from, places[index + 1]);
    const kind = kinds.find(([start, end]) => start <= from && from < end)?.[2];
    let node = kind ? make(`span.${kind}`, {}, text) : document.createTextNode(text);
    if (holds(characters, from)) node = make("b.character", {}, node);
    if (!holds(words, from)) { mark = null; code.append(node); return; }
    if (!mark) { mark = make("mark"); code.append(mark); }
    mark.append(node);
  });
  if (!line.length) code.append("\u200b");
}

/**
 * A cell of a row.
 *
 * Its lines are numbered from `start`; those of the result get their numbers when all of it is drawn.
 */
export function cell(kind, label, { start = null } = {}, ...content) {
  const element = make(`div.cell.${kind}`, {}, make("span.cell-label", {}, label), ...content);
  if (start != null) {
    element.classList.add("numbered");
    element.style.setProperty("--start", start);
  }
  return element;
}
