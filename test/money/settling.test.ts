import { expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import type { BalanceReading, Ledger, OpenLookup } from '../../src/ledger/index.js';
import {
  createStopwatch,
  isUndecidable,
  settleByBalance,
  settleLookup,
  type SettlementWait,
} from '../../src/money/settle.js';
import type { ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { goldenTable } from '../helpers/golden.js';
import { readings } from './support.js';

interface Given {
  readonly readings?: readonly BalanceReading[];
  /** Records of ours that were found since the doubt began. */
  readonly found?: number;
  /** The number of waits until another request of ours is answered; by default none is under way. */
  readonly busyUntil?: number;
  /** The used credits of each balance that is read, the last one again and again; the balance is refused if empty. */
  readonly used?: readonly number[];
  readonly account?: string;
  readonly liveBatches?: readonly string[];
  /** Whether other processes work on those. */
  readonly isAtWork?: boolean;
  /** Seconds in which it may be settled. */
  readonly time?: number;
  /** Other machines settle something until this wait. */
  readonly pausedTo?: number;
  /** A verdict that another process comes to while this one waits, or reads the balance. */
  readonly meanwhile?: string;
  readonly doubt?: Partial<OpenLookup>;
}

/**
 * Creates the dependencies of a settlement: a ledger that keeps readings, and a service that answers with `used`.
 * `did` lists what the settlement does: `read` for a balance, `wait` with seconds, `keep` for a verdict.
 */
function world({ used = [100], liveBatches = [], ...given }: Given) {
  const clock = createFakeClock(20_000);
  const stop = new AbortController();
  const did: string[] = [];
  let [waits, tick] = [0, 20];
  const { verdict = null } = given.doubt ?? {};
  const sleep = async (ms: number, until?: AbortSignal) => {
    await clock.sleep(ms, until);
    waits += 1;
    did.push(`wait ${ms / 1000}`);
  };
  const all = [...(given.readings ?? readings([5, 100]))];
  const ledger = {
    now: () => clock.now(),
    tick: () => (tick += 1),
    storeReading: (one: BalanceReading) => all.push({ ...one, after: (tick += 1) }) && {},
    collectEvidence: (_: string, begun: number) => ({
      readings: all.slice(
        Math.max(
          0,
          all.findLastIndex(({ after }) => after <= begun),
        ),
      ),
      found: given.found ?? 0,
      isBusy: waits < (given.busyUntil ?? 0),
      lastEnd: null,
      liveBatches,
    }),
    findAccount: () => Promise.resolve(given.account === '' ? undefined : 'u'),
    findHeldElsewhere: () => liveBatches.slice(given.isAtWork === true ? 0 : 1),
    readLookupVerdict: () => (did.length > 0 ? given.meanwhile : undefined) ?? verdict,
    storeLookupVerdict: (_: number, why: string) => did.push(`keep ${why}`),
    pauseOthers: () =>
      waits < (given.pausedTo ?? 0) ? undefined : { release: () => did.push('release') },
  } as unknown as Ledger;
  const quota = () => {
    const usedCredits = used[Math.min(did.filter((one) => one === 'read').length, used.length - 1)];
    did.push('read');
    if (usedCredits === undefined) throw new ConfereError('state_busy', { path: '' });
    return { plan: 'Básico', remainingCredits: 1_000, usedCredits, userId: given.account ?? 'u' };
  };
  /** Has no `quota` for a settlement that was stopped, so that a request after a stop fails the test. */
  const client = (isStopped: boolean): unknown => ({
    quota: isStopped ? null : quota,
    withBounds: ({ stop: by }: { readonly stop?: AbortSignal }) => client(by?.aborted ?? isStopped),
  });
  const deps = {
    ledger,
    keyFingerprint: 'finger',
    client: client(false) as ServiceClient,
    stopwatch: createStopwatch({ clock }),
    clock: { ...clock, sleep },
    stop: stop.signal,
    until: clock.now() + 1000 * (given.time ?? 1e6),
  };
  return {
    deps,
    did,
    stop,
    done: () =>
      did
        .join(', ')
        .replaceAll(
          /(, wait 1, read){2,}/g,
          (all) => `, ${all.split(', wait 1').length - 1} times wait 1, read`,
        ),
  };
}

const others = { busyUntil: Infinity, liveBatches: ['a', 'b'] };
const watched = { ...others, isAtWork: true, busyUntil: 2 };
const doubt = { begunTick: 10, since: { ms: 0, boot: 'boot 1' }, settleTime: 660_000 };

const settlements: Record<string, Given> = {
  'a settlement waits for the settle time': { time: 660 },
  'a settlement waits for nothing if the deadline is sooner': { time: 659 },
  'a settlement waits for nothing if another account answers': { account: 'v' },
  'a settlement waits for no job that no process watches': others,
  'a settlement waits for jobs that other processes watch, and announces it once': watched,
  'a settlement waits for a lookup under way, but not for ever': { busyUntil: Infinity },
};
const settlementRows = Object.entries(settlements);
goldenTable('settlements', 'money/golden/settlements.txt', settlementRows, async ([, given]) => {
  const { deps, did, done } = world(given);
  const onWait = ({ ms, batches }: SettlementWait) =>
    void did.push(['say', ms / 1000, ...batches].join(' '));
  const sleep = (ms: number) => deps.clock.sleep(ms);
  const account = given.account && 'u';
  const { verdict, ms } = await settleByBalance({ ...deps, account, sleep, onWait }, doubt);
  return `${done()}\n=> ${JSON.stringify({ ...verdict, time: ms })}\n`;
});

it.each<[string, Given, object]>([
  [
    'the readings before and now, and the records found since',
    { readings: readings([5, 90], [8, 100]), found: 4, used: [106] },
    { usedBefore: 100, usedNow: 106, since: 8_000, found: 4, elapsed: 0 },
  ],
  [
    'only the reading now if there is none before',
    { readings: [] },
    { usedBefore: null, since: null, usedNow: 100, found: 0, elapsed: 0 },
  ],
])('the evidence of a settlement is %s', async (_, given, evidence) => {
  const { deps } = world({ ...given, time: 0 });
  const silent = { sleep: () => Promise.resolve(), onWait: () => undefined };
  expect((await settleByBalance({ ...deps, ...silent }, doubt)).shownEvidence).toEqual(evidence);
});

const lookup: OpenLookup = {
  num: 1,
  kind: 'cpf',
  id: 'a',
  mode: 'simple',
  holder: 'h',
  keyFingerprint: 'finger',
  state: 'doubtful',
  verdict: null,
  begunAt: 0,
  begunTick: 10,
  unknownSince: { ms: 0, boot: 'boot 1' },
};
type World = ReturnType<typeof world>;
const settleFor = ({ deps, did, stop }: World, { doubt: more }: Given, isStopped = false) => {
  const onWait = (ms: number) => {
    did.push(`say ${ms / 1000}`);
    if (isStopped) stop.abort('stop');
  };
  const client = deps.client.withBounds({ stop: AbortSignal.abort() });
  return settleLookup({ ...deps, client, onWait }, { ...lookup, ...more });
};

const doubts: Record<string, Given> = {
  'a doubtful lookup that was not charged is free': { time: 120 },
  'a doubtful lookup that may have been charged is for the user to decide': { used: [101] },
  'a doubtful lookup that has a verdict keeps it': { doubt: { verdict: 'moved' } },
  'a doubtful lookup that gets a verdict while the balance is read keeps it': {
    meanwhile: 'fell',
    time: 0,
  },
  'a doubtful lookup that gets a verdict from another process keeps it': {
    meanwhile: 'fell',
    pausedTo: 1,
  },
  'a doubtful lookup of an unknown account is for the user to decide': { account: '' },
  'a doubtful lookup before the first reading is for the user to decide': { readings: [] },
  'a doubtful lookup stays open if another account answers': { account: 'v' },
  'a doubtful lookup stays open while the balance cannot be read': { used: [] },
  'a doubtful lookup stays open while jobs run': others,
  'a doubtful lookup stays open while another lookup is under way': { busyUntil: Infinity },
  'a doubtful lookup stays open if the deadline is sooner': { liveBatches: ['a'], time: 119 },
  'a doubtful lookup waits for another machine that settles': { pausedTo: 2 },
  'a doubtful lookup stays open if another machine settles past the deadline': {
    pausedTo: 3,
    time: 10,
  },
};
const doubtRows = Object.entries(doubts);
goldenTable(
  'doubtful lookups',
  'money/golden/doubtful-lookups.txt',
  doubtRows,
  async ([, given]) => {
    const testWorld = world(given);
    const verdict = await settleFor(testWorld, given);
    return `${testWorld.done() || 'nothing'}\n=> ${JSON.stringify(verdict)}\n`;
  },
);

it('a doubt is watched from when this process first met it, or until another request ended', () => {
  const clock = createFakeClock();
  const watch = createStopwatch({ clock });
  const began = watch(10, 0);
  clock.advance(5);
  const now = clock.uptime();
  expect([watch(10, 0), watch(11, 0), watch(10, 12)]).toEqual([began, now, now]);
});

it.each<[boolean, Given]>([
  [false, {}],
  [true, { doubt: { verdict: 'moved' } }],
  [true, { account: '' }],
  [true, { found: 1 }],
])('whether only the user can decide about a lookup: %s for %o', async (expected, given) => {
  const { deps } = world(given);
  expect(await isUndecidable(deps, { ...lookup, ...given.doubt })).toBe(expected);
});

it('stopping the settlement of a lookup lets other machines go on', async () => {
  const testWorld = world({});
  const stopped = settleFor(testWorld, {}, true);
  await expect(stopped).rejects.toBe('stop');
  expect(testWorld.done()).toBe('read, say 120, release');
});
