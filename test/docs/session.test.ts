import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const PICTURES = [
  ['docs/session.svg', 'README.md'],
  ['docs/pt-BR/session.svg', 'README.pt-BR.md'],
] as const;

it('the pictures show the current output of the command', async () => {
  await execa(process.execPath, ['scripts/record.js', '--check']);
});

it.each(PICTURES)(
  '%s is shown in %s, in light and dark mode, on a page, without personal data',
  async (path, readme) => {
    const svg = await readFile(path, 'utf8');
    expect(await readFile(readme, 'utf8')).toContain(`](${path})`);
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    expect(svg).toContain('(fictício)');
    expect(svg.match(/<text /g)?.length).toBeLessThanOrEqual(40);
    // A picture in a README must not load other files.
    expect(svg.match(/https?:[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
  },
);
