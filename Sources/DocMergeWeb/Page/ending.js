// The end: the preview, applying, and leaving.
import { auditWords } from "./document.js";
import { make, textNames } from "./elements.js";
import { counted, form, plural, tr } from "./language.js";
import { drawLines } from "./lines.js";
import { banner, dialog, showDialog, toast } from "./messages.js";
import { get, hangUp, post } from "./server.js";
import { isWhole, path, session } from "./session.js";

/** Shows the document as it would be written now. */
export async function preview() {
  if (isWhole()) return toast(tr`It has no text to show.`);
  const report = await get(`preview/${session.shown}`);
  showDialog(tr`Preview of ${path()}`, [
    ...report.faults.map(fault => make("p.fault", {}, tr`Warning: ${fault}`)),
    report.encoding && report.encoding !== "utf-8" ? make("p.note", {}, tr`Written in ${report.encoding}.`) : "",
    make("div.audit", {}, ...report.sides.map(one => make("p", {}, make("strong", {}, textNames[one.side]), `: ${auditWords(one)}`))),
    make("div.sheet", {}, ...report.pieces.filter(one => one.text)
      .map(one => make(`div.${one.origin}`, {}, drawLines(one.text, { path: path() })))),
  ], [[tr`Close`, false, () => dialog.close()]]);
}

/** Ends the session and writes the decisions; asks first if a region is open. */
export function apply() {
  const { documents, open } = session.state, done = documents.filter(one => one.open === 0).length, left = documents.length - done;
  if (!left) return end("apply");
  if (!done) return toast(tr`No document is decided yet, so there is nothing to apply.`);
  const written = plural(done, form`${done} document is decided and will be written.`, form`${done} documents are decided and will be written.`);
  const staying = plural(left, form`${left} document with ${counted(open, "open conflict")} will stay in conflict.`,
    form`${left} documents with ${counted(open, "open conflict")} will stay in conflict.`);
  showDialog(tr`Apply the decisions?`, [make("p", {}, `${written} ${staying}`)],
    [[tr`Go on deciding`, false, () => dialog.close()], [tr`Apply`, true, () => end("apply")]]);
}

/** Ends the session without writing; asks first. */
export function leave() {
  showDialog(tr`Leave without writing?`, [make("p", {}, tr`Nothing is written. What you decided is kept for the next time.`)],
    [[tr`Stay`, false, () => dialog.close()], [tr`Leave`, true, () => end("leave")]]);
}

async function end(ending) {
  dialog.close();
  try {
    const answer = await post(ending, {});
    if (answer.ok) ended(ending);
  } catch { banner(tr`The program that serves this page cannot be reached.`); }
}

/** Shows that the session has ended. */
export function ended(ending) {
  if (session.hasEnded) return;
  session.hasEnded = true;
  hangUp();
  const isApplied = ending === "apply";
  document.body.replaceChildren(make("main.ended", { tabindex: "-1" }, make("div.tick", { "aria-hidden": "true" }, isApplied ? "✓" : "⏸"),
    make("h1", {}, isApplied ? tr`Applied` : tr`Nothing was written`),
    make("p", {}, isApplied ? tr`docmerge writes your decisions. The terminal shows the result. You can close this page.`
      : tr`What you decided is kept for the next time. You can close this page.`)));
  document.querySelector("main").focus();
}
