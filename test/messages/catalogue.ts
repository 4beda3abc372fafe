import { withMessages } from '../../src/messages/index.js';
import type { Messages } from '../../src/messages/en/index.js';
import { calls, usualCalls } from './message-samples.js';
import { plainSteps } from './readers.js';
import { withEachNumberOne, withoutNumbers, type RecordedText } from './recorded.js';

type Message = string | ((...given: readonly unknown[]) => unknown);
type Tree = { readonly [name: string]: Message | Tree };

/** Matches the phrases that are printed by themselves; the errors record the functions of all others. */
const OWN_PHRASES =
  /^phrases\.(kinds|validKinds|lines|reasons?|undecided|noLikelyColumn|severalColumns|validPercent)\b/;

/** Lists every message by its path, without errors and troubles, which are recorded for each reader. */
export function listMessages(messages: Messages): [path: string, message: Message][] {
  const { language: _, errors: _e, commandErrors: _c, troubles: _t, ...rest } = messages;
  return flatten(rest as unknown as Tree, '').filter(
    ([path, message]) =>
      typeof message === 'string' || !path.startsWith('phrases.') || OWN_PHRASES.test(path),
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

type Calls = readonly (readonly unknown[])[];

const withSingulars = (samples: Calls): Calls => [
  ...samples,
  ...samples.flatMap((call) => withEachNumberOne(call) as Calls),
];

/**
 * Lists the texts of every message by its path. `vary`: returns the calls of a message from its samples; by default also those
 * with 1 in place of each number.
 */
export function listTexts(messages: Messages, vary = withSingulars): RecordedText[] {
  return withMessages(messages, () =>
    listMessages(messages).flatMap(([heading, message]) =>
      callMessage(heading, message, vary).map((text) => ({
        heading,
        text,
        likeness: withoutNumbers(text),
      })),
    ),
  );
}

function callMessage(path: string, message: Message, vary: (samples: Calls) => Calls): string[] {
  if (typeof message === 'string') return [message];
  return vary(calls[path] ?? usualCalls).map((call) => formatResult(message(...call, plainSteps)));
}

function formatResult(result: unknown): string {
  return typeof result === 'object' && result !== null
    ? Object.entries(result)
        .map(([name, text]) => `${name}: ${text}`)
        .join('\n')
    : String(result);
}
