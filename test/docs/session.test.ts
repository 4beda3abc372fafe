import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';

it('docs/session.svg shows the current output of the command', async () => {
  await execa(process.execPath, ['scripts/record.js', '--check']);
});

it('docs/session.svg supports light and dark mode, and contains no personal data', async () => {
  const svg = await readFile('docs/session.svg', 'utf8');
  expect(svg).toContain('@media (prefers-color-scheme: dark)');
  expect(svg).toContain('(FICTÍCIO)');
  // A picture in a README must not load other files.
  expect(svg.match(/https?:[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
});
