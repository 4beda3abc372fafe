import { describe, expect, it } from 'vitest';
import { en, messagesIn, withMessages, type Language } from '../../src/messages/index.js';
import type { Messages } from '../../src/messages/en/index.js';
import { calls } from './message-samples.js';
import { plainSteps } from './readers.js';
import { entry } from './recorded.js';

type Message = string | ((...given: readonly unknown[]) => unknown);
type Tree = { readonly [name: string]: Message | Tree };

/** These parts of sentences are used by themselves; all others are recorded with the errors. */
const PHRASES =
  /^phrases\.(kinds|validKinds|lines|reasons?|undecided|noLikelyColumn|severalColumns|valid)\b/;

/** Every text and every function by its path, without errors and troubles, which are recorded for each reader. */
function messagesOf(messages: Messages): [path: string, message: Message][] {
  const { language: _, errors: _e, commandErrors: _c, troubles: _t, ...rest } = messages;
  return below(rest as unknown as Tree, '').filter(
    ([path]) => !path.startsWith('phrases.') || PHRASES.test(path),
  );
}

function below(tree: Tree, path: string): [string, Message][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return typeof value === 'object' ? below(value, own) : [[own, value] as [string, Message]];
  });
}

/** The same arguments with other numbers, so that words that agree with them are told as singular and as plural. */
function renumbered(value: unknown, count: number): unknown {
  if (value === 2) return count;
  if (value === '2') return String(count);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, renumbered(one, count)]);
  return Object.fromEntries(entries);
}

const COUNTS = [2, 1, 1.5, 2500];

function shown(result: unknown): string {
  return typeof result === 'object' && result !== null
    ? Object.entries(result)
        .map(([name, text]) => `${name}: ${text}`)
        .join('\n')
    : String(result);
}

function textsOf(path: string, message: Message): string[] {
  if (typeof message === 'string') return [message];
  const given = (calls[path] ?? []).flatMap((call) =>
    COUNTS.map((count) => call.map((value) => renumbered(value, count))),
  );
  return [...new Set(given.map((call) => shown(message(...call, plainSteps))))];
}

function recorded(messages: Messages): string {
  return withMessages(messages, () =>
    messagesOf(messages)
      .map(([path, message]) => entry(path, textsOf(path, message).join('\n')))
      .join(''),
  );
}

const LANGUAGES: readonly Language[] = ['en', 'pt-BR'];

describe.each(LANGUAGES)('the recorded messages in %s', (language) => {
  it('are of every message, and of nothing else', async () => {
    const functions = messagesOf(await messagesIn(language)).filter(
      ([, message]) => typeof message === 'function',
    );
    expect(Object.keys(calls).toSorted()).toEqual(functions.map(([path]) => path).toSorted());
  });

  it('are whole', async () => {
    const messages = await messagesIn(language);
    const broken = withMessages(messages, () =>
      messagesOf(messages).filter(([path, message]) =>
        textsOf(path, message).some((text) => /undefined|\[object|NaN/.test(text)),
      ),
    );
    expect(broken.map(([path]) => path)).toEqual([]);
  });

  it('are as they were', async () => {
    const text = recorded(await messagesIn(language));
    await expect(text).toMatchFileSnapshot(`golden/messages.${language}.txt`);
  });
});

it('both languages have the same messages', async () => {
  const [english, portuguese] = [en, await messagesIn('pt-BR')].map((messages) =>
    messagesOf(messages).map(([path]) => path),
  );
  expect(portuguese?.toSorted()).toEqual(english?.toSorted());
});
