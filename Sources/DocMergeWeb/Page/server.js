// The program that serves the page: what it is asked, and what it is told.
import { banner } from "./messages.js";

/** A report of the program. */
export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** Tells the program what the person does. */
export const post = (path, body) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

let queue = Promise.resolve();

/** Does one thing after the other, so that keys pressed in quick succession mean what they meant to the person. */
export function run(act) {
  queue = queue.then(act).catch(() => banner("Something went wrong in the page. Reload it; what you decided is kept."));
}

let events;

/** Listens to the program: to the numbers of states, to the end, and to silence. */
export function listen({ changed, ended, gone }) {
  events = new EventSource("events");
  let failures = 0;
  events.addEventListener("message", event => changed(Number(event.data)));
  events.addEventListener("ended", event => ended(event.data));
  events.addEventListener("open", () => { failures = 0; });
  events.addEventListener("error", () => { if (++failures > 2) gone(); });
}

/** Listens no longer: the session came to its end. */
export const hangUp = () => events?.close();
