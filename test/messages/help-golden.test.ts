import { describe, expect, it } from 'vitest';
import { everyCommand } from '../cli/help/help-support.js';
import { runMain } from '../helpers/in-process.js';
import { COMMANDS } from '../../src/commands/table.js';
import type { Language } from '../../src/messages/index.js';
import { recordTexts, type RecordedText } from './recorded.js';

const WIDTH = 80;
const TOPICS = ['help exit-codes', 'help settings', 'help over_balance'];

/** Returns what a command line prints on standard output, in a terminal of a fixed width and without colors. */
async function print(
  words: readonly string[],
  language: Language = 'en',
  platform: NodeJS.Platform = 'linux',
): Promise<string> {
  const env = { CONFERE_LANG: language, CONFERE_HOME: '/nowhere/confere', NO_COLOR: '1' };
  const { code, stdout, stderr } = await runMain(
    words,
    { columns: WIDTH, platform },
    { env, late: [] },
  );
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout.trimEnd();
}

/** Returns the usage of a command, its options, its exit codes, and the lines that shells of Windows need otherwise. */
async function recordUsage(path: string): Promise<RecordedText> {
  const words = [...path.split(' ').filter(Boolean), '--help'];
  const page = await print(words);
  const onWindows = (await print(words, 'en', 'win32')).split('\n');
  const others = onWindows.filter((line) => !page.split('\n').includes(line));
  const options = Array.from(page.matchAll(/^ {2}(-.*?)(?= {2}|$)/gm), ([, option = '']) => option);
  const [, codes] = /^Exit codes: ((?:.|\n(?!Global))*)/m.exec(page) ?? [];
  const parts = [
    options.join(', '),
    ...(codes === undefined ? [] : [`exit ${(codes.match(/\b\d+\b(?= )/g) ?? []).join(', ')}`]),
    ...others.map((line) => `on Windows ${line.trim()}`),
  ];
  return {
    heading: page.slice('Usage: '.length, page.indexOf('\n')),
    text: parts.filter(Boolean).join('; '),
  };
}

describe('pages of help', () => {
  it.each<[Language, string[]]>([
    ['en', ['', '--help', 'cpf --help', 'bulk run --help', ...TOPICS]],
    ['pt-BR', ['', '--help', 'cpf --help', 'help settings']],
  ])('a page of each kind is equal to the recorded one in %s', async (language, lines) => {
    const pages: RecordedText[] = [];
    for (const line of lines) {
      const text = await print(line.split(' ').filter(Boolean), language);
      pages.push({ heading: `confere ${line}`.trim(), text });
    }
    await expect(recordTexts(pages)).toMatchFileSnapshot(`golden/help.${language}.txt`);
  });

  it('every command has the recorded options and exit codes', async () => {
    const paths = (await everyCommand()).map(({ path }) => path);
    const visible = COMMANDS.filter(({ isHidden }) => isHidden !== true);
    for (const { path } of visible) expect(paths).toContain(path);
    const usages: RecordedText[] = [];
    for (const path of paths.slice(1)) usages.push(await recordUsage(path));
    await expect(recordTexts(usages)).toMatchFileSnapshot('golden/usage.txt');
  });
});
