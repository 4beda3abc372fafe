import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topics } from '../../../src/commands/help/help.js';
import { keyNames } from '../../../src/config/settings.js';
import { exitCodes } from '../../../src/exit-codes.js';
import { exitMeaning, environment } from '../../../src/output/help/topics.js';
import { everyCommand, say } from './help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';

const names = topics.map(({ name }) => name);

describe('help topics', () => {
  it('are listed in confere --help', async () => {
    const { stdout } = await say(['--help']);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  });

  it.each(names.flatMap((name) => [40, 60, 80, 120].map((width) => [name, width] as const)))(
    '%s fits into %i columns',
    async (name, width) => {
      const { code, stdout, stderr } = await say(['help', name], width);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n').filter((line) => line.length > width)).toEqual([]);
      expect(stdout).toMatch(/\S\n$/);
    },
  );

  it('exit-codes lists every code', async () => {
    const { stdout } = await say(['help', 'exit-codes'], 200);
    for (const code of Object.values(exitCodes)) {
      expect(stdout).toMatch(new RegExp(`^ .*\\b${code}\\b.*  \\w`, 'm'));
      expect(stdout).toContain(`  ${exitMeaning(code)}\n`);
    }
  });

  it('settings lists every setting, those that are options as options', async () => {
    const { stdout } = await say(['help', 'settings'], 200);
    const told = [...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name);
    const options = (await everyCommand()).flatMap(({ command }) => command.options);
    const flags = new Set(options.map(({ long }) => long));
    expect(told).toEqual(keyNames.map((key) => (flags.has(`--${key}`) ? `--${key}` : key)));
  });

  it('docs/results.md has the fields of formats, in their order', async () => {
    const { stdout } = await say(['help', 'formats'], 2000);
    const text = await readFile('docs/results.md', 'utf8');
    const told = [...stdout.matchAll(/^ {2}(lookup_status.*)$/gm)].map(([, list = '']) => list);
    for (const [n, heading] of ['CPF', 'CNPJ'].entries()) {
      // The first paragraph below the heading names them.
      const [paragraph = ''] = (text.split(`\n### ${heading}\n\n`)[1] ?? '').split('\n\n');
      const fields = [...paragraph.matchAll(/`([^`]+)`/g)].map(
        ([, field = '']) => `lookup_${field}`,
      );
      expect(fields).toEqual(told[n]?.split(', ').slice(4));
    }
  });

  it('environment lists every variable that the code reads', async () => {
    const read = new Set<string>();
    for (const file of await readdir('src', { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const text = await readFile(join('src', file), 'utf8');
      for (const [, name = ''] of text.matchAll(/env\[?\.?'?([A-Z][A-Z_]{2,})'?\]?/g))
        read.add(name);
    }
    const told = new Set(environment().flatMap(([variables]) => variables.split(/[,=] ?/)));
    expect(read.size).toBeGreaterThan(8);
    expect([...read].filter((name) => !told.has(name))).toEqual([]);
  });
});
