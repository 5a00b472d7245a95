// The kind of a word in a program: a comment, a string, a number or a keyword. Independent of the page.

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
