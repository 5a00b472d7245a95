'use strict';

// Tests of the modules of the extension that do not use VS Code. Scripts/editors.sh runs them.

const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const conflicts = require('../../vscode/conflicts.js');
const docmerge = require('../../vscode/docmerge.js');

const tests = process.env.DOCMERGE_TESTS;
const settings = { command: process.env.DOCMERGE, policy: 'balanced' };
const read = (...names) => fs.readFileSync(path.join(tests, ...names), 'utf8');

test('every choice gives the result of docmerge', () => {
  const names = fs.readdirSync(path.join(tests, 'cases')).filter((name) => name.endsWith('.txt'));
  assert.ok(names.length > 10);
  for (const name of names) {
    for (const side of ['ours', 'theirs', 'base', 'both']) {
      let text = read('cases', name);
      for (const conflict of conflicts.findConflicts(text).reverse()) {
        const part = conflicts.choose(text, conflict, side);
        if (part !== null) text = conflicts.replaced(text, conflict, part);
      }
      assert.equal(text, read('cases', `${name}.${side}`), `${name} ${side}`);
    }
  }
});

test('moves around the end of the text', () => {
  const found = conflicts.findConflicts(read('cases', 'two.txt'));
  const starts = [[0, 1], [5, 1], [0, -1], [5, -1], [7, -1]];
  assert.deepEqual(
    starts.map(([line, step]) => conflicts.neighbour(found, line, step).start), [5, 0, 5, 0, 5]);
  assert.equal(conflicts.neighbour([], 0, 1), null);
  assert.equal(conflicts.conflictAt(found, 4), found[0]);
  assert.equal(conflicts.conflictAt(found, 5), found[1]);
});

for (const style of ['merge', 'diff3', 'zdiff3']) {
  test(`takes suggestions and stages in the style ${style}`, async () => {
    for (const name of ['plan.md', 'crlf.md', 'package.json']) {
      const file = path.join(tests, style, name);
      const merged = await docmerge.mergeAll({ ...settings, file, text: read(style, name) });
      assert.equal(merged.count, 1);
      let { text } = merged;
      if (name !== 'package.json') {
        const found = await docmerge.suggestion({ ...settings, file, text, number: 0 });
        assert.equal(found.isDecided, false);
        assert.match(docmerge.ruleWords(found.rules), /added-items, high risk/);
        text = conflicts.replaced(text, conflicts.findConflicts(text)[0], found.text);
      }
      assert.equal(text, read('expected', name));
      fs.writeFileSync(file, text);
      await docmerge.stage(file);
      const words = ['-C', path.dirname(file), 'status', '--short', name];
      assert.equal(execFileSync('git', words, { encoding: 'utf8' }), `M  ${name}\n`);
    }
  });
}

test('suggests nothing without a base', async () => {
  const text = read('cases', 'merge.txt');
  const file = path.join(tests, 'cases', 'merge.txt');
  assert.equal(await docmerge.suggestion({ ...settings, file, text, number: 0 }), null);
});

test('reports errors', async () => {
  const question = { ...settings, text: read('cases', 'diff3.txt'), number: 0 };
  await assert.rejects(docmerge.suggestion({ ...question, policy: 'unknown' }), /policy/);
  await assert.rejects(docmerge.suggestion({ ...question, command: '/nonexistent' }), /ENOENT/);
  await assert.rejects(docmerge.stage(path.join(tests, 'cases', 'merge.txt')), /not a git/);
});
