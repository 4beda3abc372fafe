import { describe, expect, it } from 'vitest';
import { loadMessages, type Language } from '../../src/messages/index.js';
import { listMessages, listTexts } from './catalogue.js';
import { calls } from './message-samples.js';
import { recordTexts } from './recorded.js';

const LANGUAGES: readonly Language[] = ['en', 'pt-BR'];

describe.each(LANGUAGES)('messages in %s', (language) => {
  it('every message that is a function has sample arguments, and no sample is left over', async () => {
    const functions = listMessages(await loadMessages(language)).filter(
      ([, message]) => typeof message === 'function',
    );
    expect(Object.keys(calls).toSorted()).toEqual(functions.map(([path]) => path).toSorted());
  });

  it('every text that a function writes is equal to the recorded one', async () => {
    const texts = listTexts(await loadMessages(language));
    const text = recordTexts(texts.filter(({ heading }) => Object.hasOwn(calls, heading)));
    await expect(text).toMatchFileSnapshot(`golden/messages.${language}.txt`);
  });
});
