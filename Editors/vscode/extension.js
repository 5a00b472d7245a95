'use strict';

// The part of the extension that talks to VS Code.

const vscode = require('vscode');
const path = require('node:path');
const conflicts = require('./conflicts.js');
const docmerge = require('./docmerge.js');

const KEPT = { ours: 'Keep ours', theirs: 'Keep theirs', base: 'Keep base', both: 'Keep both' };

function settings() {
  const values = vscode.workspace.getConfiguration('docmerge');
  return { command: values.get('command'), policy: values.get('policy') };
}

function fileOf(document) {
  return document.uri.scheme === 'file' ? document.uri.fsPath : undefined;
}

/** The file of a document, with the text of the editor. */
async function savedFile(document) {
  const file = fileOf(document);
  if (!file) throw new Error('the text has no file');
  await document.save();
  return file;
}

function question(document, number) {
  return { ...settings(), file: fileOf(document), text: document.getText(), number };
}

// MARK: Code lenses

class LensProvider {
  constructor() {
    this.changed = new vscode.EventEmitter();
    this.onDidChangeCodeLenses = this.changed.event;
  }

  provideCodeLenses(document) {
    const found = conflicts.findConflicts(document.getText());
    return found.flatMap((conflict, number) => this.lenses(document, conflict, number));
  }

  lenses(document, conflict, number) {
    const range = new vscode.Range(conflict.start, 0, conflict.start, 0);
    const words = Object.keys(KEPT).filter((word) => word !== 'base' || conflict.base);
    const keeping = words.map((word) => new vscode.CodeLens(range, {
      title: KEPT[word], command: 'docmerge.keep', arguments: [word, conflict.start],
    }));
    // VS Code asks for the command of this one when the lens is on the screen.
    const suggestion = new vscode.CodeLens(range);
    suggestion.question = question(document, number);
    suggestion.line = conflict.start;
    return [...keeping, suggestion];
  }

  async resolveCodeLens(lens) {
    try {
      const found = await docmerge.suggestion(lens.question);
      lens.command = found
        ? { title: 'Take suggestion', tooltip: docmerge.ruleWords(found.rules),
          command: 'docmerge.suggest', arguments: [lens.line] }
        : { title: 'No suggestion', command: '' };
    } catch (error) {
      lens.command = { title: 'docmerge failed', tooltip: error.message, command: '' };
    }
    return lens;
  }
}

// MARK: Commands

/** The conflict at a line, by default the cursor's, with its number; says so if there is none. */
function target(editor, line = editor.selection.active.line) {
  const found = conflicts.findConflicts(editor.document.getText());
  const conflict = conflicts.conflictAt(found, line);
  if (!conflict) vscode.window.showInformationMessage('The cursor is in no conflict.');
  return conflict && { conflict, number: found.indexOf(conflict) };
}

/** Replaces lines in one edit, which one undo takes back. */
function replaceLines(editor, start, end, text) {
  const { document } = editor;
  const last = document.lineAt(document.lineCount - 1).range.end;
  const to = end < document.lineCount ? new vscode.Position(end, 0) : last;
  const range = new vscode.Range(new vscode.Position(start, 0), to);
  return editor.edit((edit) => edit.replace(range, text));
}

async function keep(editor, word, line) {
  const found = target(editor, line);
  if (!found) return;
  const text = conflicts.choose(editor.document.getText(), found.conflict, word);
  if (text === null) {
    vscode.window.showInformationMessage('The markers show no base.');
    return;
  }
  await replaceLines(editor, found.conflict.start, found.conflict.end, text);
}

async function suggest(editor, line) {
  const found = target(editor, line);
  if (!found) return;
  const { version } = editor.document;
  const suggestion = await docmerge.suggestion(question(editor.document, found.number));
  if (!suggestion) {
    vscode.window.showInformationMessage('docmerge suggests nothing for this conflict.');
    return;
  }
  if (editor.document.version !== version) throw new Error('the text was changed meanwhile');
  await replaceLines(editor, found.conflict.start, found.conflict.end, suggestion.text);
  vscode.window.setStatusBarMessage(`docmerge: ${docmerge.ruleWords(suggestion.rules)}`, 8000);
}

async function merge(editor) {
  const { document } = editor;
  const { version } = document;
  const all = conflicts.findConflicts(document.getText()).length;
  const { text, count } = await docmerge.mergeAll(question(document));
  if (document.version !== version) throw new Error('the text was changed meanwhile');
  if (count > 0) await replaceLines(editor, 0, document.lineCount, text);
  vscode.window.showInformationMessage(`${count} of ${all} conflicts resolved.`);
}

function go(editor, step) {
  const found = conflicts.findConflicts(editor.document.getText());
  const next = conflicts.neighbour(found, editor.selection.active.line, step);
  if (!next) {
    vscode.window.showInformationMessage('No conflicts.');
    return;
  }
  const position = new vscode.Position(next.start, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position));
}

async function stage(editor) {
  const { document } = editor;
  if (/^(<{7,}|>{7,})( |\r?$)/m.test(document.getText())) {
    vscode.window.showWarningMessage('Conflict markers are left.');
    return;
  }
  await docmerge.stage(await savedFile(document));
  vscode.window.setStatusBarMessage('Marked as resolved.', 4000);
}

/** Opens the page in the browser. A terminal shows its address and ends with the page. */
async function openPage(editor) {
  const file = await savedFile(editor.document);
  const terminal = vscode.window.createTerminal({
    name: 'docmerge', cwd: path.dirname(file), shellPath: settings().command,
    shellArgs: ['resolve', '--web', path.basename(file)],
  });
  terminal.show();
}

const COMMANDS = {
  'docmerge.keep': keep,
  'docmerge.keepOurs': (editor) => keep(editor, 'ours'),
  'docmerge.keepTheirs': (editor) => keep(editor, 'theirs'),
  'docmerge.keepBase': (editor) => keep(editor, 'base'),
  'docmerge.keepBoth': (editor) => keep(editor, 'both'),
  'docmerge.suggest': suggest,
  'docmerge.merge': merge,
  'docmerge.next': (editor) => go(editor, 1),
  'docmerge.previous': (editor) => go(editor, -1),
  'docmerge.stage': stage,
  'docmerge.openPage': openPage,
};

/** Runs a command in the active editor and shows errors. */
function command(body) {
  return async (...words) => {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    try {
      await body(editor, ...words);
    } catch (error) {
      vscode.window.showErrorMessage(`docmerge: ${error.message}`);
    }
  };
}

function activate(context) {
  const provider = new LensProvider();
  context.subscriptions.push(
    vscode.languages.registerCodeLensProvider({ scheme: '*' }, provider),
    vscode.workspace.onDidSaveTextDocument(() => provider.changed.fire()));
  for (const [name, body] of Object.entries(COMMANDS)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command(body)));
  }
}

module.exports = { activate, deactivate() {} };
