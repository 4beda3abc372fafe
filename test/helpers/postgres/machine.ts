import type { Clock } from '../../../src/base/clock.js';
import { newInProcessUser } from '../in-process.js';
import type { Referee } from '../referee/index.js';
import type { RunOptions, User } from '../run-confere.js';

/** A machine: a user with a home of their own, who shares the ledger in `url` with others. */
export async function newMachine(
  server: Pick<Referee, 'url' | 'key'>,
  url: string,
  clock?: Clock,
): Promise<User> {
  const user = await newInProcessUser(server, clock);
  const shared = (options: RunOptions = {}): RunOptions => ({
    ...options,
    env: { CONFERE_LEDGER: url, ...options.env },
  });
  return {
    ...user,
    run: (args, options) => user.run(args, shared(options)),
    start: (args, options) => user.start(args, shared(options)),
  };
}
