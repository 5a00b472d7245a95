// Requests to the program that serves the page, and its events.
import { tr } from "./language.js";
import { banner } from "./messages.js";

/** A report of the program. */
export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** Sends an action of the person to the program. */
export const post = (path, body) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

let queue = Promise.resolve();

/** Does one thing after the other, so that keys pressed in quick succession keep their meaning. */
export function run(act) {
  queue = queue.then(act).catch(() => banner(tr`Something went wrong in the page. Reload it; what you decided is kept.`));
}

let events;

/** Listens to the program: for the numbers of states, for the end, and for silence. */
export function listen({ changed, ended, gone }) {
  events = new EventSource("events");
  let failures = 0;
  events.addEventListener("message", event => changed(Number(event.data)));
  events.addEventListener("ended", event => ended(event.data));
  events.addEventListener("open", () => { failures = 0; });
  events.addEventListener("error", () => { if (++failures > 2) gone(); });
}

/** Stops listening: the session has ended. */
export const hangUp = () => events?.close();
