// Words: which of them differ, and what they are in a program. Nothing here knows the page.

const token = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
const limit = 600;

/** Cuts a text into words, white space and single characters. */
const cut = text => text.match(token) ?? [];

/**
 * The stretches of a text that another text lacks, by the longest common subsequence of words.
 * @returns {[number, number][]} pairs of offsets; `null` where the texts are too long to compare.
 */
export function differences(text, other, ignoresSpace) {
  let a = cut(text), b = cut(other), start = 0, offset = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) offset += a[start++].length;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  a = a.slice(start, a.length - end);
  b = b.slice(start, b.length - end);
  if (a.length > limit || b.length > limit) return null;
  const kept = common(a, b), found = [];
  a.forEach((word, index) => {
    const isSpace = /^\s/.test(word);
    if (!kept.has(index) && !(ignoresSpace && isSpace) && word !== "\n") {
      const last = found.at(-1);
      if (last && last[1] === offset) last[1] = offset + word.length;
      else found.push([offset, offset + word.length]);
    }
    offset += word.length;
  });
  return found;
}

/** The indices of `a` that belong to a longest common subsequence with `b`. */
function common(a, b) {
  const width = b.length + 1, table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j]
        ? table[(i + 1) * width + j + 1] + 1
        : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
  const kept = new Set();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { kept.add(i); i++; j++; }
    else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) i++;
    else j++;
  }
  return kept;
}

const keywords = new Set(("as async await break case catch class const continue def default defer do elif else enum "
  + "export extends extension false final fn for from func function guard if impl import in init inout interface is "
  + "let match mod mut new nil None null override package private protocol pub public return self static struct "
  + "super switch this throw throws True False true try type typealias use val var void where while with yield").split(" "));
const syntax = /(?<comment>\/\/.*|\/\*.*?\*\/|(?:^|\s)#(?!\w+\s*[:=]).*|<!--.*?-->)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>\b\d[\d_.]*(?:e[+-]?\d+)?\b)|(?<word>[A-Za-z_]\w*)/gu;
const prose = /\.(md|markdown|txt|rst|adoc|tex|org)$|(^|\/)[^.]*$/i;

/** The stretches of a line that are comments, strings, numbers or keywords; none in prose. */
export function colours(line, path) {
  if (prose.test(path) || line.length > 2000) return [];
  const found = [];
  for (const match of line.matchAll(syntax)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    if (kind !== "word") found.push([match.index, match.index + match[0].length, kind]);
    else if (keywords.has(match[0])) found.push([match.index, match.index + match[0].length, "keyword"]);
  }
  return found;
}
