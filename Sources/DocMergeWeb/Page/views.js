// The views of a document: their names, and the buttons that choose one.
import { find, make } from "./elements.js";
import { tr } from "./language.js";

const names = {
  text: [tr`Text`, tr`Show the text (g: the next view)`],
  tree: [tr`Tree`, tr`Show the tree (g: the next view)`],
  image: [tr`Image`, tr`Show the image (g: the next view)`],
};

/** Draws a button for each view of a document that has more than one. */
export function drawViews(views, shown) {
  find("views").hidden = views.length < 2;
  find("views").replaceChildren(...views.filter(name => names[name]).map(name => {
    const [label, title] = names[name];
    return make("button", { type: "button", "data-view": name, "aria-pressed": String(name === shown), title }, label);
  }));
}
