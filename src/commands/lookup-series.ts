import { defaults } from '../config/defaults.js';
import type { ConfereError, ErrorFacts } from '../errors.js';
import { type IdentifierKind, readTyped } from '../identifiers/index.js';
import type { Lookup } from '../lookups/answer.js';
import type { LookupEvent } from '../lookups/begin-lookup.js';
import type { Keeping } from '../lookups/kept-records.js';
import { createLookupSession, type LookupCall } from '../lookups/lookup.js';
import { listRule } from '../lookups/stop-rule.js';
import { t } from '../messages/index.js';
import { limitPrices } from '../money/price.js';
import { accountPrices } from '../money/read-balance.js';
import { exactCredits } from '../money/book.js';
import type { LiveLookups } from '../output/lookups/live-lookups.js';
import { eventLine, invalidLookup, lookupSentence } from '../output/lookups/sentences.js';
import type { LookupHost, Lookups } from './lookup.js';
import { askYesOrNo, canAsk, confirmed, isAsked } from './shared/ask-user.js';
import { periodsOf } from './shared/option.js';

interface SeriesDeps extends Keeping, Pick<LookupCall, 'client' | 'stop'> {
  readonly live: LiveLookups;
  readonly told: () => void;
  readonly maxCredits: number | undefined;
}

export type LookupSeries = Awaited<ReturnType<typeof createSeries>>;

/** `--fresh` covers what was in doubt before the series began, and nothing that arises in it. */
export async function createSeries(
  host: LookupHost,
  { kind: asked, reuseSince, deadline = Infinity }: Lookups,
  { client, stop, live, told, maxCredits, ...keeping }: SeriesDeps,
) {
  const { birthDate, fresh } = host.options;
  const { ledger, clock } = keeping;
  const tell = (event: LookupEvent) => {
    const isShown = event.type === 'settling' && live.waiting({ reason: event.type, ms: event.ms });
    if (isShown || host.quiet) return;
    host.context.stderr.write(eventLine(event));
    told();
  };
  const session = createLookupSession({
    ...keeping,
    ...{ periods: periodsOf(host.options), maxCredits, stopRule: listRule, reusesOwn: true, tell },
    wording: (error) => lookupSentence(error, host.next),
  });
  const word = fresh === true ? await ledger.tick() : undefined;
  const paid = { cpf: 0, cnpj: 0, realtime: 0 };
  const lookUp = async (input: string, agreed: number | undefined): Promise<Lookup> => {
    const typed = readTyped(input, asked);
    // It is never sent, and never stops the others.
    if (!typed.valid) return invalidLookup(input, typed);
    const { kind, id } = typed;
    const own = { kind, reuseSince, birthDate, input, id, word: agreed };
    const until = Math.min(deadline, clock.now() + defaults.longestWait.ms);
    const lookup = await session.lookUp(own, { client, stop, until });
    if (lookup.answer.status === 'found' && lookup.answer.source === 'api')
      paid[birthDate === undefined ? kind : 'realtime'] += 1;
    return lookup;
  };
  return {
    paid: () => paid,
    /** The limit that the series passed, as far as it is known; undefined where it paid for nothing. */
    async passed(): Promise<ConfereError | undefined> {
      const isFree = Object.values(paid).every((count) => count === 0);
      // The answers were given: a ledger that cannot be read now changes none of them.
      return isFree ? undefined : session.passed().catch(() => undefined);
    },
    isOver: () => session.isOver(),
    next: (input: string) => live.during(input, () => lookUp(input, word)),
    /** Asks again although it may be charged a second time, as the user has just agreed. */
    again: async (input: string) => lookUp(input, await ledger.tick()),
  };
}

/** `--yes` is no answer: it was given before the doubt was known. */
export function askAgain(
  host: LookupHost,
  series: LookupSeries,
  { ids }: Lookups,
  stop: AbortSignal,
): (lookup: Lookup) => Promise<Lookup> {
  // Typed identifiers and answers would come from the same stream.
  const isPossible = canAsk(host) && !ids.includes('-');
  return async (lookup) => {
    const { answer, failure } = lookup;
    if (!isPossible || failure?.code !== 'lookup_in_doubt' || series.isOver()) return lookup;
    const { price } = failure.facts as ErrorFacts['lookup_in_doubt'];
    const question = `${answer.error?.message ?? ''}\n${t.lookups.askAgain(price)}`;
    return (await askYesOrNo(host, question, stop)) ? series.again(answer.input) : lookup;
  };
}

/** A user who types so many knows what they cost. */
const FEW = 20;

/** Returns the credits that may be spent. @throws ConfereError `declined`, UsageError `needs_yes` */
export async function askBeforeMany(
  host: LookupHost,
  lookups: Lookups,
  keeping: Keeping,
  stop: AbortSignal,
): Promise<number | undefined> {
  const { ids } = lookups;
  const { maxCredits } = host.options;
  if (ids.length <= FEW || ids.includes('-') || !isAsked(host, maxCredits)) return maxCredits;
  const typed = ids.map((id) => readTyped(id, lookups.kind)).filter((one) => one.valid);
  const toSend = async (kind: IdentifierKind) => {
    const distinct = new Set(typed.filter((one) => one.kind === kind).map(({ id }) => id));
    const known = await keeping.ledger.paidAmong(kind, [...distinct], lookups.reuseSince);
    return distinct.size - known.size;
  };
  const [cpf, cnpj] = [await toSend('cpf'), await toSend('cnpj')];
  if (cpf + cnpj <= FEW) return maxCredits;
  const prices = limitPrices(await accountPrices(keeping));
  const most = exactCredits(cpf * prices.cpf + cnpj * prices.cnpj);
  const question = t.lookups.askToSend(cpf, cnpj, most);
  await confirmed(host, question, stop, 'sent');
  return most;
}
