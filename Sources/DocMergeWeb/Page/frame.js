// The frame around the document: the counter, the list of documents, and the buttons of the session.
import { find, make } from "./elements.js";
import { counted, tr, trNodes } from "./language.js";
import { matches, session } from "./session.js";

/** Draws the counter, the buttons and the list in the current state. */
export function drawFrame() {
  const { state, shown } = session, decided = state.total - state.open;
  find("title").textContent = state.title;
  document.title = `${decided}/${state.total} · ${state.title}`;
  const count = make("strong", {}, tr`${decided} of ${state.total}`);
  find("counter").replaceChildren(...trNodes`${count} decided`);
  find("bar").setAttribute("aria-valuemax", Math.max(1, state.total));
  find("bar").setAttribute("aria-valuenow", decided);
  find("bar").setAttribute("aria-valuetext", tr`${decided} of ${state.total} decided`);
  find("fill").style.width = `${state.total ? 100 * decided / state.total : 100}%`;
  find("undo").disabled = !state.canUndo;
  find("redo").disabled = !state.canRedo;
  const suggested = state.documents.reduce((sum, one) => sum + one.suggested, 0);
  find("suggest").disabled = suggested === 0;
  find("suggest-words").textContent = suggested ? counted(suggested, "suggestion") : tr`Suggestions`;
  find("preview").disabled = !state.documents[shown].isText;
  drawList();
}

/** Draws the documents that match the search. */
export function drawList() {
  const { state, shown } = session, query = find("search").value.toLowerCase();
  const items = state.documents.map((one, number) => ({ one, number }))
    .filter(({ one, number }) => one.path.toLowerCase().includes(query) || number === shown && query && matches(query).length);
  find("documents").replaceChildren(...items.map(({ one, number }) => item(one, number, number === shown)));
  if (!items.length) find("documents").append(make("li", {}, make("p.empty", {}, tr`No document matches.`)));
}

function item(one, number, isShown) {
  const cut = one.path.lastIndexOf("/") + 1, isDone = one.open === 0;
  const left = isDone ? tr`done` : one.isText ? tr`${one.open} left` : tr`choose`;
  return make(`li${isDone ? ".done" : ""}`, {}, make("button", {
    type: "button", "data-document": number, "aria-current": isShown ? "true" : null,
  }, make("span.dot", { "aria-hidden": "true" }, isDone ? "✓" : "●"),
  make("span", {}, make("span.file", {}, one.path.slice(cut)), cut ? make("span.folder", {}, one.path.slice(0, cut)) : null),
  make("span.left", {}, left)));
}
