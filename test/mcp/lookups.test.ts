import fc from 'fast-check';
import { REQUESTER } from '../helpers/requester.js';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import type { AccountTerms } from '../../src/ledger/index.js';
import type { LookupResult } from '../../src/lookups/answer.js';
import { describeBudgetsLeft, buildLookupAnswer, readLeftToSpend } from '../../src/mcp/results.js';
import { createToolLookup, type LookupArguments } from '../../src/mcp/server.js';
import type { PeriodLimits } from '../../src/money/period-limits.js';
import type { ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import type { Fault, Referee } from '../helpers/referee/index.js';
import { runs } from '../helpers/runs.js';
import { openWorld } from './support.js';

const NEVER = new AbortController().signal;
const YEAR = 365 * 86_400_000;
const refusal = (status: number, message: string): Fault => ({
  status,
  body: { success: false, data: null, error: { message } },
});
const UNAVAILABLE = refusal(503, 'usage_unavailable');
/** What the service does with a request. */
const FATES = {
  found: 'ok',
  missing: refusal(404, 'CPF não encontrado'),
  charged_and_lost: 'drop_after',
  lost: 'drop_before',
  failed: UNAVAILABLE,
} as const satisfies Record<string, Fault>;
type Fate = keyof typeof FATES;

interface Given extends PeriodLimits {
  readonly maxCredits?: number;
  readonly fates?: readonly Fate[];
  /** Whether the service tells the balance. */
  readonly hasQuota?: boolean;
  readonly terms?: AccountTerms;
  readonly change?: (client: ServiceClient) => ServiceClient;
}

/** Sessions of one empty ledger, and a service that answers as `fates` say, then finds everything. */
async function world({
  hasQuota = true,
  change = (one) => one,
  fates = [],
  ...limits
}: Given = {}) {
  const left = [...fates];
  const all: Referee[] = [];
  const onRequest = (line: string) => {
    if (!line.endsWith('/quota')) all[0]?.script(line, FATES[left.shift() ?? 'found']);
  };
  const always: Readonly<Record<string, Fault>> = hasQuota ? {} : { 'GET /quota': UNAVAILABLE };
  const clock = createFakeClock();
  const { service, client, ...deps } = await openWorld(clock, { onRequest, always });
  all.push(service);
  const session = (holder = 'test', own = client) => {
    const spending = { ...deps, ...limits, holder, requester: REQUESTER };
    const lookUp = createToolLookup({ ...spending, reuse: YEAR, longestWait: 60_000, client: own });
    return { lookUp, left: () => readLeftToSpend(spending) };
  };
  return { ...session('test', change(client)), session, clock, book: service.book };
}

const cpf = (n: number): LookupArguments => ({ kind: 'cpf', input: makeCpf(n) });
const realtime = (n: number): LookupArguments => ({ ...cpf(n), birthDate: '02/03/1980' });

/** The status of each answer, or the code of the error. */
const told = (asking: Promise<LookupResult>) =>
  asking.then(
    ({ answer }) => (answer.status === 'error' ? answer.error?.code : answer.status),
    (error: unknown) => (error instanceof ConfereError ? error.code : 'defect'),
  );

describe('lookups within a budget', () => {
  it('never cost more than the budget, for any answers and any number in parallel', async () => {
    const asked = fc.record({ id: fc.nat(5), isRealtime: fc.boolean() });
    const given = fc.record({
      maxCredits: fc.nat(12).map((halves) => halves / 2),
      fates: fc.array(fc.constantFrom(...(Object.keys(FATES) as Fate[])), { maxLength: 40 }),
      hasQuota: fc.boolean(),
    });
    const rounds = fc.array(fc.array(asked, { minLength: 1, maxLength: 8 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(given, rounds, async (limits, all) => {
        const { lookUp, left, book } = await world(limits);
        for (const round of all) {
          const codes = await Promise.all(
            round.map(({ id, isRealtime }) =>
              told(lookUp(isRealtime ? realtime(id) : cpf(id), NEVER)),
            ),
          );
          expect(codes).not.toContain('defect');
          // What the service charged was counted before.
          const spent = limits.maxCredits - ((await left()).session ?? 0);
          expect(book.account.used).toBeLessThanOrEqual(spent);
        }
        expect(book.account.used).toBeLessThanOrEqual(limits.maxCredits);
      }),
      { numRuns: runs(30) },
    );
  });

  it('are none while no balance can be read', async () => {
    const { lookUp } = await world({ maxCredits: 9, hasQuota: false });
    const codes = [];
    for (const n of [1, 2, 3]) codes.push(await told(lookUp(cpf(n), NEVER)));
    expect(new Set(codes)).toEqual(new Set(['balance_unreadable']));
  });

  it('leave a doubt where a defect comes after the request, and nothing is paid twice', async () => {
    const broken = (client: ServiceClient): ServiceClient => ({
      ...client,
      withBounds: () => broken(client),
      cpf: async (id) => {
        await client.cpf(id);
        throw new TypeError('a defect behind the answer');
      },
    });
    const { lookUp, session, book } = await world({ change: broken });
    expect(await told(lookUp(cpf(1), NEVER))).toBe('defect');
    expect(await told(session('later').lookUp(cpf(1), NEVER))).toBe('unconfirmed');
    expect(book.charged).toEqual([makeCpf(1)]);
  });

  it('of a day are counted from the ledger by every session, and are new the next day', async () => {
    const fates = ['found', 'charged_and_lost'] as const;
    const terms = { shared: true, cpf: 1 };
    const { session, clock, book } = await world({ maxCreditsPerDay: 3, fates, terms });
    const asked = async (holder: string, ...numbers: readonly number[]) => {
      const { lookUp, left } = session(holder);
      const all = await Promise.all(numbers.map((n) => lookUp(cpf(n), NEVER)));
      const codes = all.map(({ answer, failure }) => failure?.code ?? answer.status);
      return [
        codes.sort().join(),
        JSON.stringify(buildLookupAnswer(all[0] as LookupResult, await left())),
      ];
    };
    const [first, left] = await asked('one', 1);
    expect(first).toBe('found');
    expect(left).toContain('to spend: 2 today (UTC).');
    expect((await asked('two', 2))[0]).toBe('network');
    expect((await asked('three', 3, 4, 5))[0]).toBe('found,over_period_budget,over_period_budget');
    const [over, message] = await asked('four', 6);
    expect(over).toBe('over_period_budget');
    expect(message).toMatch(/0 of today's 3 are left/);
    // What was paid for is free.
    expect((await asked('five', 1))[0]).toBe('found');
    expect(book.charged).toHaveLength(3);
    clock.advance(24 * 3_600_000);
    expect((await asked('six', 7))[0]).toBe('found');
  });

  it('say what is left of each budget; in the sandbox, where nothing costs, nothing', () => {
    expect(describeBudgetsLeft({ session: 5 })).toBe('Credits left to spend: 5 in this session.');
    expect(describeBudgetsLeft({})).toBeUndefined();
  });
});
