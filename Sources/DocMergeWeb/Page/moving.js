// Moving: from region to region, from document to document, and to the changes of another window.
import { drawAudit, drawDocument, drawMap, numberLines, redraw, section } from "./document.js";
import { find } from "./elements.js";
import { drawFrame } from "./frame.js";
import { tr } from "./language.js";
import { banner, toast } from "./messages.js";
import { get } from "./server.js";
import { isWhole, path, regions, session, view } from "./session.js";

const parts = find("parts");

/** Makes a region the current one. */
export function go(number, scrolls = true) {
  parts.querySelector(".current")?.classList.remove("current");
  session.here = number;
  const element = section(number);
  if (!element) return;
  element.classList.add("current");
  element.focus({ preventScroll: true });
  if (scrolls) scrollTo(element);
  drawMap();
}

function scrollTo(element) {
  element.scrollIntoView({ block: "center" });
  // Elements that were not visible only get their real height now.
  requestAnimationFrame(() => element.scrollIntoView({ block: element.offsetHeight > parts.clientHeight ? "start" : "center" }));
}

/** Shows a document, at a region or at the first open one. */
export async function open(number, region) {
  session.editing = null;
  const report = await get(`document/${number}`);
  if (session.shown !== number || !region) parts.scrollTop = 0;
  session.shown = number;
  session.text = report;
  session.places.clear();
  const first = regions().findIndex(part => part.decision.choice == null);
  session.here = Math.min(region ?? Math.max(0, first), Math.max(0, regions().length - 1));
  drawFrame();
  drawDocument();
  if (regions().length) go(session.here, region != null || first > 0);
}

/** Shows the document in another view: the next one, if none is named. */
export function showView(name) {
  const { views } = session.state.documents[session.shown];
  const next = name ?? views[(views.indexOf(view()) + 1) % views.length];
  if (views.length < 2) return toast(tr`There is no other view of this document.`);
  session.views.set(session.shown, next);
  drawDocument();
  if (next === "text" && regions().length) go(session.here);
  else parts.focus();
}

/** Shows a region in the text, from any view. */
export function showRegion(number) {
  if (view() !== "text") showView("text");
  go(number);
}

/** Moves some regions forward or back, or into the next document. */
export function move(by) {
  const target = session.here + by;
  if (session.text && target >= 0 && target < regions().length) return go(target);
  const { documents } = session.state, next = session.shown + by;
  if (next < 0 || next >= documents.length) return toast(by > 0 ? tr`That was the last conflict.` : tr`That was the first conflict.`);
  return open(next, by < 0 && documents[next].isText ? documents[next].regions - 1 : 0);
}

/** Moves to the next open region, in this document or in another one. */
export async function onward() {
  const all = regions(), { documents } = session.state, isOpen = number => all[number]?.decision.choice == null;
  if (documents[session.shown].open > 0 && all.length) {
    for (let by = 1; by <= all.length; by++) {
      const number = (session.here + by) % all.length;
      if (isOpen(number)) return go(number);
    }
  }
  const order = [...documents.keys()].map(by => (session.shown + 1 + by) % documents.length);
  const next = order.find(number => documents[number].open > 0);
  if (next === undefined) {
    toast(tr`Everything is decided. Press w to apply.`);
    find("apply").focus();
  } else if (next !== session.shown) {
    toast(tr`${path()} is done.`);
    return open(next);
  }
}

/** Shows a state of the session, and the place of a change in it. */
export async function show(next, change) {
  const before = session.state?.documents[session.shown]?.layout;
  session.state = next;
  banner(next.keepFault
    ? tr`What you decide cannot be kept for later (${next.keepFault}). Go on, and apply at the end.` : null);
  drawFrame();
  if (change && change.document !== session.shown) return open(change.document, change.region);
  if (next.documents[session.shown].layout !== before || next.shown !== session.shown) {
    return open(session.shown, change?.region ?? session.here);
  }
  next.decisions?.forEach(takeDecision);
  if (isWhole() || view() !== "text") return drawDocument();
  numberLines();
  drawMap();
  drawAudit();
  if (change) go(change.region);
}

function takeDecision(decision, number) {
  const part = regions()[number];
  if (part.decision.choice === decision.choice && part.decision.text === decision.text) return;
  part.decision = decision;
  if (view() === "text") redraw(number);
}

/** Shows the changes of another window; not while the person edits here. */
export async function refresh() {
  if (session.state && session.newest > session.state.revision && session.editing === null) await show(await get("state"));
}
