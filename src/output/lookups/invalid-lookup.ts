import type { BadTyped } from '../../identifiers/index.js';
import { invalidAnswer, type Lookup } from '../../lookups/answer.js';
import { adviceOn } from './identifier-advice.js';

/** The answer to a text that is not an identifier; no request is made. Its own file: `check` loads no lookups. */
export function invalidLookup(input: string, bad: BadTyped): Lookup {
  return { answer: invalidAnswer(input, bad.asked ?? null, bad.reason, adviceOn(bad).message) };
}
