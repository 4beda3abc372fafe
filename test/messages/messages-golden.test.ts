import { describe, expect, it } from 'vitest';
import { en, loadMessages, withMessages, type Language } from '../../src/messages/index.js';
import type { Messages } from '../../src/messages/en/index.js';
import { calls } from './message-samples.js';
import { plainSteps } from './readers.js';
import { entry } from './recorded.js';

type Message = string | ((...given: readonly unknown[]) => unknown);
type Tree = { readonly [name: string]: Message | Tree };

/** Matches the phrases that are printed by themselves; the errors record all others. */
const PHRASES =
  /^phrases\.(kinds|validKinds|lines|reasons?|undecided|noLikelyColumn|severalColumns|validPercent)\b/;

/** Lists every message by its path, without errors and troubles, which other tests record for each reader. */
function listMessages(messages: Messages): [path: string, message: Message][] {
  const { language: _, errors: _e, commandErrors: _c, troubles: _t, ...rest } = messages;
  return flatten(rest as unknown as Tree, '').filter(
    ([path]) => !path.startsWith('phrases.') || PHRASES.test(path),
  );
}

function flatten(tree: Tree, path: string): [string, Message][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const whole = path === '' ? name : `${path}.${name}`;
    return typeof value === 'object'
      ? flatten(value, whole)
      : [[whole, value] as [string, Message]];
  });
}

/** Replaces the number 2 in arguments, so that the words that agree with it become singular or plural. */
function replaceNumbers(value: unknown, count: number): unknown {
  if (value === 2) return count;
  if (value === '2') return String(count);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, replaceNumbers(one, count)]);
  return Object.fromEntries(entries);
}

const COUNTS = [2, 1, 1.5, 2500];

function formatResult(result: unknown): string {
  return typeof result === 'object' && result !== null
    ? Object.entries(result)
        .map(([name, text]) => `${name}: ${text}`)
        .join('\n')
    : String(result);
}

function callMessage(path: string, message: Message): string[] {
  if (typeof message === 'string') return [message];
  const given = (calls[path] ?? []).flatMap((call) =>
    COUNTS.map((count) => call.map((value) => replaceNumbers(value, count))),
  );
  return [...new Set(given.map((call) => formatResult(message(...call, plainSteps))))];
}

function recordMessages(messages: Messages): string {
  return withMessages(messages, () =>
    listMessages(messages)
      .map(([path, message]) => entry(path, callMessage(path, message).join('\n')))
      .join(''),
  );
}

const LANGUAGES: readonly Language[] = ['en', 'pt-BR'];

describe.each(LANGUAGES)('messages in %s', (language) => {
  it('every message that is a function has sample arguments, and no sample is left over', async () => {
    const functions = listMessages(await loadMessages(language)).filter(
      ([, message]) => typeof message === 'function',
    );
    expect(Object.keys(calls).toSorted()).toEqual(functions.map(([path]) => path).toSorted());
  });

  it('no message has a missing or unformatted value', async () => {
    const messages = await loadMessages(language);
    const broken = withMessages(messages, () =>
      listMessages(messages).filter(([path, message]) =>
        callMessage(path, message).some((text) => /undefined|\[object|NaN/.test(text)),
      ),
    );
    expect(broken.map(([path]) => path)).toEqual([]);
  });

  it('every text is equal to the recorded one', async () => {
    const text = recordMessages(await loadMessages(language));
    await expect(text).toMatchFileSnapshot(`golden/messages.${language}.txt`);
  });
});

it('both languages have the same messages', async () => {
  const [english, portuguese] = [en, await loadMessages('pt-BR')].map((messages) =>
    listMessages(messages).map(([path]) => path),
  );
  expect(portuguese?.toSorted()).toEqual(english?.toSorted());
});
