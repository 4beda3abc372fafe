import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyCommand, say } from './help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { englishIn } from '../../helpers/terminal/english.js';
import { hasShell, newShellUser } from '../../helpers/shell.js';
import { topics } from '../../../src/commands/help/help.js';
import { keyNames } from '../../../src/config/settings.js';
import { exitCodes } from '../../../src/base/exit-codes.js';
import { t } from '../../../src/messages/index.js';
import { exitMeaning } from '../../../src/commands/help/text.js';
import { allCodes } from '../../../src/commands/help/error-codes.js';

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
    const told = new Set(Object.keys(t.help.environment).flatMap((names) => names.split(/[,=] ?/)));
    expect(read.size).toBeGreaterThan(8);
    // The system sets these two, not the user.
    for (const name of ['HOME', 'SUDO_UID']) read.delete(name);
    expect([...read].filter((name) => !told.has(name))).toEqual([]);
  });
});

describe('confere help <error code>', () => {
  it.each(['en', 'pt-BR'])('has a short page for every code (%s)', async (language) => {
    for (const code of allCodes()) {
      const { stdout, stderr } = await say(['help', code], 80, { CONFERE_LANG: language });
      expect({ code, stderr }).toEqual({ code, stderr: '' });
      const [heading, ...lines] = stdout.trimEnd().split('\n');
      expect(heading).toBe(code);
      expect(lines.length, stdout).toBeLessThanOrEqual(4);
      expect(lines.at(-1)).toMatch(/\.$/);
      if (language !== 'en') expect(englishIn(lines.join('\n'))).toEqual([]);
    }
  });

  it.each([
    ['submission_unconfirmed', 'may have been charged.*confere bulk resolve <batch>'],
    ['over_balance', '--fit-balance'],
    ['ledger_unwritable', '--adopt <jobId>'],
    ['spreadsheet_number', 'rounded number'],
    ['result_erased', 'confere bulk export <batch>.*before.*--overwrite.*charged and stored again'],
  ])('of %s says what it means and what to do', async (code, text) => {
    const { stdout } = await say(['help', code], 400);
    expect(stdout).toMatch(new RegExp(`^${code}\n.*${text}`));
  });
});

describe.skipIf(!hasShell)('the examples of confere alone', () => {
  it('work on a fresh machine, without a file of the user', async () => {
    await using user = await newShellUser();
    const lines = await examples(user, 'Try it');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const { code, stdout } = await user.sh(line);
      expect({ line, code }).toEqual({ line, code: 0 });
      expect(stdout).toContain('529');
    }
  });
});

async function examples(
  user: Awaited<ReturnType<typeof newShellUser>>,
  title: string,
): Promise<string[]> {
  const { stdout } = await user.sh('confere');
  const part = stdout.split('\n\n').find((paragraph) => paragraph.startsWith(title)) ?? '';
  return part
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}
