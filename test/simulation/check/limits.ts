import { Violation } from '../machine/scheduler.js';
import { DEFAULTS, type Endpoint } from '../model/account.js';
import type { World } from '../world.js';
import type { Budget, Command, Log, Reading, Request } from './log.js';

const TOLERANCE = 1e-6;
/** A price that is told too low stops what charges when it took more than this, in credits and as a share. */
const STOP = { credits: 5, share: 0.1 } as const;
/** What is asked for of a limit while no reading has agreed. */
const FIRST_SHARE = 0.1;

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

/** Money rule 4 of the contract: limits, budgets and the balance hold, and a price that is told wrongly stops. */
export function checkLimits({ log, kinds, service }: World): void {
  // Whoever takes a job of others for the missing one makes charges of others their own.
  if (kinds.has('adopts_wrong')) return;
  log.requests.sort((one, other) => one.begun - other.begun);
  const seen = new Seen(log);
  for (const scope of scopesOf(log)) checkScope(scope, seen);
  for (const request of log.requests) {
    checkBalance(request, log, service.account.others);
    if (log.isForgetful) continue;
    checkRead(request, log);
    checkShared(request, log);
    checkFirst(request, log);
    checkStopped(request, log, seen);
  }
}

/** Whether the ledger can know every credit that was taken. */
export function isSpendingKnown({ log, kinds }: World): boolean {
  const spoilers = ['others_spend', 'others_spend_much', 'adopts_wrong', 'refund'] as const;
  const failing = ['job_failed_goes_on', 'job_names_fewer', 'job_names_fewer_for_ever'] as const;
  if (log.isForgetful || [...spoilers, ...failing].some((kind) => kinds.has(kind))) return false;
  const seen = new Seen(log);
  const isKnown = (one: Request) =>
    Math.abs(surplus(one)) < TOLERANCE || (surplus(one) > 0 && seen.isShown(one, Infinity));
  return log.requests.every((one) => one.lostAt === Infinity && isKnown(one));
}

export const toldCost = ({ command, kind, records }: Request): number =>
  records * command.settings.prices[kind];

/** Credits that a request took beyond what the user told, or the default. */
export const surplus = (request: Request): number => request.charged - toldCost(request);

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

function binds({ since, until }: Budget, { at }: Command): boolean {
  return at >= since && at < until;
}

/** Nothing is billed beyond the balance that a reading showed, but for what took place since. */
function checkBalance(
  request: Request,
  { readings, requests }: Log,
  others: World['service']['account']['others'],
): void {
  const { beyond, command, begun } = request;
  if (beyond <= TOLERANCE || command.allowsOverage) return;
  const { at = -Infinity } = lastBefore(readings, begun) ?? {};
  const unseen = requests.filter((one) => one.chargedAt > at && one.begun < begun);
  const late = ({ charged, lostAt }: Request) => (lostAt < Infinity ? charged : 0);
  const own = unseen.reduce((sum, one) => sum + Math.max(0, surplus(one), late(one)), 0);
  const foreign = others.filter((one) => one.at > at).reduce((sum, one) => sum + one.credits, 0);
  const excused = own + foreign + Math.max(0, surplus(request));
  if (beyond <= excused + TOLERANCE) return;
  const facts = `${round(beyond)} beyond the balance, of which ${round(excused)} could not be known`;
  throw new Violation('the balance holds', `${facts}, ${show(request)}`);
}

/** The balance is read before a command's first request, and after each of its jobs. */
function checkRead({ isJob, command, begun }: Request, { readings, requests }: Log): void {
  const { id, maxCredits, allowsOverage } = command;
  if (allowsOverage || (!isJob && maxCredits === Infinity)) return;
  const jobs = requests.filter((one) => one.isJob && one.command === command && one.ended < begun);
  const since = Math.max(command.begun, ...jobs.map(({ ended }) => ended));
  if (readings.some((one) => one.command === id && one.asked > since && one.noted < begun)) return;
  throw new Violation('the balance is read', `before ${command.argv.join(' ')} asks for more`);
}

/** With `shared`, a limit needs the price of what is asked for. */
function checkShared({ command, kind }: Request, { budgets }: Log): void {
  const { settings, maxCredits } = command;
  const isLimited = maxCredits < Infinity || budgets.some((budget) => binds(budget, command));
  if (!settings.shared || !isLimited || settings.told.includes(kind)) return;
  throw new Violation('shared limits need a price', command.argv.join(' '));
}

