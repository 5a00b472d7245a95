// Deciding: choices for a region, for a document, or for the rest.
import { redraw, section } from "./document.js";
import { lines, make, textNames } from "./elements.js";
import { counted, tr } from "./language.js";
import { banner, dialog, showDialog, toast } from "./messages.js";
import { go, onward, refresh, show } from "./moving.js";
import { drawEditor } from "./regions.js";
import { post, run } from "./server.js";
import { isWhole, regions, session, summary, view } from "./session.js";

/** Takes a step; returns whether it was taken. */
export async function step(command) {
  if (session.hasEnded) return false;
  try {
    const answer = await post("step", { revision: session.state.revision, ...command });
    if (answer.status === 413) { toast(tr`That text is too large for the page.`); return false; }
    if (!answer.ok && answer.status !== 409) throw new Error(`status ${answer.status}`);
    const next = await answer.json(), wasBehind = answer.status === 409;
    if (next.message) toast(next.message);
    if (wasBehind) toast(tr`Another window changed the session. This one is up to date now; decide again.`);
    const isMove = ["undo", "redo"].includes(command.action);
    await show(next, wasBehind || isMove ? next.changed : null);
    return !wasBehind && !next.message;
  } catch { banner(tr`The program that serves this page cannot be reached. What you decided before is kept.`); return false; }
}

const isMissing = {
  base: tr`The base is not known.`, suggestion: tr`There is no suggestion here.`,
  remembered: tr`Nothing is remembered for this conflict.`,
};

/** Takes a choice for the current region, or opens it again. */
export async function choose(choice) {
  const part = regions()[session.here], at = { document: session.shown, region: session.here };
  if (!part) return;
  if (choice === "reopen") {
    if (part.decision.choice != null && await step({ action: "choose", ...at })) toast(tr`The conflict is open again.`);
    return;
  }
  if (choice in isMissing && part[choice] == null) return toast(isMissing[choice]);
  if (await step({ action: "choose", ...at, choice })) await onward();
}

/** Takes a version of a document as a whole, or all of them. */
export async function keep(choice, version) {
  if (version != null && version >= summary().versions.length) return;
  if (await step({ action: "keep", document: session.shown, choice, version })) await onward();
}

/** Takes a side: of a region, or of a document that is decided as a whole. */
export const decide = side => isWhole() ? keep("version", side === "ours" ? 0 : 1) : choose(side);

/** Takes a side for the rest of a text. */
export async function rest(choice) {
  if (!isWhole() && await step({ action: "rest", document: session.shown, choice })) await onward();
}

export async function takeSuggestions() {
  const before = session.state.open;
  if (await step({ action: "suggestions", risk: "medium" })) {
    toast(tr`${counted(before - session.state.open, "suggestion")} taken.`);
    await onward();
  }
}

/** Opens a decision of a rule again; without a number, all decisions of rules in the document. */
export async function reopen(number) {
  if (isWhole()) return toast(tr`The document is decided as a whole.`);
  if (await step({ action: "reopen", document: session.shown, region: number })) toast(tr`Open again, with what the rule wrote as its suggestion.`);
}

export const join = () => step({ action: "join", document: session.shown, region: session.here });

/** Lets the person edit the result of the current region, in place. */
export function edit() {
  const number = session.here, part = regions()[number];
  if (!part || view() !== "text") return;
  if (!part.isEditable) return toast(tr`This text is not valid UTF-8, so it cannot be edited here.`);
  session.editing = number;
  const both = part.ours + (part.ours && !part.ours.endsWith("\n") && part.theirs ? "\n" : "") + part.theirs;
  const start = part.decision.text ?? part.suggestion ?? both;
  const isFinished = !start || start.endsWith("\n");
  const save = async () => {
    const value = area.value && isFinished && !area.value.endsWith("\n") ? area.value + "\n" : area.value;
    if (await step({ action: "edit", document: session.shown, region: number, text: value })) {
      session.editing = null;
      await onward();
    } else if (!area.isConnected && !session.hasEnded) {
      // Another window changed the session; the text written here is not lost.
      edit();
      section(session.here).querySelector("textarea").value = area.value;
    }
  };
  const cancel = () => {
    session.editing = null;
    redraw(number);
    go(number, false);
    return refresh();
  };
  const { field, area } = drawEditor(isFinished ? start.slice(0, -1) : start, number, () => run(save), () => run(cancel));
  section(number).querySelector("[data-result]").replaceChildren(make("span.cell-label", {}, textNames.result), field);
  area.focus();
}

/** Asks where to cut the current region in two. */
export function split() {
  const part = regions()[session.here];
  if (!part) return;
  const texts = [["ours", part.ours], ["base", part.base], ["theirs", part.theirs]].filter(([, one]) => one != null);
  const cutHere = async () => {
    const cut = { ours: 0, base: 0, theirs: 0 };
    dialog.querySelectorAll("[data-cut]").forEach(input => { cut[input.dataset.cut] = Number(input.value); });
    dialog.close();
    await step({ action: "split", document: session.shown, region: session.here, cut });
  };
  showDialog(tr`Split the conflict`,
    [make("p", {}, tr`The conflict is cut in two, to decide each part.`),
      make("div.cuts", {}, ...texts.map(([name, one]) => cutField(name, lines(one))))],
    [[tr`Split`, true, cutHere], [tr`Cancel`, false, () => dialog.close()]]);
}

const cutLabels = {
  ours: tr`Lines of ours in the first part`, base: tr`Lines of the base in the first part`,
  theirs: tr`Lines of theirs in the first part`,
};

function cutField(name, all) {
  const input = make("input", { type: "number", min: 0, max: all.length, value: Math.ceil(all.length / 2), "data-cut": name });
  const shown = make("pre");
  const draw = () => { shown.textContent = [...all.slice(0, input.value), tr`─── cut ───`, ...all.slice(input.value)].join("\n"); };
  input.addEventListener("input", draw);
  draw();
  return make("label", {}, cutLabels[name], input, shown);
}
