import { describe, expect, it } from 'vitest';
import { everyCommand } from '../cli/help/help-support.js';
import { runMain } from '../helpers/in-process.js';
import { topics } from '../../src/commands/help/help.js';
import { COMMANDS } from '../../src/commands/table.js';
import type { Language } from '../../src/messages/index.js';
import { listErrorCodes } from '../../src/commands/help/error-codes.js';
import { entry } from './recorded.js';

const WIDTH = 80;
const LANGUAGES: readonly Language[] = ['en', 'pt-BR'];
/** The platforms whose shells need some lines of the help in different forms. */
const PLATFORMS = ['linux', 'win32'] as const;

/** Returns what a command line prints on standard output, in a terminal of a fixed width and without colors. */
async function print(
  words: readonly string[],
  language: Language,
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

/** Returns command lines with what each prints; command lines that print the same share an entry. */
async function recordLines(lines: readonly (readonly string[])[], language: Language) {
  const texts = new Map<string, string[]>();
  for (const words of lines)
    for (const platform of PLATFORMS) {
      const text = await print(words, language, platform);
      const line = `confere ${words.join(' ')}`.trim();
      const names = texts.get(text) ?? [];
      if (!names.includes(line)) names.push(platform === 'linux' ? line : `${line} (Windows)`);
      texts.set(text, names);
    }
  return [...texts].map(([text, names]) => entry(names.join(', '), text)).join('\n');
}

/** Returns the explanation of every error code; codes with the same explanation share an entry. */
async function recordCodes(language: Language): Promise<string> {
  const texts = new Map<string, string[]>();
  for (const code of listErrorCodes().toSorted()) {
    const text = await print(['help', code], language);
    const [first = '', ...rest] = text.split('\n');
    expect(first).toBe(code);
    const below = rest.join('\n');
    texts.set(below, [...(texts.get(below) ?? []), code]);
  }
  return [...texts].map(([text, codes]) => entry(codes.join(', '), text)).join('\n');
}

const paths = (await everyCommand()).map(({ path }) => path);

describe.each(LANGUAGES)('help in %s', (language) => {
  it('the help of every command is equal to the recorded one', async () => {
    const visible = COMMANDS.filter(({ isHidden }) => isHidden !== true);
    for (const { path } of visible) expect(paths).toContain(path);
    const pages = paths.map((path) => [...path.split(' ').filter(Boolean), '--help']);
    const text = await recordLines(pages, language);
    await expect(text).toMatchFileSnapshot(`golden/help.${language}.txt`);
  });

  it('the first screen, the list of topics and every topic are equal to the recorded ones', async () => {
    const pages = [[], ['help'], ...topics.map(({ name }) => ['help', name])];
    const text = await recordLines(pages, language);
    await expect(text).toMatchFileSnapshot(`golden/help-topics.${language}.txt`);
  });

  it('the explanation of every error code is equal to the recorded one', async () => {
    const text = await recordCodes(language);
    await expect(text).toMatchFileSnapshot(`golden/help-codes.${language}.txt`);
  });
});
