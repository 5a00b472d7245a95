'use strict';

// Finds conflicts between markers in a text and computes edits.
// This file does not use VS Code, so that `node --test` can test it.

const MARKER = /^(<{7,}|\|{7,}|={7,}|>{7,})( .*)?$/;

/** The lines of a text, each with its line ending. */
function splitLines(text) {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** The parts of a marker line, or null for any other line. The label of a bare marker is null. */
function readMarker(line, index) {
  const match = MARKER.exec(line.replace(/\r?\n$/, ''));
  if (!match) return null;
  const label = match[2] === undefined ? null : match[2].slice(1);
  return { index, kind: match[1][0], size: match[1].length, label };
}

/**
 * The conflicts of a text, in order.
 *
 * Each has `start` and `end` (the first line and the one after the last, from 0) and the ranges of lines
 * `ours`, `base` and `theirs` as `[from, to]`. `base` is null in git's style `merge`.
 * Conflicts whose markers are missing, doubled or nested are left out, because their sides are ambiguous.
 */
function findConflicts(text) {
  const markers = splitLines(text).map(readMarker).filter(Boolean);
  const conflicts = [];
  let position = 0;
  while (position < markers.length) {
    const opening = markers[position];
    const closing = opening.kind === '<' ? findClosing(markers, position) : -1;
    if (closing < 0) {
      position += 1;
      continue;
    }
    const conflict = readConflict(markers.slice(position, closing + 1), opening.size);
    if (conflict) conflicts.push(conflict);
    position = closing + 1;
  }
  return conflicts;
}

/** Where the conflict ends that starts at a position, or -1 if it does not. */
function findClosing(markers, position) {
  const { size } = markers[position];
  let depth = 0;
  for (let index = position; index < markers.length; index += 1) {
    const marker = markers[index];
    if (marker.size !== size) continue;
    if (marker.kind === '<') depth += 1;
    if (marker.kind === '>') depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** The conflict that the markers describe, or null if they do not describe exactly one. */
function readConflict(markers, size) {
  const all = markers.filter((marker) => marker.size === size);
  const opening = all[0];
  const closing = all[all.length - 1];
  if (all.filter((marker) => marker.kind === '<').length > 1) return null;
  const base = single(all.filter((marker) => marker.kind === '|'), (marker) => marker.label !== null);
  if (base === undefined) return null;
  // Ours may contain a heading that is underlined with `=`; behind the base there is one separator.
  const separators = all.filter(
    (marker) => marker.kind === '=' && (!base || marker.index > base.index));
  const separator = single(separators, (marker) => marker.label === null);
  if (!separator) return null;
  return {
    start: opening.index,
    end: closing.index + 1,
    ours: [opening.index + 1, (base || separator).index],
    base: base && [base.index + 1, separator.index],
    theirs: [separator.index + 1, closing.index],
  };
}

/** The only marker, or of several the only usual one; null for none, undefined if that is unclear. */
function single(markers, isUsual) {
  if (markers.length === 0) return null;
  if (markers.length === 1) return markers[0];
  const usual = markers.filter(isUsual);
  return usual.length === 1 ? usual[0] : undefined;
}

/** The conflict that contains a line, or null. */
function conflictAt(conflicts, line) {
  return conflicts.find((conflict) => conflict.start <= line && line < conflict.end) || null;
}

/** The next conflict after a line (`step` 1) or the one before it (-1), around the end of the text. */
function neighbour(conflicts, line, step) {
  if (step > 0) return conflicts.find((conflict) => conflict.start > line) || conflicts[0] || null;
  const before = conflicts.filter((conflict) => conflict.start < line);
  return before[before.length - 1] || conflicts[conflicts.length - 1] || null;
}

/** The text that a choice leaves of a conflict, or null if the markers do not show it. */
function choose(text, conflict, choice) {
  const lines = splitLines(text);
  const part = (range) => lines.slice(range[0], range[1]).join('');
  if (choice === 'both') return part(conflict.ours) + part(conflict.theirs);
  return conflict[choice] ? part(conflict[choice]) : null;
}

/** The text with one conflict replaced. */
function replaced(text, conflict, replacement) {
  const lines = splitLines(text);
  return lines.slice(0, conflict.start).join('') + replacement + lines.slice(conflict.end).join('');
}

/**
 * The whole text as ours, base or theirs had it at one conflict.
 *
 * All other conflicts have ours in all three texts. So a merge of the three texts has to decide about this
 * conflict only, and still sees the whole document.
 */
function sideText(text, conflicts, number, choice) {
  let result = text;
  for (let index = conflicts.length - 1; index >= 0; index -= 1) {
    const side = index === number ? choice : 'ours';
    const part = choose(text, conflicts[index], side);
    if (part === null) return null;
    result = replaced(result, conflicts[index], part);
  }
  return result;
}

/** The text of a merge in place of one conflict, or null if the text around the conflict differs. */
function mergedPart(merged, text, conflicts, number) {
  const ours = sideText(text, conflicts, number, 'ours');
  const oursPart = choose(text, conflicts[number], 'ours');
  const start = startOf(text, conflicts, number);
  const before = ours.slice(0, start);
  const after = ours.slice(start + oursPart.length);
  const fits = merged.length >= before.length + after.length
    && merged.startsWith(before) && merged.endsWith(after);
  return fits ? merged.slice(before.length, merged.length - after.length) : null;
}

/** Where a conflict starts once all conflicts before it have ours. */
function startOf(text, conflicts, number) {
  const lines = splitLines(text);
  let length = 0;
  let line = 0;
  for (const conflict of conflicts.slice(0, number)) {
    length += lines.slice(line, conflict.start).join('').length;
    length += choose(text, conflict, 'ours').length;
    line = conflict.end;
  }
  return length + lines.slice(line, conflicts[number].start).join('').length;
}

module.exports = {
  choose, conflictAt, findConflicts, mergedPart, neighbour, replaced, sideText, splitLines,
};
