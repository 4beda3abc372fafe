import { Violation } from '../machine/scheduler.js';
import type { World } from '../world.js';
import {
  binds,
  round,
  show,
  surplus,
  toldCost,
  type Budget,
  type Log,
  type Request,
} from './log.js';
import { Seen } from './meter.js';

const TOLERANCE = 1e-6;

/** Requests that share a limit, in the order in which they began. */
interface Scope {
  readonly name: string;
  readonly limit: number;
  readonly requests: readonly Request[];
  /** Those that must keep to the limit; what others took counts all the same. */
  readonly isBound: (request: Request) => boolean;
  /** Whose readings it counts: one command's, or everybody's. */
  readonly readBy?: number;
}

/** Money rule 4 of the contract: limits, budgets and the balance hold. */
export function checkLimits({ log, kinds, service }: World): void {
  // Whoever takes a job of others for the missing one makes charges of others their own.
  if (kinds.has('adopts_wrong')) return;
  log.requests.sort((one, other) => one.begun - other.begun);
  const seen = new Seen(log);
  for (const scope of scopesOf(log)) checkScope(scope, seen);
  for (const request of log.requests) checkBalance(request, log, service.account.others);
}

/** At told prices a limit always holds; by what was charged, but for what no reading could show yet. */
function checkScope({ name, limit, requests, isBound, readBy }: Scope, seen: Seen): void {
  let [told, charged] = [0, 0];
  for (const [place, request] of requests.entries()) {
    told += toldCost(request);
    charged += request.charged;
    if (!isBound(request) || request.records === 0) continue;
    if (told > limit + TOLERANCE)
      throw new Violation(
        'limits hold',
        `${name}: ${round(told)} by told prices, ${show(request)}`,
      );
    const unseen = requests
      .slice(0, place)
      .filter((one) => surplus(one) > 0 && !seen.isShown(one, request.begun, readBy));
    const excused = [request, ...unseen].reduce((sum, one) => sum + Math.max(0, surplus(one)), 0);
    if (charged <= limit + excused + TOLERANCE) continue;
    const facts = `${round(charged)} charged, of which ${round(excused)} could not be known`;
    throw new Violation('limits hold', `${name}: ${facts}, ${show(request)}`);
  }
}

/** A ledger that came back has forgotten what a day or a month took. */
function scopesOf({ commands, requests, budgets, isForgetful }: Log): Scope[] {
  const limited = [...commands.values()].filter(({ maxCredits }) => maxCredits < Infinity);
  const own = limited.map(({ id, argv, maxCredits: limit }) => {
    const name = `--max-credits ${limit} of ${argv.join(' ')}`;
    const ofIt = requests.filter(({ command }) => command.id === id);
    return { name, limit, requests: ofIt, isBound: () => true, readBy: id };
  });
  return isForgetful ? own : [...own, ...budgets.flatMap((budget) => periodsOf(requests, budget))];
}

/** The days or months of a budget. What a command does after midnight may count for the day before. */
function periodsOf(requests: readonly Request[], budget: Budget): Scope[] {
  const { of, limit } = budget;
  const periodOf = (clock: number) => new Date(clock).toISOString().slice(0, of === 'day' ? 10 : 7);
  const periods = new Map<string, Request[]>();
  for (const request of requests) {
    const period = periodOf(request.clock);
    if (periodOf(request.command.clock) !== period) continue;
    periods.set(period, [...(periods.get(period) ?? []), request]);
  }
  const isBound = ({ command }: Request) => binds(budget, command);
  return [...periods].map(([period, own]) => {
    return { name: `${limit} in the ${of} ${period}`, limit, requests: own, isBound };
  });
}

/** Nothing is billed beyond the balance that a reading showed, but for what took place since. */
function checkBalance(
  request: Request,
  { readings, requests }: Log,
  others: World['service']['account']['others'],
): void {
  const { beyond, command, begun } = request;
  if (beyond <= TOLERANCE || command.allowsOverage) return;
  const { at = -Infinity } = readings.findLast(({ noted }) => noted < begun) ?? {};
  const unseen = requests.filter((one) => one.chargedAt > at && one.begun < begun);
  const late = ({ charged, lostAt }: Request) => (lostAt < Infinity ? charged : 0);
  const own = unseen.reduce((sum, one) => sum + Math.max(0, surplus(one), late(one)), 0);
  const foreign = others.filter((one) => one.at > at).reduce((sum, one) => sum + one.credits, 0);
  // Whoever accepts overage may take at once what this request was let go for.
  const taken = requests
    .filter((one) => one.command.allowsOverage && one.begun > begun && one.chargedAt > at)
    .reduce((sum, one) => sum + one.charged, 0);
  const excused = own + foreign + taken + Math.max(0, surplus(request));
  if (beyond <= excused + TOLERANCE) return;
  const facts = `${round(beyond)} beyond the balance, of which ${round(excused)} could not be known`;
  throw new Violation('the balance holds', `${facts}, ${show(request)}`);
}
