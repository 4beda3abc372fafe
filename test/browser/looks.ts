/** These functions run inside the page and examine its texts. */
export interface Look {
  readonly text: string;
  readonly contrast: number;
}

/**
 * Every text of the page with its contrast to the background (WCAG 2: 1 to 21). The function is sent to the
 * browser as source text, so it must not use anything outside it.
 */
export const contrasts = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isClear = (color) => channels(color)[3] === 0;
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    if (!isClear(color)) return color;
    return element.parentElement === null ? 'rgb(255, 255, 255)' : behind(element.parentElement);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const looks = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim();
    if (text === '' || node.parentElement.closest('svg') !== null) continue;
    const [a, b] = [getComputedStyle(node.parentElement).color, behind(node.parentElement)]
      .map(luminance).sort((x, y) => y - x);
    looks.push({ text, contrast: (a + 0.05) / (b + 0.05) });
  }
  return looks;
})()`;

/** How much wider the page is than its window. */
export const overflow = 'document.documentElement.scrollWidth - window.innerWidth';

/** Texts that extend beyond their card. */
export const spilled = `[...document.querySelectorAll('.card *, .figures *')].filter((element) => {
  const box = element.closest('.card, .figures > div')?.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  return box !== undefined && element.closest('.spoken, thead, svg') === null &&
    (own.right > box.right || own.left < box.left);
}).map((element) => element.textContent.trim())`;

/** Pictures without a text alternative. */
export const silentPictures = `[...document.querySelectorAll('svg')].filter((svg) =>
  svg.getAttribute('aria-hidden') !== 'true' &&
  !(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label'))).length`;

/** Cards that end before their neighbour does, or leave the rest of their row empty (differences in px). */
export const holes = `[...document.querySelectorAll('.columns')].flatMap((grid) => {
  const whole = grid.getBoundingClientRect();
  const boxes = [...grid.children].map((card) => card.getBoundingClientRect());
  const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
  return [...rows.values()].flatMap((row) => [
    whole.right - Math.max(...row.map(({ right }) => right)),
    ...row.map(({ bottom }) => Math.max(...row.map((one) => one.bottom)) - bottom),
  ]);
}).filter((gap) => gap > 1)`;
