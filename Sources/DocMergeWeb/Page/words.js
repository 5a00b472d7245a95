// The words that differ between two texts, and the characters that differ in those words. Independent of the page.

const token = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
const wordLimit = 600, characterLimit = 200;

/** Cuts a text into words, white space and single characters. */
const cut = text => text.match(token) ?? [];

/**
 * The stretches of a text that another text lacks, by the longest common subsequence of words.
 *
 * A stretch that replaces another one, and is similar to it, also has the characters that differ:
 * `colour` for `color` is one word with one character.
 * @returns {{from: number, to: number, characters: [number, number][]}[]} offsets; `null` where the texts are
 * too long to compare.
 */
export function differences(text, other, ignoresSpace) {
  let a = cut(text), b = cut(other), start = 0, offset = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) offset += a[start++].length;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  a = a.slice(start, a.length - end);
  b = b.slice(start, b.length - end);
  if (a.length > wordLimit || b.length > wordLimit) return null;
  const found = [];
  for (const [own, others] of gaps(a, b, common(a, b))) {
    const begin = offset + length(a, 0, own.from);
    const old = b.slice(others.from, others.to).join("");
    for (const run of runs(a, own, ignoresSpace)) {
      const from = begin + length(a, own.from, run.from) + run.skip, word = a.slice(run.from, run.to).join("").slice(run.skip);
      const characters = changedCharacters(word, old).map(([one, last]) => [from + one, from + last]);
      found.push({ from, to: from + word.length, characters });
    }
  }
  return found;
}

const length = (all, from, to) => all.slice(from, to).reduce((sum, one) => sum + one.length, 0);

/** The stretches of `a`, with those of `b`, between the words that both have. */
function gaps(a, b, kept) {
  const found = [];
  let from = 0, other = 0;
  for (const [i, j] of [...kept, [a.length, b.length]]) {
    if (i > from) found.push([{ from, to: i }, { from: other, to: j }]);
    [from, other] = [i + 1, j + 1];
  }
  return found;
}

/** A stretch without line ends, and without white space where that is ignored; `skip` characters are left out. */
function runs(a, { from, to }, ignoresSpace) {
  const found = [];
  for (let index = from; index < to; index++) {
    const isBreak = a[index].includes("\n");
    if (ignoresSpace && /^\s/.test(a[index])) continue;
    // Of a line end and indentation, only the indentation counts if nothing else was changed.
    if (isBreak && to - from === 1) found.push({ from: index, to: index + 1, skip: a[index].lastIndexOf("\n") + 1 });
    if (isBreak) continue;
    const last = found.at(-1);
    if (last?.to === index) last.to++;
    else found.push({ from: index, to: index + 1, skip: 0 });
  }
  return found;
}

/** The pairs of indices of a longest common subsequence. */
function common(a, b) {
  const width = b.length + 1, table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j]
        ? table[(i + 1) * width + j + 1] + 1
        : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
  const kept = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) kept.push([i++, j++]);
    else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) i++;
    else j++;
  }
  return kept;
}

/** The characters of a word that its replacement lacks; none where the two have little in common. */
function changedCharacters(word, old) {
  if (!word || !old || word.length > characterLimit || old.length > characterLimit) return [];
  const a = [...word], kept = common(a, [...old]);
  if (2 * kept.length < Math.max(a.length, old.length)) return [];
  const found = [];
  let place = 0, next = 0;
  a.forEach((character, index) => {
    if (kept[next]?.[0] === index) next++;
    else if (found.at(-1)?.[1] === place) found.at(-1)[1] += character.length;
    else found.push([place, place + character.length]);
    place += character.length;
  });
  return found;
}
