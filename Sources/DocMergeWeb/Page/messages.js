// Messages of the page: the banner at the top, short messages, and dialogs.
import { find, make } from "./elements.js";
import { tr } from "./language.js";

export const dialog = find("dialog");
let lastFocus = null;

/** Shows a message that stays, or removes it. */
export function banner(message) {
  find("banner").hidden = !message;
  if (message && find("banner").textContent !== message) find("banner").textContent = message;
}

/** Shows a message for a moment; screen readers announce it. */
export function toast(message) {
  const item = make("div.toast", {}, message);
  find("toasts").append(item);
  while (find("toasts").children.length > 3) find("toasts").firstChild.remove();
  setTimeout(() => item.remove(), 5000);
}

/** Shows a dialog; `actions` are names, whether each is the default, and its function. */
export function showDialog(title, content, actions = []) {
  if (!dialog.open) lastFocus = document.activeElement;
  find("dialog-title").textContent = title;
  find("dialog-body").replaceChildren(...content);
  find("dialog-actions").replaceChildren(...actions.map(([name, isPrimary, act]) =>
    make(`button${isPrimary ? ".primary" : ""}`, { type: "button", onclick: act }, name)));
  if (!dialog.open) dialog.showModal();
  (find("dialog-actions").querySelector(".primary") ?? find("dialog-body")).focus();
}

/** The list of all keys, from pairs of names and meanings. */
export function showKeys(keys) {
  showDialog(tr`All keys`, [make("ul.keys", {}, ...keys.map(([names, meaning]) => make("li", {},
    make("span.names", {}, ...names.split(" ").flatMap(name => [make("kbd", {}, name === "␣" ? tr`Space` : name), " "])),
    make("span", {}, meaning))))]);
}

find("dialog-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => lastFocus?.focus());
