import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topics } from '../../../src/commands/help/help.js';
import { readExamples } from '../../../src/commands/help/notes.js';
import { t } from '../../../src/messages/index.js';
import { transcripts } from '../../helpers/transcript.js';
import { everyCommand, parseWords, say } from './help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';

const commands = (await everyCommand()).filter(({ path }) => path !== 'help');
const wordsOf = (path: string) => path.split(' ').filter((word) => word !== '');
const pages = [
  ...commands.map(({ path }) => [...wordsOf(path), '--help']),
  ...topics.map(({ name }) => ['help', name]),
];
/** A command to copy is never broken. */
const isExample = (line: string) => /^( {2}|Example: |Exemplo: ).*\bconfere /.test(line);
const LANGUAGES = ['en', 'pt-BR'];

/** The pages themselves are golden files of `test/messages`. */
describe('the pages of help', () => {
  it.each(LANGUAGES)('fit into any window, and are short: 710 lines (%s)', async (language) => {
    const env = { CONFERE_LANG: language };
    for (const width of [40, 55, 80, 100]) {
      const { stdout } = await say([], width, env);
      expect(stdout.split('\n').filter((l) => l.length >= width)).toEqual([]);
    }
    let lines = 0;
    for (const words of pages)
      for (const width of [40, 80]) {
        const { code, stdout, stderr } = await say(words, width, env);
        const tooLong = stdout.split('\n').filter((l) => l.length > width && !isExample(l));
        expect({ words, code, stderr, tooLong }).toEqual({
          words,
          code: 0,
          stderr: '',
          tooLong: [],
        });
        if (width === 80) lines += stdout.split('\n').length - 1;
      }
    expect(lines).toBeLessThanOrEqual(710);
  });

  it.each(commands)('--help, -h and help say the same of confere $path', async ({ path }) => {
    const words = wordsOf(path);
    const page = await say([...words, '--help']);
    expect(page.stdout).toMatch(/^Usage: confere/);
    for (const other of [
      [...words, '-h'],
      ['help', ...words],
    ])
      expect(await say(other)).toEqual(page);
    expect(page.stdout).toMatch(
      path === '' ? /--sandbox +Use the/ : /^Global options: confere --help/m,
    );
    expect(page.stdout).toMatch(/^Example(: |s:\n( +\S.*\n)+)/m);
  });

  const examples = commands.flatMap(({ command }) =>
    readExamples(command)
      .flatMap(confereIn)
      .map((line) => ({ line, command })),
  );
  it.each(examples)(
    'an example parses, and is of its command: $line',
    async ({ line, command }) => {
      const ran = await parseWords(line.replaceAll('"', '').split(' ').slice(1));
      expect(ran).toEqual([command.commands.length === 0 ? command.name() : expect.any(String)]);
    },
  );
});

/** The confere command in a pipe or a substitution, without its redirections. */
function confereIn(example: string): string[] {
  const found = /confere (?:"[^"]*"|[^|)<>"])+/.exec(example)?.[0].trim();
  return found === undefined ? [] : [found];
}

describe('the topics of help', () => {
  it('formats has the fields of docs/results.md, in their order', async () => {
    const { stdout } = await say(['help', 'formats'], 2000);
    const text = await readFile('docs/results.md', 'utf8');
    const told = [...stdout.matchAll(/^ {2}(lookup_status.*)$/gm)].map(([, list = '']) => list);
    for (const [n, heading] of ['CPF', 'CNPJ'].entries()) {
      // The first paragraph below the heading names them.
      const [paragraph = ''] = (text.split(`\n### ${heading}\n\n`)[1] ?? '').split('\n\n');
      const names = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, name = '']) => `lookup_${name}`);
      expect(names).toEqual(told[n]?.split(', ').slice(4));
    }
  });

  it('environment has every variable that the code reads', async () => {
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

transcripts('usage');
