import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../helpers/postgres/proxy.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { opened, sharedPlace } from './support.js';

/** A ledger, reached over a network of its own, with a planned batch. */
async function farLedger() {
  const shared = await sharedPlace();
  const network = await startTcpProxy((await sharedServer()).port);
  onTestFinished(() => network[Symbol.asyncDispose]());
  await (await shared.on('owner')).close();
  const url = new URL(await shared.asUser('LOGIN SUPERUSER'));
  url.port = String(network.port);
  const own = await opened({ ...shared.place, url: url.href });
  const { num } = await own.plannedBatch(['a']);
  return { shared, network, own, num };
}

/** Goes on when this is so, or when what is waited for has ended. */
async function until(is: () => boolean): Promise<void> {
  while (!is()) await turn();
}

/** SQL for what the user of `farLedger` waits for at the server. */
function waitsOf(schema: string): string {
  return `SELECT 1 FROM pg_locks JOIN pg_stat_activity a USING (pid) WHERE NOT granted AND a.usename = 'u_${schema}'`;
}

/** Whether it has ended, and how. */
function watched(work: Promise<unknown>) {
  const state = { isOver: false };
  const over = () => (state.isOver = true);
  work.then(over, over);
  return state;
}

/** Lets so much time pass that the server is asked through another connection, and waits until that has ended. */
async function look(network: TcpProxy, ms: number): Promise<void> {
  const before = network.connections();
  await vi.advanceTimersByTimeAsync(ms);
  await until(() => {
    const { made, open } = network.connections();
    return made > before.made && open <= before.open;
  });
}

const AWAY = {
  kind: 'ledger',
  code: 'database_unusable',
  facts: { why: 'unreachable', reason: 'ETIMEDOUT' },
};

describe.runIf(HAS_SERVER)('a network that loses everything', { timeout: 60_000 }, () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('a frozen network is reported before a lease ends, and nothing was begun', async () => {
    const { network, own, num } = await farLedger();
    network.freeze();
    const beginning = own.begin(num);
    const state = watched(beginning);
    await vi.advanceTimersByTimeAsync(12_900);
    expect(state).toEqual({ isOver: false });
    await vi.advanceTimersByTimeAsync(200);
    await expect(beginning).rejects.toMatchObject(AWAY);
    network.thaw();
    expect(await own.readJobs(num)).toMatchObject([{ state: 'planned' }]);
    expect(await own.begin(num)).toMatchObject({ verdict: 'begun' });
  });

  it.each([
    ['does nothing for this statement', 'SELECT 1'],
    [
      'no longer has the session',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'u_' || current_schema()`,
    ],
  ])('one frozen connection is reported, because the server %s', async (_, sql) => {
    const { shared, network, own, num } = await farLedger();
    network.freeze('open');
    const beginning = own.begin(num);
    const state = watched(beginning);
    await shared.query(sql);
    await look(network, 8_000);
    expect(state).toEqual({ isOver: false });
    await look(network, 1_000);
    await expect(beginning).rejects.toMatchObject(AWAY);
    expect(await own.begin(num)).toMatchObject({ verdict: 'begun' });
  });

  it('a server that works for long is not reported as away', async () => {
    const { shared, network, own, num } = await farLedger();
    const { waiting } = await shared.whileLocked(async (query) => {
      const beginning = own.begin(num);
      const state = watched(beginning);
      // Its time is counted from when its statement waits at the server.
      while ((await query(waitsOf(shared.place.schema))).length === 0);
      for (let looks = 0; looks < 5; looks += 1) await look(network, 8_000);
      expect(state).toEqual({ isOver: false });
      return { waiting: beginning };
    });
    expect(await waiting).toMatchObject({ verdict: 'begun' });
  });
});
