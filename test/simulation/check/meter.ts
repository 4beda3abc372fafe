import type { Screen } from '../machine/command.js';
import { Violation } from '../machine/scheduler.js';
import { DEFAULTS, type Endpoint } from '../model/account.js';
import type { World } from '../world.js';
import {
  binds,
  round,
  show,
  surplus,
  toldCost,
  type Command,
  type Log,
  type Reading,
  type Request,
} from './log.js';
import { SETTLE } from './promises.js';

const TOLERANCE = 1e-6;
/** A price that is told too low stops what charges when it took more than this, in credits and as a share. */
const STOP = { credits: 5, share: 0.1 } as const;
/** What is asked for of a limit while no reading has agreed. */
const FIRST_SHARE = 0.1;
/** How late (ms) a balance is at most. */
const LATEST = 60_000;

/** Money rule 4 of the contract: the balance is read, the first requests are small, and a price that is told wrongly stops. */
export function checkMeter({ log, kinds }: World): void {
  // Whoever takes a job of others for the missing one makes charges of others their own.
  if (log.isForgetful || kinds.has('adopts_wrong')) return;
  log.requests.sort((one, other) => one.begun - other.begun);
  const seen = new Seen(log);
  for (const request of log.requests) {
    checkRead(request, log);
    checkShared(request, log);
    checkFirst(request, log);
    checkStopped(request, log, seen);
  }
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
  // What replaces a request in doubt is sent as that was.
  if (request.isAgain || command.settings.shared || mayHaveAgreed(request, log)) return;
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
  // A command that is told another price, by a variable too, makes the meter begin anew for all.
  const others = [...log.commands.values()].filter((one) => !isAlike(one, command));
  const hasOtherTerms = (one: Request) =>
    others.some((other) => other.begun > one.begun && other.begun < begun);
  const isDearer = (one: Request) =>
    !hasOtherTerms(one) &&
    surplus(one) > TOLERANCE &&
    isAlike(one.command, command) &&
    !log.hasBegunAnew(one, begun) &&
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
export class Seen {
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
  isShown(request: Request, by: number, readBy?: number): boolean {
    const { requests, readings } = this.log;
    const { command, ended, chargedAt } = request;
    if (command.settings.shared) return false;
    const first = this.#quiet.find(({ asked, at }) => asked > ended && at >= chargedAt);
    if (first === undefined || first.noted > by) return false;
    if (this.log.hasBegunAnew(request, first.noted)) return false;
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

/** A user alone on the account, who tells the price right or relies on the default, is never stopped for the price. */
export function checkHonest({ log, kinds }: World, { argv, stderr }: Screen): void {
  const spoilers = [
    'others_spend',
    'others_spend_much',
    'adopts_wrong',
    'job_failed_goes_on',
  ] as const;
  if (log.isForgetful || spoilers.some((kind) => kinds.has(kind))) return;
  if (log.requests.some((one) => surplus(one) > 1e-6 || isBeyondDoubt(one))) return;
  throw new Violation('the honest are never stopped', `${argv.join(' ')}: ${stderr}`);
}

/** Whether something was charged that the ledger does not count: by a repeat, or when a doubt was no longer open. */
function isBeyondDoubt({ isJob, records, lostAt, chargedAt }: Request): boolean {
  const settle = isJob ? SETTLE.job : SETTLE.lookup;
  return (!isJob && records > 1) || chargedAt > lostAt + settle - LATEST;
}

/** Whether the ledger can know every credit that was taken. */
export function isSpendingKnown({ log, kinds }: World): boolean {
  const spoilers = ['others_spend', 'others_spend_much', 'adopts_wrong', 'refund'] as const;
  const failing = ['job_failed_goes_on', 'job_names_fewer', 'job_names_fewer_for_ever'] as const;
  if (log.isForgetful || [...spoilers, ...failing].some((kind) => kinds.has(kind))) return false;
  // After a clock has jumped, a request seems long past, and its late charge looks like one of others.
  if (kinds.has('clock_differs') && kinds.has('late_balance')) return false;
  const seen = new Seen(log);
  const isKnown = (one: Request) =>
    Math.abs(surplus(one)) < TOLERANCE || (surplus(one) > 0 && seen.isShown(one, Infinity));
  // A repeat counts although its first try may have been free.
  const isCountedAsCharged = ({ repeats, records }: Request) => records === 0 || repeats < records;
  return log.requests.every(
    (one) => one.lostAt === Infinity && isCountedAsCharged(one) && isKnown(one),
  );
}

/** What `confere spend` counts as charged is what the service took, where readings could show all of it. */
export function checkSpend({ log, service }: World, { stdout, code }: Screen): void {
  const { total } = JSON.parse(stdout) as { total: { charged: number; otherCharges: number } };
  const told = total.charged + total.otherCharges;
  const taken = service.charges.reduce((sum, { credits }) => sum + credits, 0);
  if (code === 0 && Math.abs(told - taken) < 0.01) return;
  const facts = `${told} credits are told and ${taken} were taken`;
  throw new Violation('spending is true', `${facts} for ${log.requests.length} requests`);
}
