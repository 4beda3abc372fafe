import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('docs/session.svg is what the command says today', async () => {
  await promisify(execFile)(process.execPath, ['scripts/record.js', '--check']);
});

it('docs/session.svg follows light and dark, and names nobody', async () => {
  const svg = await readFile('docs/session.svg', 'utf8');
  expect(svg).toContain('@media (prefers-color-scheme: dark)');
  expect(svg).toContain('(FICTÍCIO)');
  // A picture in a README may load nothing from elsewhere.
  expect(svg.match(/https?:[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
});
