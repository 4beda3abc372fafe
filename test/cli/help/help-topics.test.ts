import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { topics } from '../../../src/commands/help/help.js';
import { keyNames } from '../../../src/config/keys.js';
import { exitCodes } from '../../../src/exit-codes.js';
import { exitMeanings, environment } from '../../../src/output/help/topics.js';
import { everyCommand, say } from './help-support.js';

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

  it('is found beside an option that it does not have', async () => {
    expect(await say(['help', 'formats', '--x'])).toEqual(await say(['help', 'formats']));
  });

  it('exit-codes lists every code', async () => {
    const { stdout } = await say(['help', 'exit-codes'], 200);
    for (const code of Object.values(exitCodes)) {
      expect(stdout).toMatch(new RegExp(`^ .*\\b${code}\\b.*  \\w`, 'm'));
      expect(stdout).toContain(`  ${exitMeanings()[code]}\n`);
    }
  });

  it('settings lists every setting, those that are options as options', async () => {
    const { stdout } = await say(['help', 'settings'], 200);
    const told = [...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name);
    const options = (await everyCommand()).flatMap(({ command }) => command.options);
    const flags = new Set(options.map(({ long }) => long));
    expect(told).toEqual(keyNames.map((key) => (flags.has(`--${key}`) ? `--${key}` : key)));
  });

  it('again tells its options apart in at most six lines', async () => {
    const { stdout } = await say(['help', 'again']);
    expect(stdout.split('\n').length - 1).toBeLessThanOrEqual(6);
    expect(stdout.match(/--[a-z]+/g)).toEqual(['--again', '--fresh', '--overwrite', '--resubmit']);
  });

  it.each(['docs/results.md', 'docs/pt-BR/resultados.md'])(
    '%s has the columns of formats, in their order',
    async (file) => {
      const { stdout } = await say(['help', 'formats'], 2000);
      const told = [...stdout.matchAll(/^ {2}(lookup_status.*)$/gm)].map((found) =>
        (found[1] ?? '').split(', '),
      );
      expect(told).toHaveLength(2);
      const [cpf = [], cnpj = []] = told;
      const rows = (await tableOf(file)).map(([name = '']) => name);
      expect(rows.filter((name) => /^lookup_[a-z_]+$/.test(name)).slice(0, 4)).toEqual(
        cpf.slice(0, 4),
      );
      expect(await fieldsIn(file, 'CPF')).toEqual(cpf.slice(4));
      expect(await fieldsIn(file, 'CNPJ')).toEqual(cnpj.slice(4));
    },
  );

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

/** The cells of every table row as plain text, without the headers. */
async function tableOf(file: string): Promise<string[][]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines
    .filter((line, n) => line.startsWith('| ') && !(lines[n + 1] ?? '').startsWith('| -'))
    .filter((line) => !line.startsWith('| -'))
    .map((line) => line.slice(1, -1).split(' | ').map(plain));
}

/** The columns of the fields that the first paragraph below a heading names. */
async function fieldsIn(file: string, heading: string): Promise<string[]> {
  const [, below = ''] = (await readFile(file, 'utf8')).split(`\n### ${heading}\n\n`);
  const [paragraph = ''] = below.split('\n\n');
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, field = '']) => `lookup_${field}`);
}

function plain(cell: string): string {
  return cell
    .replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
    .replaceAll('`', '')
    .trim();
}
