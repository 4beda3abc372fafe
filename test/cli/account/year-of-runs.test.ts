import { expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import type { User } from '../../helpers/run-confere.js';
import { createSkippingClock, later } from '../../helpers/clocks/skipping-clock.js';
import { FAST, parsed } from '../bulk/bulk-support.js';

const YEAR = 2027;
/** The sandbox charges it and drops the connection. */
const LOST = '99000049903';

/** A clock that skips sleeps, and that the test sets forward; the machine has been running all the while. */
function movingClock(start: number) {
  const clock = createSkippingClock();
  let moved = start - clock.now();
  return {
    ...clock,
    now: () => clock.now() + moved,
    uptime: () => later(clock.uptime(), moved),
    moveTo: (at: number) => {
      moved = at - clock.now();
    },
  };
}

/** The service's own book: what it has counted in the current billing period. */
async function bookOf({ baseUrl, apiKey }: Sandbox): Promise<number> {
  const answer = await fetch(`${baseUrl}/quota`, { headers: { 'x-api-key': apiKey } });
  const { data } = (await answer.json()) as { readonly data: { readonly usedCredits: number } };
  return data.usedCredits;
}

async function others({ baseUrl }: Sandbox, credits: number): Promise<void> {
  await fetch(`${baseUrl}/sandbox/spend/${credits}`, { method: 'POST' });
}

interface Spent {
  readonly groups: readonly (Readonly<Record<string, unknown>> & {
    readonly charged: number;
    readonly atRisk: number;
  })[];
  readonly total: Readonly<Record<'charged' | 'saved' | 'atRisk', number>>;
}

async function spent(user: User, by: string): Promise<Spent> {
  return await user.json<Spent>(['spend', '--by', by]);
}

/** The list of a month: ten identifiers more than the month before. */
const listOf = (month: number) =>
  ['cpf', ...Array.from({ length: 10 * month }, (_, at) => makeCpf(at)), ''].join('\n');

it('a year of runs: spend, the book of the service and diff agree to the credit', async () => {
  const clock = movingClock(Date.UTC(YEAR, 0, 1, 0, 5));
  const sandbox = await startSandbox({ clock, statePath: ':memory:', plan: 'Avançado' });
  await using user = await newInProcessUser({ url: sandbox.baseUrl, key: sandbox.apiKey }, clock);
  const ok = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await user.run(args);
    expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  const book: number[] = [];
  const foreign: number[] = [];
  const charges: number[] = [];
  let saved = 0;
  for (let month = 1; month <= 12; month += 1) {
    clock.moveTo(Date.UTC(YEAR, month - 1, 1, 0, 10));
    await ok('quota');
    clock.moveTo(Date.UTC(YEAR, month - 1, 3, 9));
    await user.file(`${month}.csv`, listOf(month));
    const run = ['bulk', 'run', `${month}.csv`, '--reuse', '400d', '--json', ...FAST];
    const { credits } = parsed(await ok(...run)) as unknown as {
      readonly credits: { readonly charged: number; readonly saved: number };
    };
    charges.push(credits.charged);
    saved += credits.saved;
    await others(sandbox, month % 3);
    foreign.push(month % 3);
    clock.moveTo(Date.UTC(YEAR, month - 1, 20, 23));
    const { stdout } = await user.run(['cnpj', makeCnpj(month), makeCnpj(1), '--json']);
    saved += stdout.split('"source":"ledger"').length - 1;
    if (month === 4) await user.ends(10, ['cpf', LOST]);
    if (month === 6)
      await user.run(['cpf', makeCpf(7), '--realtime', '--birth-date', '01/01/1980']);
    if (month === 9)
      await ok('bulk', 'delete', String(first(await ok('bulk', 'list', '--json'))), '-y');
    await ok('quota');
    book.push(await bookOf(sandbox));
  }

  const months = await spent(user, 'month');
  expect(months.groups.map(({ month }) => month)).toEqual(
    Array.from({ length: 12 }, (_, at) => `${YEAR}-${String(at + 1).padStart(2, '0')}`),
  );
  const ours = book.map((used, at) => used - (foreign[at] ?? 0));
  expect(months.groups.map((one) => one.charged + one.atRisk)).toEqual(ours);
  for (const by of ['day', 'batch', 'kind', 'profile'])
    expect((await spent(user, by)).total).toEqual(months.total);
  expect(months.total).toMatchObject({ atRisk: 1, saved });

  for (const month of [2, 7, 12]) {
    const files = [`${month - 1}.confere.csv`, `${month}.confere.csv`];
    const lines = await ok('bulk', 'diff', ...files, '--format', 'jsonl', '-q');
    const changes = lines.split('\n').filter((line) => line !== '');
    const appeared = changes.map((line) => JSON.parse(line) as { change: string; new: string });
    expect(new Set(appeared.map(({ change }) => change))).toEqual(new Set(['appeared']));
    const found = appeared.filter((change) => change.new === 'found');
    expect(found).toHaveLength(charges[month - 1] ?? NaN);
  }
  await sandbox.close();
});

function first(list: string): unknown {
  return (JSON.parse(list) as readonly { readonly batch?: unknown }[])[0]?.batch;
}