/** Until a reading may have agreed, one small request for the account is out at a time. */
function checkFirst(request: Request, log: Log): void {
  const { command, kind, begun, ids, isJob } = request;
  const price = command.settings.prices[kind];
  if (command.settings.shared || mayHaveAgreed(request, log)) return;
  const limits = [
    command.maxCredits,
    ...log.budgets.filter((budget) => binds(budget, command)).map(({ limit }) => limit),
    command.allowsOverage ? Infinity : (lastBefore(log.readings, begun)?.remaining ?? Infinity),
  ];
  const most = Math.max(price, FIRST_SHARE * Math.min(...limits));
  const open = log.requests.filter(
    (one) => one.begun < begun && one.ended > begun && one.lostAt === Infinity,
  );
  const own = open.filter((one) => !isJob && !one.isJob && one.command === command);
  const asked = (own.length + ids.length) * price;
  if (asked <= most + TOLERANCE && own.length === open.length) return;
  const facts = `${round(asked)} credits asked for beside ${open.length - own.length} others`;
  throw new Violation('the first are small', `${facts}, ${show(request)}`);
}

/** Whether anything of this kind at this price was found, and read since; `isChancy`: it may have agreed by chance. */
function mayHaveAgreed({ command, kind, begun }: Request, log: Log): boolean {
  const price = command.settings.prices[kind];
  const plan = lastBefore(log.readings, begun)?.plan;
  const isChancy = log.isChancy || log.requests.some((one) => surplus(one) < -TOLERANCE);
  return log.requests.some(
    (one) =>
      one.kind === kind &&
      one.command.settings.prices[kind] === price &&
      one.records > 0 &&
      (isChancy || surplus(one) <= TOLERANCE) &&
      log.readings.some(
        (read) => read.asked > one.ended && read.noted < begun && read.plan === plan,
      ),
  );
}

/** Where readings showed that a record costs more than is told, nothing is asked for until the user says something else. */
function checkStopped(request: Request, log: Log, seen: Seen): void {
  const { command, begun } = request;
  if (command.settings.shared) return;
  const past = log.requests.filter((one) => one.ended < begun && one.records > 0);
  const isDearer = (one: Request) =>
    surplus(one) > TOLERANCE &&
    isAlike(one.command, command) &&
    !log.resets.some((reset) => reset > one.begun && reset < begun) &&
    seen.isShown(one, begun);
  const since = past.findLastIndex((one) => !isDearer(one)) + 1;
  const extra = past.slice(since).reduce((sum, one) => sum + surplus(one), 0);
  const own = past.reduce((sum, one) => sum + toldCost(one), 0);
  if (extra <= STOP.credits + TOLERANCE || extra <= STOP.share * own + TOLERANCE) return;
  const facts = `${round(extra)} credits more than told were shown`;
  throw new Violation('a wrong price stops', `${facts}, ${show(request)}`);
}

function isAlike({ settings: one }: Command, { settings: other }: Command): boolean {
  const kinds = Object.keys(DEFAULTS) as Endpoint[];
  return (
    one.shared === other.shared && kinds.every((kind) => one.prices[kind] === other.prices[kind])
  );
}

/** What readings of the balance show of requests. */
class Seen {
  readonly #quiet: readonly Reading[];

  constructor(readonly log: Log) {
    const { readings, requests } = log;
    const isQuiet = ({ asked, noted }: Reading) =>
      !requests.some(({ begun, ended }) => begun <= noted && ended > asked);
    const isOutdone = (one: Reading) =>
      readings.some(
        ({ asked, noted, used }) => asked < one.noted && noted > one.asked && used > one.used,
      );
    this.#quiet = readings.filter((one) => isQuiet(one) && !isOutdone(one));
  }

  /** Whether, by this tick, a reading (and one of `readBy` since) showed all that a request took, and nothing hid it. */
  isShown({ command, begun, ended, chargedAt }: Request, by: number, readBy?: number): boolean {
    const { resets, requests, readings } = this.log;
    if (command.settings.shared) return false;
    const first = this.#quiet.find(({ asked, at }) => asked > ended && at >= chargedAt);
    if (first === undefined || first.noted > by) return false;
    if (resets.some((reset) => reset > begun && reset < first.noted)) return false;
    // Records that cost less than was told make the balance owe something.
    if (requests.some((one) => one.begun < first.noted && surplus(one) < -TOLERANCE)) return false;
    const isRead = ({ command: reader, noted }: Reading) =>
      reader === readBy && noted >= first.noted && noted < by;
    return readBy === undefined || readings.some(isRead);
  }
}

function lastBefore(readings: readonly Reading[], tick: number): Reading | undefined {
  return readings.findLast(({ noted }) => noted < tick);
}

function show({ command, at, ids, kind, records, charged }: Request): string {
  const when = new Date(at).toISOString().slice(5, 23);
  return `[p${command.id}] at ${when}, ${ids.length} ${kind}, ${records} found for ${round(charged)}`;
}

function round(credits: number): string {
  return String(Math.round(credits * 100) / 100);
}
