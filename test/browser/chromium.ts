import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where a Chromium usually is; the variable beats them all. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Nothing of its own on the network, and no sandbox of its own: containers have none. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** The Chromium of this machine; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CONFERE_TEST_CHROMIUM'];
  // A name that is wrong must fail, not skip.
  return named || PLACES.find((path) => existsSync(path));
}

export const HOW_TO_INSTALL =
  "no Chromium here; 'apt-get install chromium' (or CONFERE_TEST_CHROMIUM=<path>) makes these tests run";

/** With a profile of its own, which goes with it. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}
