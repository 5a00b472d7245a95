// Images: side by side, one over the other, and as differences.
import { capital, make, size } from "./elements.js";
import { tr } from "./language.js";
import { difference } from "./pixels.js";

const modes = [["side", tr`Side by side`], ["swipe", tr`Swipe`], ["fade", tr`Fade`], ["difference", tr`Difference`]];
const chosen = { mode: "side" };

/** Whether there is an image to show. */
export const hasImages = summary => summary.versions.some(one => one.isImage);

/** All views of the images of a document. */
export function drawImages(number, summary) {
  const images = summary.versions.map((version, index) => ({ ...version, address: `image/${number}/${index}` }))
    .filter(one => one.isImage);
  if (summary.hasBaseImage) images.push({ name: tr`base`, isBase: true, address: `image/${number}/base` });
  const pair = { first: images[0], second: images[1] ?? images[0] };
  const stage = make("div.stage-image"), holder = make("section.images", { "aria-label": tr`Images` });
  const draw = () => {
    buttons.forEach(one => one.setAttribute("aria-pressed", String(one.dataset.mode === chosen.mode)));
    selects.hidden = chosen.mode === "side" || images.length < 3;
    stage.replaceChildren(...{ side, swipe, fade, difference: changes }[chosen.mode](images, pair));
  };
  const buttons = modes.map(([mode, words]) => make("button.small", {
    type: "button", "data-mode": mode, onclick: () => { chosen.mode = mode; draw(); },
  }, words));
  const selects = make("span.pair", {}, select(tr`Compare`, images, pair, "first", draw), select(tr`with`, images, pair, "second", draw));
  if (images.length < 2) chosen.mode = "side";
  else holder.append(make("div.image-tools", { role: "toolbar", "aria-label": tr`Ways to compare` }, ...buttons, selects));
  holder.append(stage);
  draw();
  return holder;
}

function select(words, images, pair, which, draw) {
  const list = make("select", { onclick: event => event.stopPropagation() }, ...images.map((one, index) =>
    make("option", { value: index, selected: one === pair[which] }, one.name)));
  list.addEventListener("change", () => { pair[which] = images[list.value]; draw(); });
  return make("label", {}, `${words} `, list);
}

function picture(image) {
  const element = make("img", { src: image.address, alt: tr`The image of ${image.name}`, draggable: "false" });
  // An icon is shown enlarged, pixel by pixel.
  element.addEventListener("load", () => element.classList.toggle("tiny", element.naturalWidth > 0 && element.naturalWidth <= 64));
  element.addEventListener("error", () => element.replaceWith(make("p.empty", {}, tr`This image cannot be shown.`)));
  return element;
}

const caption = image => [image.detail, image.size == null ? "" : size(image.size)].filter(one => one).join(" · ");

function side(images) {
  return [make("div.side-by-side", {}, ...images.map(image =>
    make(`figure.${image.isBase ? "base" : image === images[0] ? "ours" : "theirs"}`, {},
      make("figcaption", {}, make("strong", {}, capital(image.name)), ` ${caption(image)}`), make("div.canvas", {}, picture(image)))))];
}

/** Two images in one place, the first to the left, and a slider that sets how much of each is visible. */
function overlay(kind, label, { first, second }) {
  const over = make(`div.over.${kind}`, {}, make("div.below", {}, picture(second)), make("div.above", {}, picture(first)));
  const slider = make("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": label });
  const move = () => {
    over.style.setProperty("--share", slider.value);
    const share = kind === "swipe" ? slider.value : 100 - slider.value;
    slider.setAttribute("aria-valuetext", `${share} % ${first.name}`);
  };
  slider.addEventListener("input", move);
  move();
  return [make("div.canvas", {}, over),
    make("p.slider", {}, make("strong", {}, capital(first.name)), slider, make("strong", {}, capital(second.name)))];
}

const swipe = (_, pair) => overlay("swipe", tr`Swipe: ${pair.first.name} and ${pair.second.name}`, pair);
const fade = (_, pair) => overlay("fade", tr`Fade: ${pair.first.name} and ${pair.second.name}`, pair);

/** The pixels that differ, over those that both have in common. */
function changes(_, { first, second }) {
  const canvas = make("canvas", { role: "img", "aria-label": tr`Difference of ${first.name} and ${second.name}` });
  const words = make("p.note", { role: "status" }, tr`Comparing…`);
  difference(first.address, second.address, canvas).then(
    text => { words.textContent = text; },
    () => { words.textContent = tr`The images cannot be compared by their pixels.`; canvas.remove(); });
  return [words, make("div.canvas", {}, canvas)];
}
