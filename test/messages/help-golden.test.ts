import { describe, expect, it } from 'vitest';
import { everyCommand } from '../cli/help/help-support.js';
import { runMain } from '../helpers/in-process.js';
import { topics } from '../../src/commands/help/help.js';
import { COMMANDS } from '../../src/commands/table.js';
import { loadMessages, type Language } from '../../src/messages/index.js';
import { listErrorCodes } from '../../src/commands/help/error-codes.js';
import { isOfHelp, listTexts } from './catalogue.js';
import { recordTexts, withoutNumbers, type RecordedText } from './recorded.js';

const WIDTH = 80;
const LANGUAGES: readonly Language[] = ['en', 'pt-BR'];

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

/** Returns the page of a command line, and the lines of it that shells of Windows need in another form. */
async function recordPage(words: readonly string[], language: Language): Promise<RecordedText[]> {
  const [page, onWindows] = [
    await print(words, language),
    await print(words, language, 'win32'),
  ].map((text) => text.split('\n'));
  const others = onWindows?.filter((line) => page?.includes(line) === false) ?? [];
  const heading = `confere ${words.join(' ')}`.trim();
  return [
    { heading, text: page?.join('\n') ?? '' },
    ...(others.length === 0 ? [] : [{ heading: `${heading} (Windows)`, text: others.join('\n') }]),
  ];
}

/** Returns the explanation of every error code on one line; codes with the same explanation share an entry. */
async function recordCodes(language: Language): Promise<string> {
  const texts = new Map<string, string[]>();
  for (const code of listErrorCodes().toSorted()) {
    const [first, ...rest] = (await print(['help', code], language)).split('\n');
    expect(first).toBe(code);
    const text = rest.map((line) => line.trim()).join(' ');
    texts.set(text, [...(texts.get(text) ?? []), code]);
  }
  return recordTexts([...texts].map(([text, codes]) => ({ heading: codes.join(', '), text })));
}

const paths = (await everyCommand()).map(({ path }) => path);

describe.each(LANGUAGES)('help in %s', (language) => {
  it('every page is equal to the recorded one, and has every text about commands and options', async () => {
    const visible = COMMANDS.filter(({ isHidden }) => isHidden !== true);
    for (const { path } of visible) expect(paths).toContain(path);
    const lines = [
      [],
      ...paths.map((path) => [...path.split(' ').filter(Boolean), '--help']),
      ...topics.map(({ name }) => ['help', name]),
    ];
    const pages: RecordedText[] = [];
    for (const words of lines) pages.push(...(await recordPage(words, language)));
    const codes = await recordCodes(language);
    const oneLine = (text: string) => withoutNumbers(text.replaceAll(/\s+/g, ' '));
    const shown = oneLine(pages.map(({ text }) => text).join('\n') + codes);
    const texts = listTexts(await loadMessages(language)).filter(
      ({ heading, text }) => isOfHelp(heading) && !shown.includes(oneLine(text)),
    );
    const all = [recordTexts(pages), codes, recordTexts(texts)].join('\n');
    await expect(all).toMatchFileSnapshot(`golden/help.${language}.txt`);
  });
});
