'use strict';

// Tests of the extension with a stand-in for VS Code, and of its manifest.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const test = require('node:test');

const folder = path.join(__dirname, '..', '..', 'vscode');
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const tests = process.env.DOCMERGE_TESTS;

// MARK: The stand-in

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(...words) {
    const [a, b, c, d] = words;
    const isNumbers = words.length === 4;
    this.start = isNumbers ? new Position(a, b) : a;
    this.end = isNumbers ? new Position(c, d) : b;
  }
}

/** What the extension sees of a file in an editor. */
class Editor {
  constructor(file, text) {
    this.text = text;
    const lines = () => this.text.split('\n');
    this.document = {
      uri: { scheme: 'file', fsPath: file }, version: 1,
      getText: () => this.text,
      get lineCount() { return lines().length; },
      lineAt: (line) => ({ range: { end: new Position(line, lines()[line].length) } }),
      save: async () => fs.writeFileSync(file, this.text),
    };
    this.selection = { active: new Position(0, 0) };
  }

  offset({ line, character }) {
    const before = this.text.split('\n').slice(0, line).map((text) => text.length + 1);
    return before.reduce((sum, length) => sum + length, 0) + character;
  }

  async edit(body) {
    body({ replace: ({ start, end }, text) => {
      this.text = this.text.slice(0, this.offset(start)) + text + this.text.slice(this.offset(end));
    } });
    this.document.version += 1;
  }

  revealRange() {}
}

const registered = {};
const messages = [];
const terminals = [];
let provider;
const say = (text) => messages.push(text);
const vscode = {
  Position, Range,
  Selection: class { constructor(anchor, active) { Object.assign(this, { anchor, active }); } },
  CodeLens: class { constructor(range, command) { Object.assign(this, { range, command }); } },
  EventEmitter: class { constructor() { this.event = () => {}; } fire() {} },
  commands: { registerCommand: (name, body) => { registered[name] = body; return {}; } },
  languages: { registerCodeLensProvider: (_, found) => { provider = found; return {}; } },
  workspace: {
    getConfiguration: () => ({
      get: (name) => ({ command: process.env.DOCMERGE, policy: 'balanced' })[name],
    }),
    onDidSaveTextDocument: () => ({}),
  },
  window: {
    createTerminal: (options) => { terminals.push(options); return { show() {} }; },
    showInformationMessage: say, showWarningMessage: say, showErrorMessage: say,
    setStatusBarMessage: say,
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
require(path.join(folder, manifest.main)).activate({ subscriptions: [] });

function open(...names) {
  const file = path.join(tests, ...names);
  vscode.window.activeTextEditor = new Editor(file, fs.readFileSync(file, 'utf8'));
  return vscode.window.activeTextEditor;
}

/** Code lenses as VS Code shows them. */
async function lenses(editor) {
  const found = provider.provideCodeLenses(editor.document);
  return Promise.all(found.map((lens) => (lens.command ? lens : provider.resolveCodeLens(lens))));
}

// MARK: The tests

test('the manifest names what the extension has', () => {
  for (const field of ['name', 'publisher', 'version', 'engines', 'main', 'license']) {
    assert.ok(manifest[field], field);
  }
  assert.match(manifest.engines.vscode, /^\^\d+\.\d+\.\d+$/);
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  const named = manifest.contributes.commands.map(({ command }) => command);
  // The code lenses call this one with arguments; it is nothing for the palette.
  assert.deepEqual([...named, 'docmerge.keep'].sort(), Object.keys(registered).sort());
});

test('code lenses keep sides and take suggestions', async () => {
  const editor = open('diff3', 'plan.md');
  const titles = (await lenses(editor)).map((lens) => lens.command.title);
  const each = ['Keep ours', 'Keep theirs', 'Keep base', 'Keep both', 'Take suggestion'];
  assert.deepEqual(titles, [...each, ...each]);
  const { command } = (await lenses(editor))[9];
  assert.match(command.tooltip, /added-items, high risk/);
  await registered[command.command](...command.arguments);
  const first = (await lenses(editor))[0].command;
  await registered[first.command](...first.arguments);
  assert.equal(
    editor.text, '# Trip\n\nWe meet on Friday in the hall.\n\nmiddle\n\n- tent\n- stove\n- lamp\n');
  assert.deepEqual(await lenses(editor), []);
});

test('a conflict without a base has no lens for it, and no suggestion', async () => {
  const titles = (await lenses(open('cases', 'merge.txt'))).map((lens) => lens.command.title);
  assert.deepEqual(titles, ['Keep ours', 'Keep theirs', 'Keep both', 'No suggestion']);
});

test('commands replace a conflict at the end of a text without a newline', async () => {
  const editor = open('cases', 'end.txt');
  await registered['docmerge.next']();
  await registered['docmerge.keepBase']();
  assert.equal(editor.text, 'a\no\n');
});

test('commands go, merge and stage', async () => {
  const editor = open('zdiff3', 'package.json');
  await registered['docmerge.next']();
  assert.equal(editor.selection.active.line, 4);
  await registered['docmerge.stage']();
  assert.equal(messages.pop(), 'Conflict markers are left.');
  await registered['docmerge.merge']();
  assert.equal(messages.pop(), '1 of 1 conflicts resolved.');
  await registered['docmerge.stage']();
  assert.equal(messages.pop(), 'Marked as resolved.');
  await registered['docmerge.keepOurs']();
  assert.equal(messages.pop(), 'The cursor is in no conflict.');
});

test('the page opens in a terminal', async () => {
  open('merge', 'plan.md');
  await registered['docmerge.openPage']();
  assert.deepEqual(terminals.pop(), {
    name: 'docmerge', cwd: path.join(tests, 'merge'), shellPath: process.env.DOCMERGE,
    shellArgs: ['resolve', '--web', 'plan.md'],
  });
  vscode.window.activeTextEditor.document.uri.scheme = 'untitled';
  await registered['docmerge.openPage']();
  assert.equal(messages.pop(), 'docmerge: the text has no file');
});
