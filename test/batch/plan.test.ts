import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cpf, file } from '../input/files.js';
import { itemsOf, NEW_BATCH, tested, testLedger } from '../ledger/support.js';
import { idOf, makeCnpj } from '../helpers/invented.js';
import { cpfAt, cpfs } from './support.js';
import type { LocalDeps } from '../../src/batch/dependencies.js';
import type { BatchEvent } from '../../src/batch/events.js';
import { planBatch } from '../../src/batch/plan/plan.js';
import { detectLayout } from '../../src/input/index.js';
import type { Ledger } from '../../src/ledger/index.js';
import { FirstRows } from '../../src/input/first-rows.js';
import { kindOf } from '../../src/identifiers/index.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const NEVER = Number.MAX_SAFE_INTEGER;

interface Given {
  readonly reuseSince?: number;
  readonly flushed?: Promise<void>;
  readonly ledger?: Ledger;
}

/** Plans a file of these lines under a header. */
async function planned(lines: readonly string[], given: Given = {}) {
  const { reuseSince = NEVER, flushed = Promise.resolve(), ledger = await testLedger() } = given;
  const path = file(`id\n${lines.join('\n')}\n`);
  const events: BatchEvent[] = [];
  const emit = (event: BatchEvent) => events.push(event);
  const { signal: stop } = new AbortController();
  const deps = { ledger, clock: createFakeClock(NOW), emit, stop } as unknown as LocalDeps;
  const layout = await detectLayout(path, { kind: 'both', column: 'id' });
  const { batch } = await ledger.findOrCreateBatch(NEW_BATCH, false);
  const input = { path, name: 'in.csv', layout, hash: 'sum', size: 7, flushed };
  const plan = () => planBatch(deps, batch.num, input, reuseSince);
  return { ledger, num: batch.num, events, plan };
}

describe('planBatch', () => {
  it('a job has at most 10,000 identifiers', async () => {
    const { ledger, num, plan } = await planned(cpfs(10_001));
    await plan();
    expect((await ledger.readJobs(num)).map(({ items }) => items)).toEqual([10_000, 1]);
  });

  it('a plan is not committed if the copy of its input could not be flushed', async () => {
    const flushed = Promise.reject(new Error('no space'));
    flushed.catch(() => undefined);
    const { ledger, num, plan } = await planned([cpf(1)], { flushed });
    await expect(plan()).rejects.toThrow('no space');
    expect(await tested(ledger).figuresOf(num)).toMatchObject({
      batch: { plannedAt: null },
      jobs: [],
    });
    const again = await planned([cpf(2)], { ledger });
    await again.plan();
    const items = await itemsOf(ledger, num, [cpf(1), cpf(2)]);
    expect(items.map((item) => item?.job)).toEqual([undefined, 1]);
  });
});

/** What a `Map` says. */
function expectLikeMap(ids: readonly string[]): void {
  const [map, own] = [new Map<string, number>(), new FirstRows()];
  const rows = ids.map((id, n) => own.add(kindOf(id), id, n + 1));
  ids.forEach((id, n) => {
    if (!map.has(id)) map.set(id, n + 1);
  });
  expect(rows).toEqual(ids.map((id) => map.get(id)));
}

it('FirstRows gives the first row of each identifier, like a Map, also after growing', () => {
  const number = fc.nat(3).map((n) => String(100_000_000 + n));
  // CPFs, and the CNPJs that begin or end with their digits.
  const alike = number.chain((cpf) => fc.constantFrom(cpf, `000${cpf}`, `${cpf}000`).map(idOf));
  const few = fc.array(fc.oneof(fc.nat(40).map(cpfAt), fc.nat(40).map(makeCnpj), alike));
  fc.assert(fc.property(few, expectLikeMap));
  // The sequence of invented CNPJs repeats earlier numbers before this one.
  const cnpjAt = (n: number): string => makeCnpj(n + 92_312);
  const many = [cpfAt, cnpjAt].flatMap((make) => Array.from({ length: 10_000 }, (_, n) => make(n)));
  expectLikeMap([...many, ...many.toReversed()]);
});
