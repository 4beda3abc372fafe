import { describe, expect, it } from 'vitest';
import { loadMessages, type Language } from '../../src/messages/index.js';
import { listMessages, listTexts } from './catalogue.js';
import { calls } from './message-samples.js';
import { recordTexts } from './recorded.js';

const LANGUAGES: readonly Language[] = ['en', 'pt-BR'];

describe.each(LANGUAGES)('messages in %s', (language) => {
  it('every text that a function writes is equal to the recorded one', async () => {
    const messages = await loadMessages(language);
    const plain = listMessages(messages).filter(([, message]) => typeof message === 'string');
    const names = new Set(plain.map(([path]) => path));
    const texts = listTexts(messages).filter(({ heading }) => !names.has(heading));
    await expect(recordTexts(texts)).toMatchFileSnapshot(`golden/messages.${language}.txt`);
    const written = texts.map(({ heading }) => heading);
    expect(Object.keys(calls).filter((path) => !written.includes(path))).toEqual([]);
  });
});
