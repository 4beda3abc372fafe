import type { ConfereError } from '../../errors.js';
import { shownId, type BadTyped } from '../../identifiers/index.js';
import type { LookupEvent } from '../../lookups/begin-lookup.js';
import { hidesDoubt, type Lookup, invalidAnswer } from '../../lookups/answer.js';
import type { NextSteps } from '../../messages/reader.js';
import { attributed } from '../errors/service.js';
import { errorSentence } from '../errors/index.js';
import { t, formatNumber } from '../../messages/index.js';
import type { WhatItCost } from '../../money/cost.js';
import { adviceOn } from './identifier-advice.js';

/** Says that a lookup waits for the balance, or that an identifier which was given up is asked for again. */
export function eventLine(event: LookupEvent): string {
  const told =
    event.type === 'settling'
      ? t.lookups.waitingForBalance(Math.ceil(event.ms / 1000))
      : t.lookups.givenUpAskedAgain(shownId(event.kind, event.id), event.batch);
  return `${told}\n`;
}

/** A lookup for people: the service's own words in it are quoted. */
export function shownLookup(lookup: Lookup): Lookup {
  const { answer, failure } = lookup;
  if (failure === undefined || answer.error === undefined) return lookup;
  const message = attributed(failure.facts, answer.error.message);
  return { ...lookup, answer: { ...answer, error: { ...answer.error, message } } };
}

/** The sentence of a lookup's error for the command line. */
export function lookupSentence(error: ConfereError, next: NextSteps): string {
  const told = errorSentence(error, next);
  return hidesDoubt(error) ? `${told} (${t.service.mayBeChargedLookup})` : told;
}

/** Counts a series of lookups for the line at its end. */
interface Tally {
  count(lookup: Lookup): void;
  /** One line; empty if the answers already say everything. */
  text(): string;
}

const counted = {
  found: (n: string) => t.table.foundCount(n),
  not_found: (n: string) => t.table.notFoundCount(n),
  invalid: (n: string) => t.lookups.invalidCount(n),
  unconfirmed: (n: string) => t.table.unconfirmedCount(n),
  error: (n: string) => t.table.failedCount(n),
  not_asked: (n: string) => t.lookups.notAskedCount(n),
} as const;

export function createTally(): Tally {
  const counts = new Map<keyof typeof counted, number>();
  let reused = 0;
  return {
    count({ answer: { status, source, error } }) {
      const what = error?.code === 'not_asked' ? 'not_asked' : status;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (source === 'ledger') reused += 1;
    },
    text() {
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return total < 2 ? '' : `${line(counts, reused)}.\n`;
    },
  };
}

/** What lookups took, and what is left where that is known. */
export function costLine({ credits, left }: WhatItCost): string {
  const told =
    left === undefined ? t.lookups.credits(credits) : t.lookups.creditsAndLeft(credits, left);
  return `${told}\n`;
}

function line(counts: ReadonlyMap<keyof typeof counted, number>, reused: number): string {
  return (Object.keys(counted) as (keyof typeof counted)[])
    .map((status) => [status, counts.get(status) ?? 0] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => {
      const more =
        status === 'found' && reused > 0 ? ` (${t.lookups.fromLedgerCount(reused)})` : '';
      return counted[status](formatNumber(count)) + more;
    })
    .join(', ');
}

/** The answer to a text that is not an identifier; no request is made. Its own file: `check` loads no lookups. */
export function invalidLookup(input: string, bad: BadTyped): Lookup {
  return { answer: invalidAnswer(input, bad.asked ?? null, bad.reason, adviceOn(bad).message) };
}
