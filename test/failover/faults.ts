import { restartServer, stopServer } from '../helpers/postgres/server.js';
import type { Passage } from '../helpers/postgres/proxy.js';
import type { Running } from '../helpers/run-confere.js';
import type { FailoverWorld } from './world.js';

/** What happens to a machine, or to its database, just before a statement. */
export const faults = [
  'cut',
  'lose_answer',
  'terminate',
  'shutdown',
  'kill',
  'kill_after',
  'freeze',
] as const;

/** `takeover`: only where there is a standby. */
export type Fault = (typeof faults)[number] | 'takeover';

/** Whether it happens to the process, which then cannot be one of the tests' own. */
export function isOfProcess(fault: Fault): boolean {
  return fault === 'kill' || fault === 'kill_after' || fault === 'freeze';
}

/** Later than any lease and any request of a machine that is not heard of. */
export async function passLeases({ query }: FailoverWorld): Promise<void> {
  await query('UPDATE leases SET until = until - 100000').catch(() => undefined);
}

/** Does what a fault does before a statement, and says what becomes of that. `during`: what others do meanwhile. */
export async function strike(
  world: FailoverWorld,
  fault: Fault,
  running: Running | undefined,
  during: () => Promise<unknown>,
): Promise<Passage> {
  switch (fault) {
    case 'cut':
    case 'lose_answer':
      return fault;
    case 'terminate':
      await world.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'confere'",
      );
      return 'pass';
    case 'shutdown':
      stopServer(world.postgres, 'immediate');
      restartServer(world.postgres);
      return 'cut';
    case 'takeover':
      world.takeOver();
      return 'cut';
    case 'kill':
    case 'kill_after':
      running?.kill('SIGKILL');
      return fault === 'kill' ? 'cut' : 'pass';
    case 'freeze':
      running?.kill('SIGSTOP');
      await passLeases(world);
      await during();
      running?.kill('SIGCONT');
      return 'pass';
  }
}
