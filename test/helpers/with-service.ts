import { test } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { newInProcessUser } from './in-process.js';
import { startReferee, type Referee, type RefereeOptions } from './referee/index.js';
import { sized } from './invented.js';
import type { User } from './run-confere.js';

export { describe, expect } from 'vitest';

interface Arranged {
  readonly server: Referee;
  readonly user: User;
}

interface WithService extends Arranged {
  /** A user without an account. */
  readonly fresh: User;
  /** A service with these options, and a user of it: with so many CPFs in `in.csv`, and a clock of their own. */
  readonly arrange: (
    options?: RefereeOptions & { rows?: number },
    clock?: Clock,
  ) => Promise<Arranged>;
}

export const it = test.extend<WithService>({
  // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that it needs here
  arrange: async ({}, use) => {
    const all: AsyncDisposable[] = [];
    await use(async ({ rows = 0, ...options } = {}, clock) => {
      const server = await startReferee(options);
      all.unshift(server);
      const user = await newInProcessUser(server, clock);
      all.unshift(user);
      if (rows > 0) await user.file('in.csv', sized(rows));
      return { server, user };
    });
    for (const one of all) await one[Symbol.asyncDispose]();
  },
  // eslint-disable-next-line no-empty-pattern
  fresh: async ({}, use) => {
    await using user = await newInProcessUser();
    await use(user);
  },
  // eslint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    await using server = await startReferee();
    await use(server);
  },
  user: async ({ server }, use) => {
    await using user = await newInProcessUser(server);
    await use(user);
  },
});
