import fc from 'fast-check';
import { REQUESTER } from '../helpers/requester.js';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import type { LookupResult } from '../../src/lookups/answer.js';
import { readLeftToSpend } from '../../src/mcp/results.js';
import { createToolLookup, type LookupArguments } from '../../src/mcp/server.js';
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

interface Given {
  readonly maxCredits?: number;
  readonly fates?: readonly Fate[];
  /** Whether the service tells the balance. */
  readonly hasQuota?: boolean;
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
  return { ...session('test', change(client)), session, book: service.book };
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
});
