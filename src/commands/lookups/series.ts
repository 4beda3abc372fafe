import { defaults } from '../../config/defaults.js';
import type { ConfereError, ErrorFacts } from '../../errors.js';
import { type IdentifierKind, readTyped } from '../../identifiers/index.js';
import type { PriceKind } from '../../ledger/index.js';
import type { Lookup } from '../../lookups/answer.js';
import type { LookupEvent } from '../../lookups/begin-lookup.js';
import type { Keeping } from '../../lookups/kept-records.js';
import { createLookupSession, type LookupCall } from '../../lookups/lookup.js';
import { listRule } from '../../lookups/stop-rule.js';
import { t } from '../../messages/index.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices } from '../../money/read-balance.js';
import { exactCredits } from '../../money/book.js';
import { invalidLookup, eventLine, lookupSentence } from '../../output/lookups/sentences.js';
import type { LiveLookups } from '../../output/lookups/live-lookups.js';
import type { Lookups } from './lookup.js';
import { askYesOrNo, confirmed, isAsked, mayAsk } from '../shared/ask-user.js';
import { periodsOf } from '../shared/option-values.js';
import type { Host } from '../shared/options.js';

/** Identifiers given together, in their order. */
export interface LookupSeries {
  /** Whether no more requests are sent; the remaining identifiers get the error that ended the series. */
  isOver(): boolean;
  /** The limit that the series passed, as far as it is known; undefined where it paid for nothing. */
  passed(): Promise<ConfereError | undefined>;
  /** How many records of each kind were paid for. */
  paid(): Readonly<Record<PriceKind, number>>;
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
  request: Lookups,
): Promise<LookupSeries> {
  const { kind: asked, reuseSince, birthDate, presentation, deadline = Infinity } = request;
  const { ledger, clock } = keeping;
  const rules = {
    periods: periodsOf(request),
    maxCredits: request.maxCredits,
    stopRule: listRule,
    reusesOwn: true,
  };
  const tell = (event: LookupEvent) => {
    const isShown = event.type === 'settling' && live.waiting({ reason: event.type, ms: event.ms });
    if (isShown || presentation.quiet) return;
    context.stderr.write(eventLine(event));
    told();
  };
  const session = createLookupSession({
    ...keeping,
    ...rules,
    wording: (error) => lookupSentence(error, next),
    tell,
  });
  const word = request.fresh === true ? await ledger.tick() : undefined;
  const paid = { cpf: 0, cnpj: 0, realtime: 0 };
  const lookUp = async (input: string, agreed: number | undefined): Promise<Lookup> => {
    const typed = readTyped(input, asked);
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
    async passed() {
      const isFree = Object.values(paid).every((count) => count === 0);
      // The answers were given: a ledger that cannot be read now changes none of them.
      return isFree ? undefined : session.passed().catch(() => undefined);
    },
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
  { ids, interaction }: Lookups,
  stop: AbortSignal,
): (lookup: Lookup) => Promise<Lookup> {
  // Typed identifiers and answers would come from the same stream.
  const isPossible = mayAsk(host, interaction) && !ids.includes('-');
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

/**
 * Asks in a terminal before many identifiers are sent; whoever agrees has limited what they cost. What is typed line by
 * line is not asked about, because the answer would come from the same stream.
 *
 * @throws ConfereError `declined` or `needs_yes` if the user did not agree
 */
export async function askBeforeMany(
  host: Host,
  request: Lookups,
  keeping: Keeping,
  stop: AbortSignal,
): Promise<Lookups> {
  const { ids, interaction, maxCredits } = request;
  if (ids.length <= FEW || ids.includes('-') || !isAsked(host, interaction, maxCredits))
    return request;
  const count = await countToSend(request, keeping);
  if (count.cpf + count.cnpj <= FEW) return request;
  const prices = limitPrices(await accountPrices(keeping));
  const most = exactCredits(count.cpf * prices.cpf + count.cnpj * prices.cnpj);
  const question = sendQuestion(count, most);
  await confirmed(host, interaction, question, stop, 'sent');
  return { ...request, maxCredits: most };
}

function sendQuestion({ cpf, cnpj }: Counts, most: number): string {
  if (cnpj === 0) return t.lookups.askToSendCpfs(cpf, most);
  return cpf === 0
    ? t.lookups.askToSendCnpjs(cnpj, most)
    : t.lookups.askToSendBoth(cpf, cnpj, most);
}

type Counts = Readonly<Record<IdentifierKind, number>>;

/** Distinct valid identifiers of each kind without a record that is reused. */
async function countToSend(
  { kind, ids, reuseSince }: Lookups,
  { ledger }: Keeping,
): Promise<Counts> {
  const typed = ids.map((id) => readTyped(id, kind)).filter((one) => one.valid);
  const toSend = async (of: IdentifierKind) => {
    const distinct = new Set(typed.filter((one) => one.kind === of).map(({ id }) => id));
    return distinct.size - (await ledger.paidAmong(of, [...distinct], reuseSince)).size;
  };
  return { cpf: await toSend('cpf'), cnpj: await toSend('cnpj') };
}
