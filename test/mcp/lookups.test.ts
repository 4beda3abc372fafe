import type { AccountTerms } from '../../src/ledger/index.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { describeLeft, readLeftToSpend, fromLookup } from '../../src/mcp/results.js';
import type { PeriodLimits } from '../../src/money/period-limits.js';
import type { Lookup } from '../../src/lookups/answer.js';
import { type Asked, createLookups } from '../../src/mcp/server.js';
import type { ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { json } from '../helpers/http-server.js';
import { makeCpf, record } from '../helpers/invented.js';
import { runs } from '../helpers/runs.js';
import { startWithLedger } from '../lookups/support.js';

const NEVER = new AbortController().signal;
const YEAR = 365 * 86_400_000;
/** What the service does with a request. */
const FATES = ['found', 'missing', 'charged_and_lost', 'lost', 'failed'] as const;
type Fate = (typeof FATES)[number];

interface Given extends PeriodLimits {
  readonly maxCredits?: number;
  readonly fates?: readonly Fate[];
  /** Whether the service tells the balance. */
  readonly hasQuota?: boolean;
  readonly terms?: AccountTerms;
  readonly change?: (client: ServiceClient) => ServiceClient;
}

/** Sessions of one empty ledger, and a service that answers as `fates` say, then finds everything. */
async function world(given: Given = {}) {
  const { maxCredits, maxCreditsPerDay, hasQuota = true, terms, change = (one) => one } = given;
  const fates = [...(given.fates ?? [])];
  /** What was charged: the identifiers in their order, and the credits. */
  const charged = { ids: [] as string[], credits: 0 };
  const clock = createFakeClock();
  const refusal = (message: string) => ({ success: false, data: null, error: { message } });
  const { connect } = await startWithLedger(({ method, path, body }, response) => {
    if (path === '/quota') {
      const data = { plan: 'Micro', remainingCredits: 9_999, usedCredits: charged.credits };
      if (hasQuota) json(response, 200, { success: true, data });
      else json(response, 503, refusal('usage_unavailable'));
      return;
    }
    const isRealtime = method === 'POST';
    const id = isRealtime ? (JSON.parse(body) as { cpf: string }).cpf : path.slice(-11);
    const fate = fates.shift() ?? 'found';
    if (fate === 'found' || fate === 'charged_and_lost') {
      charged.ids.push(`${isRealtime ? 'realtime ' : ''}${id}`);
      charged.credits += isRealtime ? 1.5 : 1;
    }
    if (fate === 'found') json(response, 200, { success: true, data: record('cpf', id) });
    else if (fate === 'missing') json(response, 404, refusal('CPF não encontrado'));
    else if (fate === 'failed') json(response, 503, refusal('usage_unavailable'));
    else response.destroy();
  }, clock);
  const { ledger, client } = await connect();
  const session = (holder = 'test', own = client) => {
    const spending = {
      ledger,
      clock,
      keyFingerprint: 'finger',
      holder,
      maxCredits,
      maxCreditsPerDay,
      terms,
    };
    const rules = { reuse: YEAR, longestWait: 60_000 };
    const lookUp = createLookups({ ...spending, ...rules, client: own });
    return { lookUp, left: () => readLeftToSpend(spending) };
  };
  return { ...session('test', change(client)), charged, clock, session };
}

const cpf = (n: number): Asked => ({ kind: 'cpf', input: makeCpf(n) });
const realtime = (n: number): Asked => ({ ...cpf(n), birthDate: '02/03/1980' });

/** The status of each answer, or the code of the error. */
const told = (asking: Promise<Lookup>) =>
  asking.then(
    ({ answer }) => (answer.status === 'error' ? answer.error?.code : answer.status),
    (error: unknown) => (error instanceof ConfereError ? error.code : 'defect'),
  );

describe('lookups within a budget', () => {
  it('never cost more than the budget, for any answers and any number in parallel', async () => {
    const asked = fc.record({ id: fc.nat(5), isRealtime: fc.boolean() });
    const rounds = fc.array(fc.array(asked, { minLength: 1, maxLength: 8 }), { maxLength: 4 });
    const limits = fc.nat(12).map((halves) => halves / 2);
    const fates = fc.array(fc.constantFrom(...FATES), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(limits, rounds, fates, fc.boolean(), async (limit, all, list, hasQuota) => {
        const given = { maxCredits: limit, fates: list, hasQuota };
        const { lookUp, left, charged } = await world(given);
        for (const round of all) {
          const codes = await Promise.all(
            round.map(({ id, isRealtime }) =>
              told(lookUp(isRealtime ? realtime(id) : cpf(id), NEVER)),
            ),
          );
          expect(codes).not.toContain('defect');
          // What the service charged was counted before.
          expect(charged.credits).toBeLessThanOrEqual(limit - ((await left()).session ?? 0));
        }
        expect(charged.credits).toBeLessThanOrEqual(limit);
        const simple = charged.ids.filter((id) => !id.startsWith('realtime'));
        expect(new Set(simple).size).toBe(simple.length);
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
      within: () => broken(client),
      cpf: async (id) => {
        await client.cpf(id);
        throw new TypeError('a defect behind the answer');
      },
    });
    const { lookUp, session, charged } = await world({ change: broken });
    const first = await told(lookUp(cpf(1), NEVER));
    expect([first, await told(session('later').lookUp(cpf(1), NEVER))]).toEqual([
      ...['defect', 'unconfirmed'],
    ]);
    expect(charged.ids).toEqual([makeCpf(1)]);
  });

  it('of a day are counted from the ledger by every session, and are new the next day', async () => {
    const fates = ['found', 'charged_and_lost'] as const;
    const terms = { shared: true, cpf: 1 };
    const { session, clock, charged } = await world({ maxCreditsPerDay: 3, fates, terms });
    const asked = async (holder: string, ...numbers: readonly number[]) => {
      const { lookUp, left } = session(holder);
      const all = await Promise.all(numbers.map((n) => lookUp(cpf(n), NEVER)));
      const codes = all.map(({ answer, failure }) => failure?.code ?? answer.status);
      return [codes.sort().join(), JSON.stringify(fromLookup(all[0] as Lookup, await left()))];
    };
    const [first, left] = await asked('one', 1);
    expect(first).toBe('found');
    expect(left).toContain('to spend: 2 today (UTC).');
    expect((await asked('two', 2))[0]).toBe('network');
    expect((await asked('three', 3, 4, 5))[0]).toBe('found,over_period_budget,over_period_budget');
    const [over, told] = await asked('four', 6);
    expect(over).toBe('over_period_budget');
    expect(told).toMatch(/0 of today's 3 are left/);
    // What was paid for is free.
    expect((await asked('five', 1))[0]).toBe('found');
    expect(charged.ids).toHaveLength(3);
    clock.advance(24 * 3_600_000);
    expect((await asked('six', 7))[0]).toBe('found');
  });

  it('say what is left of each budget; in the sandbox, where nothing costs, nothing', () => {
    expect(describeLeft({ session: 5 })).toBe('Credits left to spend: 5 in this session.');
    expect(describeLeft({})).toBeUndefined();
  });
});
