import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** The usual paths of Chromium. The environment variable has precedence. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Without network requests of the browser itself, and without its sandbox, which containers do not support. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** The Chromium of this machine; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CONFERE_TEST_CHROMIUM'];
  // A wrong path in the variable must fail the tests instead of skipping them.
  return named || PLACES.find((path) => existsSync(path));
}

export const HOW_TO_INSTALL =
  "no Chromium here; 'apt-get install chromium' (or CONFERE_TEST_CHROMIUM=<path>) makes these tests run";

/** Starts the browser with a temporary profile, which is deleted with it. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}
