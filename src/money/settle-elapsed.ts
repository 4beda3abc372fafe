import type { Clock } from '../clock.js';
import type { Ledger } from '../ledger/index.js';

export interface SettleStart {
  /** When the settle time began, by the clock (epoch ms). */
  readonly moment: number;
  /** When this run began to observe the balance (epoch ms). */
  readonly began: number;
  /** The ticks whose uptimes were noted when it began; null for what an older version began. */
  readonly ticks: readonly (number | null)[];
}

/**
 * Milliseconds of a settle time that have passed at least (money rule 2). After the clock was set back, only the time
 * since this run began counts. A clock that was set forward shows more time than has passed; the uptime does not.
 */
export async function settleElapsed(
  { clock, ledger }: { readonly clock: Clock; readonly ledger: Pick<Ledger, 'leastElapsed'> },
  { moment, began, ticks }: SettleStart,
): Promise<number> {
  const now = clock.now();
  const byClock = now - (moment > now ? began : moment);
  const known = ticks.filter((tick) => tick !== null);
  return Math.min(byClock, await ledger.leastElapsed(known));
}
