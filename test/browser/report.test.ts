import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../src/report/page.js';
import { messagesIn, withMessages } from '../../src/messages/index.js';
import { scratchFolder } from '../helpers/files/scratch.js';
import type { ReportNumbers } from '../../src/report/index.js';
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

interface Look {
  readonly text: string;
  readonly contrast: number;
}

/**
 * Every text of the page with its contrast to the background (WCAG 2: 1 to 21). The function is sent to the
 * browser as source text, so it must not use anything outside it.
 */
const contrasts = `(() => {
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
const overflow = 'document.documentElement.scrollWidth - window.innerWidth';

/** Texts that extend beyond their card. */
const spilled = `[...document.querySelectorAll('.card *, .figures *')].filter((element) => {
  const box = element.closest('.card, .figures > div')?.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  return box !== undefined && element.closest('.spoken, thead, svg') === null &&
    (own.right > box.right || own.left < box.left);
}).map((element) => element.textContent.trim())`;

/** Pictures without a text alternative. */
const silentPictures = `[...document.querySelectorAll('svg')].filter((svg) =>
  svg.getAttribute('aria-hidden') !== 'true' &&
  !(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label'))).length`;

/** Cards that end before their neighbour does, or leave the rest of their row empty (differences in px). */
const holes = `[...document.querySelectorAll('.columns')].flatMap((grid) => {
  const whole = grid.getBoundingClientRect();
  const boxes = [...grid.children].map((card) => card.getBoundingClientRect());
  const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
  return [...rows.values()].flatMap((row) => [
    whole.right - Math.max(...row.map(({ right }) => right)),
    ...row.map(({ bottom }) => Math.max(...row.map((one) => one.bottom)) - bottom),
  ]);
}).filter((gap) => gap > 1)`;

describe.skipIf(executablePath === undefined)('the report in Chromium', () => {
  let browser: Browser;
  const folder = scratchFolder();

  beforeAll(async () => {
    for (const language of LANGUAGES) {
      const make = () => reportPage(numbers(), FACTS);
      const page = withMessages(await messagesIn(language), make);
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

  it.each(LANGUAGES)('makes no requests and has no errors: %s', async (language) => {
    await using opened = await open(language);
    expect(opened.asked).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it.each(LANGUAGES.flatMap((language) => WIDTHS.map((width) => [language, width] as const)))(
    'fits the width of the window: %s at %i',
    async (language, width) => {
      await using opened = await open(language, { viewport: { width, height: 800 } });
      expect(await opened.page.evaluate(overflow)).toBeLessThanOrEqual(0);
      expect(await opened.page.evaluate(spilled)).toEqual([]);
      expect(await opened.page.evaluate(holes)).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)('has enough contrast in %s mode', async (colorScheme) => {
    await using opened = await open('en', { colorScheme });
    expect(await pale(opened.page)).toEqual([]);
    const background = await opened.page.evaluate(
      'getComputedStyle(document.body).backgroundColor',
    );
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(20, 24, 28)' : 'rgb(246, 245, 241)');
  });

  it('has enough contrast in print, also in dark mode', async () => {
    await using opened = await open('pt-BR', {
      colorScheme: 'dark',
      viewport: { width: 700, height: 1000 },
    });
    const { page } = opened;
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await pale(page)).toEqual([]);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(spilled)).toEqual([]);
    const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    const pages = paper.match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.length).toBeLessThan(8);
  });

  it('has a text for every picture', async () => {
    await using opened = await open('en');
    const { page } = opened;
    expect(await page.evaluate(silentPictures)).toBe(0);
    await expect(page.getByRole('row', { name: 'Ativa 10,000 83.3%' }).count()).resolves.toBe(1);
    await expect(page.getByRole('row', { name: 'Not informed 45 13.0%' }).count()).resolves.toBe(1);
  });

  it('shows markup in names and values as text, and asks nobody for anything', async () => {
    const clean = withMessages(await messagesIn('en'), () => reportPage(numbers(), FACTS));
    const page = withMessages(await messagesIn('en'), () => reportPage(hostile(numbers()), FACTS));
    await writeFile(join(folder, 'clean.html'), clean);
    await writeFile(join(folder, 'hostile.html'), page);
    await using usual = await open('clean');
    await using opened = await open('hostile');
    expect(opened.asked).toEqual([]);
    expect(opened.complaints).toEqual([]);
    expect(await opened.page.evaluate('window.ran')).toBeUndefined();
    const foreign =
      "document.querySelectorAll('img, script, iframe, a, link, [onerror], [x]').length";
    expect(await opened.page.evaluate(foreign)).toBe(await usual.page.evaluate(foreign));
    expect(await opened.page.evaluate('document.body.textContent')).toContain(EVIL);
  });

  it('does not run scripts in values', async () => {
    await using opened = await open('en');
    const { page } = opened;
    const ran = await page.evaluate(`new Promise((resolve) => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        setTimeout(() => resolve(window.ran === true), 0);
      })`);
    expect(ran).toBe(false);
  });
});

const EVIL = `"'><img src="https://x.invalid/a" onerror="window.ran = 1"></style></svg><script>window.ran = 2</script><b x>`;

/** The same with markup at the end of each text that comes from a record or a ledger. */
function hostile(value: ReportNumbers): ReportNumbers {
  const added = (name: string, text: unknown) =>
    ['label', 'batch'].includes(name) ? `${String(text)}${EVIL}` : text;
  return JSON.parse(JSON.stringify(value), added) as ReportNumbers;
}

/** Texts whose contrast is below the minimum of WCAG 2 for body text. */
async function pale(page: Page): Promise<Look[]> {
  const looks = await page.evaluate<Look[]>(contrasts);
  expect(looks.length).toBeGreaterThan(100);
  return looks.filter(({ contrast }) => contrast < 4.5);
}
