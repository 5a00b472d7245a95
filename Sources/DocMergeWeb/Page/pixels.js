// Pixels: the places where two images differ. Independent of the session.
import { decimal, tr } from "./language.js";

const areaLimit = 16e6, tolerance = 8;

async function load(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** The pixels of an image on a background of this size. */
function pixels(image, width, height, scale) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
  return context.getImageData(0, 0, width, height);
}

/**
 * Draws the common pixels of two images in a pale colour, and the differences in one strong colour.
 * @returns {Promise<string>} how much of them differs, in words.
 */
export async function difference(first, second, canvas) {
  const images = await Promise.all([load(first), load(second)]);
  const [one, other] = images;
  const full = { width: Math.max(one.naturalWidth, other.naturalWidth), height: Math.max(one.naturalHeight, other.naturalHeight) };
  const scale = Math.min(1, Math.sqrt(areaLimit / (full.width * full.height)));
  const width = Math.max(1, Math.round(full.width * scale)), height = Math.max(1, Math.round(full.height * scale));
  const a = pixels(one, width, height, scale).data, b = pixels(other, width, height, scale).data;
  Object.assign(canvas, { width, height });
  canvas.classList.toggle("tiny", width <= 64);
  const result = new ImageData(width, height);
  const changed = mark(a, b, result.data);
  canvas.getContext("2d").putImageData(result, 0, 0);
  return words(changed, width * height, one, other);
}

/** Marks the pixels that differ, and counts them. */
function mark(a, b, result) {
  let changed = 0;
  for (let place = 0; place < a.length; place += 4) {
    const differs = [0, 1, 2, 3].some(part => Math.abs(a[place + part] - b[place + part]) > tolerance);
    if (differs) {
      changed++;
      result.set([230, 20, 120, 255], place);
    } else {
      const grey = (a[place] * 3 + a[place + 1] * 6 + a[place + 2]) / 10;
      const pale = 200 + grey * 55 / 255;
      result.set([pale, pale, pale, a[place + 3]], place);
    }
  }
  return changed;
}

function words(changed, total, one, other) {
  const isOneSize = one.naturalWidth === other.naturalWidth && one.naturalHeight === other.naturalHeight;
  const sizes = [one, other].map(image => `${image.naturalWidth} × ${image.naturalHeight}`);
  const sizesDiffer = isOneSize ? "" : ` ${tr`The sizes differ: ${sizes[0]} and ${sizes[1]}.`}`;
  if (!changed) return tr`No pixel differs.` + sizesDiffer;
  const share = 100 * changed / total;
  const percent = share < 0.1 ? tr`less than ${decimal(0.1, 1)}` : decimal(share, share < 10 ? 1 : 0);
  return tr`${decimal(changed)} of ${decimal(total)} pixels differ, ${percent} %.` + sizesDiffer;
}
