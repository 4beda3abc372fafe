import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildReportPage } from '../../src/report/page.js';
import { loadMessages, withMessages } from '../../src/messages/index.js';
import { scratchFolder } from '../helpers/files/scratch.js';
import { FACTS, numbers } from '../report/numbers.js';

/** The usual paths of Chromium. The variable has precedence: a wrong path in it fails the tests instead of skipping them. */
const PLACES = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser'],
  ...['/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const executablePath =
  process.env['CONFERE_TEST_CHROMIUM'] || PLACES.find((path) => existsSync(path));
if (executablePath === undefined)
  process.stderr.write(
    "SKIPPED, the report in a browser: 'apt-get install chromium' (or CONFERE_TEST_CHROMIUM=<path>) makes these tests run\n",
  );
/** Without network requests of the browser itself, and without its sandbox, which containers do not support. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

const LANGUAGES = ['en', 'pt-BR'] as const;
const WIDTHS = [320, 360, 768, 1280];

/**
 * What is wrong with the page, as source text for the browser, which must not use anything outside it: how much wider it is
 * than its window, texts beyond their card, cards that end before their neighbour does or leave the rest of their row empty
 * (px), pictures without a text alternative, and texts whose contrast is below the minimum of WCAG 2 for body text.
 */
const FLAWS = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    if (channels(color)[3] !== 0) return color;
    return element.parentElement === null ? 'rgb(255, 255, 255)' : behind(element.parentElement);
  };
  const pale = [];
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim();
    if (text === '' || node.parentElement.closest('svg') !== null) continue;
    texts += 1;
    const [a, b] = [getComputedStyle(node.parentElement).color, behind(node.parentElement)]
      .map(luminance).sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) pale.push(text);
  }
  const spilled = [...document.querySelectorAll('.card *, .figures *')].filter((element) => {
    const box = element.closest('.card, .figures > div')?.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    return box !== undefined && element.closest('.spoken, thead, svg') === null &&
      (own.right > box.right || own.left < box.left);
  }).map((element) => element.textContent.trim());
  const holes = [...document.querySelectorAll('.columns')].flatMap((grid) => {
    const whole = grid.getBoundingClientRect();
    const boxes = [...grid.children].map((card) => card.getBoundingClientRect());
    const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
    return [...rows.values()].flatMap((row) => [
      whole.right - Math.max(...row.map(({ right }) => right)),
      ...row.map(({ bottom }) => Math.max(...row.map((one) => one.bottom)) - bottom),
    ]);
  }).filter((gap) => gap > 1);
  const silent = [...document.querySelectorAll('svg')].filter((svg) =>
    svg.getAttribute('aria-hidden') !== 'true' &&
    !(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label'))).length;
  const wide = Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
  if (texts < 100) pale.push('the page has too few texts');
  return { pale, spilled, holes, silent, wide };
})()`;
const NONE = { pale: [], spilled: [], holes: [], silent: 0, wide: 0 };
const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';

describe.skipIf(executablePath === undefined)('the report in Chromium', () => {
  let browser: Browser;
  const folder = scratchFolder();

  beforeAll(async () => {
    for (const language of LANGUAGES) {
      const make = () => buildReportPage(numbers(), FACTS);
      const page = withMessages(await loadMessages(language), make);
      await writeFile(join(folder, `${language}.html`), page);
    }
    browser = await chromium.launch({ executablePath, args: FLAGS });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
  });

  /** Opens the page and records its requests and errors. */
  async function open(language: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const url = pathToFileURL(join(folder, `${language}.html`)).href;
    await page.goto(url, { waitUntil: 'load' });
    const asked = requests.filter((to) => to !== url && !to.startsWith('data:'));
    return { page, asked, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  it.each(LANGUAGES.flatMap((language) => WIDTHS.map((width) => [language, width] as const)))(
    'has no flaw, makes no request and has no error: %s at a width of %i',
    async (language, width) => {
      await using opened = await open(language, { viewport: { width, height: 800 } });
      expect(await opened.page.evaluate(FLAWS)).toEqual(NONE);
      expect([opened.asked, opened.complaints]).toEqual([[], []]);
    },
  );

  it('has enough contrast in dark mode', async () => {
    await using opened = await open('en', { colorScheme: 'dark' });
    expect(await opened.page.evaluate(BACKGROUND)).toBe('rgb(20, 24, 28)');
    expect(await opened.page.evaluate(FLAWS)).toEqual(NONE);
  });

  it('has enough contrast in print, also in dark mode, on a few pages', async () => {
    const viewport = { width: 700, height: 1000 };
    await using opened = await open('pt-BR', { colorScheme: 'dark', viewport });
    const { page } = opened;
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(BACKGROUND)).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate(FLAWS)).toMatchObject({ pale: [], spilled: [], wide: 0 });
    const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(8);
  });

  it('has a row for each value, as a table is read aloud', async () => {
    await using opened = await open('en');
    const row = (name: string) => opened.page.getByRole('row', { name }).count();
    expect(await row('Ativa 10,000 83.3%')).toBe(1);
    expect(await row('Not informed 45 13.0%')).toBe(1);
  });
});
