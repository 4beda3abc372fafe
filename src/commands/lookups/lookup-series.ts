import { defaults } from '../../config/defaults.js';
import { readTyped } from '../../identifiers/index.js';
import type { LookupEvent } from '../../lookups/begin-lookup.js';
import type { Keeping } from '../../lookups/kept-records.js';
import type { Lookup } from '../../lookups/answer.js';
import type { LookupCall } from '../../lookups/lookup.js';
import { createLookupSession } from '../../lookups/lookup-session.js';
import { listRule } from '../../lookups/stop-rule.js';
import { invalidLookup } from '../../output/lookups/invalid-lookup.js';
import type { LiveLookups } from '../../output/lookups/live-lookups.js';
import {
  eventLine,
  lookupSentence,
  askAgainQuestion,
} from '../../output/lookups/lookup-sentence.js';
import type { Host } from '../shared/command-host.js';
import type { LookupsRequest } from './lookup.js';
import type { ErrorFacts } from '../../errors.js';
import { askYesOrNo, mayAsk } from '../shared/ask-user.js';

/** Identifiers given together, in their order. */
export interface LookupSeries {
  /** Whether no more requests are sent; the remaining identifiers get the error that ended the series. */
  isOver(): boolean;
  /** How many records were paid for. */
  paid(): number;
  /** An invalid identifier is never sent and never stops the others. */
  next(input: string): Promise<Lookup>;
  /** Asks again although it may be charged a second time, as the user has just agreed. */
  again(input: string): Promise<Lookup>;
}

interface SeriesDeps extends Keeping, Pick<LookupCall, 'client' | 'stop'> {
  readonly live: LiveLookups;
  /** Called when something was said. */
  readonly told: () => void;
}

/** `--fresh` covers what was in doubt before the series began, and nothing that arises in it. */
export async function createSeries(
  { context, next }: Host,
  { client, stop, live, told, ...keeping }: SeriesDeps,
  request: LookupsRequest,
): Promise<LookupSeries> {
  const { kind, reuseSince, birthDate, presentation, deadline = Infinity } = request;
  const wanted = { kind, reuseSince, birthDate };
  const { ledger, clock } = keeping;
  const { periods, maxCredits } = request;
  const rules = { periods, maxCredits, stopRule: listRule, reusesOwn: true };
  const tell = (event: LookupEvent) => {
    const isShown = event.type === 'settling' && live.waiting({ reason: event.type, ms: event.ms });
    if (isShown || presentation.quiet) return;
    context.stderr.write(eventLine(event, kind));
    told();
  };
  const session = createLookupSession({
    ...keeping,
    ...rules,
    wording: (error) => lookupSentence(error, next),
    tell,
  });
  const word = request.isFresh ? await ledger.tick() : undefined;
  let paid = 0;
  const lookUp = async (input: string, agreed: number | undefined): Promise<Lookup> => {
    const typed = readTyped(input, kind);
    if (!typed.valid) return invalidLookup(input, kind, typed);
    const own = { ...wanted, input, id: typed.id, word: agreed };
    const until = Math.min(deadline, clock.now() + defaults.longestWait.ms);
    const lookup = await session.lookUp(own, { client, stop, until });
    if (lookup.answer.status === 'found' && lookup.answer.source === 'api') paid += 1;
    return lookup;
  };
  return {
    paid: () => paid,
    isOver: () => session.isOver(),
    next: (input) => live.during(input, () => lookUp(input, word)),
    again: async (input) => lookUp(input, await ledger.tick()),
  };
}

/**
 * Asks the user, in a terminal, whether to pay again for what may have been charged. `--yes` is no answer, because
 * it was given before the doubt was known.
 */
export function askAgain(
  host: Host,
  series: LookupSeries,
  { ids, interaction }: LookupsRequest,
  stop: AbortSignal,
): (lookup: Lookup) => Promise<Lookup> {
  // Typed identifiers and answers would come from the same stream.
  const isPossible = mayAsk(host, interaction) && !ids.includes('-');
  return async (lookup) => {
    const { answer, failure } = lookup;
    if (!isPossible || failure?.code !== 'lookup_in_doubt' || series.isOver()) return lookup;
    const { price } = failure.facts as ErrorFacts['lookup_in_doubt'];
    const question = `${answer.error?.message ?? ''}\n${askAgainQuestion(price)}`;
    return (await askYesOrNo(host, question, stop)) ? series.again(answer.input) : lookup;
  };
}
