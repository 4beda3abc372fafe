import { test } from 'vitest';
import type { Clock } from '../../../src/base/clock.js';
import { inLedger, newDatabase } from '../../helpers/postgres/databases.js';
import { newMachine } from '../../helpers/postgres/machine.js';
import { startTcpProxy } from '../../helpers/postgres/proxy.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { sharedServer } from '../../helpers/postgres/shared.js';
import { createSkippingClock, startReferee, type RefereeOptions } from '../support.js';

/** Machines that share a ledger; `clocks` are theirs, in place of one that skips sleeps. */
async function arrange(options: RefereeOptions, clocks: readonly Clock[]) {
  const server = await startReferee(options);
  const { name, url } = await newDatabase();
  const network = await startTcpProxy((await sharedServer()).port);
  const clock = createSkippingClock();
  const machine = (n: number, of = url) => newMachine(server, of, clocks[n] ?? clock);
  // Only the first one has a network that can be cut.
  const [one, two, three] = [
    await machine(0, urlOf(network, name)),
    await machine(1),
    await machine(2),
  ];
  return {
    server,
    url,
    network,
    one,
    two,
    three,
    /** Runs SQL in the schema of this service, as a look at what is stored or as time that passes. */
    sql: (text: string) => inLedger(url, server, text),
    all: [one, two, three, network, server],
  };
}

interface Together {
  readonly together: (
    options?: RefereeOptions,
    ...clocks: readonly Clock[]
  ) => ReturnType<typeof arrange>;
}

/** A test of several machines, which are gone when it ends. */
export const it = test.extend<Together>({
  // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
  together: async ({}, use) => {
    const used: AsyncDisposable[] = [];
    await use(async (options = {}, ...clocks) => {
      const world = await arrange(options, clocks);
      used.push(...world.all);
      return world;
    });
    for (const one of used) await one[Symbol.asyncDispose]();
  },
});
