import { startSandbox } from '../../../src/sandbox/index.js';
import { later } from '../../helpers/clocks/skipping-clock.js';
import { expect, it } from '../../helpers/with-service.js';
import { createSkippingClock, makeCnpj, makeCpf, newInProcessUser } from '../support.js';

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
    moveTo: (...at: readonly [month: number, day: number, hour: number, minute: number]) => {
      moved = Date.UTC(YEAR, ...at) - clock.now();
    },
  };
}

interface Spent {
  readonly groups: readonly { readonly charged: number; readonly atRisk: number }[];
  readonly total: object;
}

it('a year of runs: spend and the book of the service agree to the credit', async () => {
  const clock = movingClock(Date.UTC(YEAR, 0, 1, 0, 5));
  const sandbox = await startSandbox({ clock, statePath: ':memory:', plan: 'Avançado' });
  const { baseUrl, apiKey } = sandbox;
  await using user = await newInProcessUser({ url: baseUrl, key: apiKey }, clock);
  const ours: number[] = [];
  let saved = 0;
  for (let month = 0; month < 12; month += 1) {
    clock.moveTo(month, 1, 0, 10);
    await user.ends(0, 'quota');
    clock.moveTo(month, 3, 9, 0);
    // Ten identifiers more than the month before.
    const list = Array.from({ length: 10 * (month + 1) }, (_, n) => makeCpf(n));
    await user.file(`${month}.csv`, ['cpf', ...list, ''].join('\n'));
    const { credits } = await user.json<{ credits: { saved: number } }>(
      `bulk run ${month}.csv --reuse 400d`,
    );
    saved += credits.saved;
    await fetch(`${baseUrl}/sandbox/spend/${month % 3}`, { method: 'POST' });
    clock.moveTo(month, 20, 23, 0);
    const { stdout } = await user.run(`cnpj ${makeCnpj(month + 1)} ${makeCnpj(1)} --json`);
    saved += stdout.split('"source":"ledger"').length - 1;
    if (month === 3) await user.ends(10, `cpf ${LOST}`);
    if (month === 5) await user.run(`cpf ${makeCpf(7)} --realtime --birth-date 01/01/1980`);
    if (month === 8) {
      const [newest] = await user.json<{ batch: string }[]>('bulk list');
      await user.ends(0, `bulk delete ${newest?.batch ?? ''} -y`);
    }
    const { usedCredits = NaN } = await user.json('quota');
    ours.push(usedCredits - (month % 3));
  }
  const months = await user.json<Spent>('spend --by month');
  expect(months.groups.map(({ charged, atRisk }) => charged + atRisk)).toEqual(ours);
  for (const by of ['day', 'batch', 'kind', 'profile'])
    expect((await user.json<Spent>(`spend --by ${by}`)).total).toEqual(months.total);
  expect(months.total).toMatchObject({ atRisk: 1, saved });
  await sandbox.close();
});
