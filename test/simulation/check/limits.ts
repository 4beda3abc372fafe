import type { Sent } from '../model/book.js';
import type { World } from '../world.js';
import { BelievedPrices } from './believed-price.js';
import type { Budget, Taker } from './takings.js';
import { Violation } from './violation.js';

const TOLERANCE = 1e-6;
const SAID = 'a limit that is passed says so';

/** Requests that share a limit, in the order in which they began. */
interface Scope {
  readonly name: string;
  readonly limit: number;
  readonly sents: readonly Sent[];
  /** Who has to keep to the limit; what the others took counts all the same. */
  readonly isBound: (sent: Sent) => boolean;
}

/** What the user's commands took is never more than their limits, budgets and balance (money rule 4). */
export function checkLimits(world: World): void {
  const { takings } = world;
  const { budgets, takers } = takings;
  const isLimited = [...takers.values()].some(({ maxCredits }) => maxCredits < Infinity);
  if (!isLimited && budgets.length === 0 && takings.overdrafts.length === 0) return;
  takings.sents.sort((one, other) => one.begun - other.begun);
  takings.readings.sort((one, other) => one.noted - other.noted);
  const prices = new BelievedPrices(takings);
  for (const taker of takers.values()) {
    if (taker.maxCredits === Infinity) continue;
    checkScope(scopeOf(world, taker), prices);
    checkSaid(taker, prices);
  }
  for (const budget of budgets)
    for (const scope of periodsOf(world, budget)) checkScope(scope, prices);
  checkBalance(world, prices);
}

function checkScope({ name, limit, sents, isBound }: Scope, prices: BelievedPrices): void {
  let taken = 0;
  for (const [place, sent] of sents.entries()) {
    taken += sent.taken;
    if (taken <= limit + TOLERANCE || sent.taken === 0 || !isBound(sent)) continue;
    const begun = sents.slice(0, place + 1);
    const surprise = begun.reduce((sum, one) => sum + prices.surprise(one, sent), 0);
    if (taken - surprise <= limit + TOLERANCE) continue;
    // While nothing shows the price, one identifier may pass it.
    const before = taken - surprise - sent.taken;
    if (sent.items === 1 && !prices.isSurelyProved(sent) && before < limit - TOLERANCE) continue;
    throw new Violation('limits hold', `${name}: ${told(taken)} taken, ${shown(sent, prices)}`);
  }
}

function scopeOf({ takings }: World, { command, argv, maxCredits }: Taker): Scope {
  const sents = takings.sents.filter((sent) => sent.command === command);
  const name = `--max-credits ${maxCredits} of ${argv.join(' ')}`;
  return { name, limit: maxCredits, sents, isBound: () => true };
}

/** The days or months of a budget. What a command does after midnight may count for the day before. */
function periodsOf({ takings }: World, budget: Budget): Scope[] {
  const { takers, sents } = takings;
  const length = budget.of === 'day' ? 10 : 7;
  const periodOf = (clock: number) => new Date(clock).toISOString().slice(0, length);
  const periods = new Map<string, Sent[]>();
  for (const sent of sents) {
    const period = periodOf(sent.clock);
    if (periodOf(takers.get(sent.command)?.clock ?? 0) !== period) continue;
    periods.set(period, [...(periods.get(period) ?? []), sent]);
  }
  const isBound = (sent: Sent) => {
    const begun = takers.get(sent.command)?.begun ?? -Infinity;
    return begun >= budget.since && begun < budget.until;
  };
  return [...periods].map(([period, all]) => ({
    name: `${budget.limit} in the ${budget.of} ${period}`,
    ...{ limit: budget.limit, sents: all, isBound },
  }));
}

/** Nothing is billed beyond the balance by a job that was not told to. */
function checkBalance({ takings }: World, prices: BelievedPrices): void {
  for (const { sent, price, left } of takings.overdrafts) {
    const isProved = prices.isProved(sent);
    const known = isProved ? Math.min(price, prices.believed(sent)) : price;
    if (sent.items * known <= left + 1 + TOLERANCE) continue;
    if (!prices.isSurelyProved(sent) && sent.items === 1 && left > 0) continue;
    const facts = `${sent.items} identifiers at ${price} with ${told(left)} left`;
    throw new Violation('the balance holds', `${facts}, ${shown(sent, prices)}`);
  }
}

/** A command for a batch that saw more taken than it may says so. Single lookups are told one by one what they cost. */
function checkSaid(taker: Taker, prices: BelievedPrices): void {
  const { argv, maxCredits, seen, code } = taker;
  const isOfBatch = argv[0] === 'bulk' || argv[1] === 'run';
  const isPassed = Math.min(seen, prices.shownTo(taker)) > maxCredits + TOLERANCE;
  if (!isOfBatch || !isPassed || (code !== 0 && code !== 3)) return;
  const line = `${argv.join(' ')}: exit ${code}, and it saw ${told(seen)} taken`;
  throw new Violation(SAID, line);
}

function shown(sent: Sent, prices: BelievedPrices): string {
  const { command, kind, items, found, taken } = sent;
  const believed = prices.isProved(sent)
    ? `price seen: ${told(prices.believed(sent))}`
    : 'no price';
  const at = new Date(sent.at).toISOString().slice(5, 23);
  return `[p${command}] at ${at}, ${items} ${kind}, ${found} found for ${told(taken)} (${believed})`;
}

function told(credits: number): string {
  return String(Math.round(credits * 100) / 100);
}
