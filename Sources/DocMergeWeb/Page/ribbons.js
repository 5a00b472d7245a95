// Ribbons between the columns: from a side to the result, as high as each of them is.

const space = "http://www.w3.org/2000/svg";

const watcher = new ResizeObserver(entries => { for (const { target } of entries) drawRibbons(target.closest(".row")); });

/** Draws the ribbons of all conflicts in an element, and again whenever their cells are resized. */
export function watchRibbons(element) {
  for (const cell of element.querySelectorAll(".conflict > .cell, .settled > .row > .cell")) watcher.observe(cell);
}

function drawRibbons(row) {
  for (const gutter of row?.querySelectorAll(":scope > .gutter") ?? []) {
    const width = gutter.offsetWidth, height = gutter.offsetHeight;
    let picture = gutter.querySelector(".ribbon");
    if (!width || !height) { picture?.remove(); continue; }
    if (!picture) {
      picture = document.createElementNS(space, "svg");
      picture.setAttribute("class", "ribbon");
      picture.setAttribute("aria-hidden", "true");
      picture.append(document.createElementNS(space, "path"));
      gutter.prepend(picture);
    }
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const from = gutter.previousElementSibling.offsetHeight, to = gutter.nextElementSibling.offsetHeight, middle = width / 2;
    picture.firstChild.setAttribute("d", `M0 0 H${width} V${to} C${middle} ${to} ${middle} ${from} 0 ${from} Z`);
  }
}
