// The end: the preview, applying, and leaving.
import { auditWords } from "./document.js";
import { capital, count, make } from "./elements.js";
import { drawLines } from "./lines.js";
import { banner, dialog, showDialog, toast } from "./messages.js";
import { get, hangUp, post } from "./server.js";
import { isWhole, path, session } from "./session.js";

/** Shows the document as it would be written now. */
export async function preview() {
  if (isWhole()) return toast("It has no text to show.");
  const report = await get(`preview/${session.shown}`);
  showDialog(`Preview of ${path()}`, [
    ...report.faults.map(fault => make("p.fault", {}, `Warning: ${fault}`)),
    report.encoding && report.encoding !== "utf-8" ? make("p.note", {}, `Written in ${report.encoding}.`) : "",
    make("div.audit", {}, ...report.sides.map(one => make("p", {}, make("strong", {}, capital(one.side)), `: ${auditWords(one)}`))),
    make("div.sheet", {}, ...report.pieces.filter(one => one.text)
      .map(one => make(`div.${one.origin}`, {}, drawLines(one.text, { path: path() })))),
  ], [["Close", false, () => dialog.close()]]);
}

/** Ends the session and writes the decisions; asks first if a region is open. */
export function apply() {
  const { documents, open } = session.state, done = documents.filter(one => one.open === 0).length, left = documents.length - done;
  if (!left) return end("apply");
  if (!done) return toast("No document is decided yet, so there is nothing to apply.");
  showDialog("Apply the decisions?", [make("p", {}, `${count(done, "document")} ${done === 1 ? "is" : "are"} decided and will be written. ${count(left, "document")} with ${count(open, "open conflict")} will stay in conflict.`)],
    [["Go on deciding", false, () => dialog.close()], ["Apply", true, () => end("apply")]]);
}

/** Ends the session without writing; asks first. */
export function leave() {
  showDialog("Leave without writing?", [make("p", {}, "Nothing is written. What you decided is kept for the next time.")],
    [["Stay", false, () => dialog.close()], ["Leave", true, () => end("leave")]]);
}

async function end(ending) {
  dialog.close();
  try {
    const answer = await post(ending, {});
    if (answer.ok) ended(ending);
  } catch { banner("The program that serves this page cannot be reached."); }
}

/** Shows that the session has ended. */
export function ended(ending) {
  if (session.hasEnded) return;
  session.hasEnded = true;
  hangUp();
  const isApplied = ending === "apply";
  document.body.replaceChildren(make("main.ended", { tabindex: "-1" }, make("div.tick", { "aria-hidden": "true" }, isApplied ? "✓" : "⏸"),
    make("h1", {}, isApplied ? "Applied" : "Nothing was written"),
    make("p", {}, isApplied ? "docmerge writes what you decided. The terminal says what was done. You can close this page."
      : "What you decided is kept for the next time. You can close this page.")));
  document.querySelector("main").focus();
}
