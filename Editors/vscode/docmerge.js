'use strict';

// Runs docmerge and git for the extension. This file does not use VS Code either.

const { execFile } = require('node:child_process');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const conflicts = require('./conflicts.js');

/** Runs a program; a program that cannot be started is an error, any exit status is not. */
function run(program, words, options = {}) {
  return new Promise((resolve, reject) => {
    const settings = { maxBuffer: 1 << 28, ...options };
    execFile(program, words, settings, (error, output, messages) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ status: error ? error.code : 0, output, messages });
    });
  });
}

/** The common ancestor that git keeps of a file in conflict, or '' where there is none. */
async function ancestor(file) {
  if (!file) return '';
  const words = ['-C', path.dirname(file), 'show', `:1:./${path.basename(file)}`];
  try {
    const { status, output } = await run('git', words);
    // A text in another encoding cannot be compared with the text of the editor.
    return status === 0 && !output.includes('\uFFFD') ? output : '';
  } catch {
    return '';
  }
}

/**
 * The suggestion of docmerge for one conflict: `{ text, rules, isDecided }`, or null if there is none.
 *
 * `isDecided` says that the policy decides it; otherwise a bolder rule suggests it.
 */
async function suggestion({ command, policy, file, text, number }) {
  const found = conflicts.findConflicts(text);
  const side = (choice) => conflicts.sideText(text, found, number, choice);
  // Git's default style does not show the base, and zdiff3 shows lines of it twice.
  const base = await ancestor(file) || side('base') || '';
  const texts = { base, ours: side('ours'), theirs: side('theirs') };
  const merge = await mergeTexts(command, policy, file, texts);
  if (!merge) return null;
  const part = conflicts.mergedPart(merge.text, text, found, number);
  return part === null ? null : { ...merge, text: part };
}

/** Merges three texts with docmerge. */
async function mergeTexts(command, policy, file, texts) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'docmerge-'));
  try {
    return await mergeIn(folder, command, policy, file, texts);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function mergeIn(folder, command, policy, file, texts) {
  // docmerge detects the format by the file name.
  const name = file ? path.basename(file) : 'text';
  const files = {};
  for (const [side, text] of Object.entries(texts)) {
    await fs.mkdir(path.join(folder, side));
    files[side] = path.join(folder, side, name);
    await fs.writeFile(files[side], text);
  }
  const [result, report] = ['result', 'report'].map((word) => path.join(folder, word));
  const { status, messages } = await run(command, [
    'merge', '--quiet', '--policy', policy, '--path', file || name, '-o', result,
    '--report', 'json', '--report-file', report, files.base, files.ours, files.theirs,
  ], file ? { cwd: path.dirname(file) } : {});
  if (status > 1) throw new Error(messages.trim());
  const { regions } = JSON.parse(await fs.readFile(report, 'utf8'));
  const rules = rulesOf(regions);
  if (status === 0) return { text: await fs.readFile(result, 'utf8'), rules, isDecided: true };
  const text = suggestedText(regions);
  return text === null ? null : { text: withEndings(text, texts.ours), rules, isDecided: false };
}

/** The rules that settle or would settle something. */
function rulesOf(regions) {
  const rules = regions.map((region) => region.rule || (region.suggestion || {}).rule);
  return rules.filter(Boolean).map(({ name, risk, words }) => ({ name, risk, words }));
}

/** The whole text with the suggestions for what is left in conflict, or null if one is missing. */
function suggestedText(regions) {
  const texts = regions.map((region) => {
    if (region.kind === 'conflict') return region.suggestion ? region.suggestion.text : null;
    return region.kind === 'deleted' ? '' : region.text;
  });
  return texts.every((text) => typeof text === 'string') ? texts.join('') : null;
}

/** Reports have `\n` behind each line; the result has the line endings of the document. */
function withEndings(text, model) {
  return model.includes('\r\n') ? text.replace(/\n/g, '\r\n') : text;
}

/** The text with every conflict settled that the policy decides, and how many those are. */
async function mergeAll({ command, policy, file, text }) {
  let result = text;
  let count = 0;
  // The last conflict first, so that the numbers of the others stay.
  for (let number = conflicts.findConflicts(text).length - 1; number >= 0; number -= 1) {
    const found = await suggestion({ command, policy, file, text: result, number });
    if (!found || !found.isDecided) continue;
    result = conflicts.replaced(result, conflicts.findConflicts(result)[number], found.text);
    count += 1;
  }
  return { text: result, count };
}

/** Marks a file as resolved. */
async function stage(file) {
  const words = ['--literal-pathspecs', '-C', path.dirname(file), 'add', '--', path.basename(file)];
  const { status, messages } = await run('git', words);
  if (status !== 0) throw new Error(messages.trim());
}

/** Rules in words: `both added items to a list (both-added-to-list, high risk)`. */
function ruleWords(rules) {
  const words = rules.map((rule) => `${rule.words} (${rule.name}, ${rule.risk} risk)`);
  return [...new Set(words)].join('; ') || 'the changes fit together';
}

module.exports = { mergeAll, ruleWords, stage, suggestion };
