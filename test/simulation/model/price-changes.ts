import type { Scheduler } from '../machine/scheduler.js';
import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Account } from './account.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Not those by which a lost answer would cost as much as another one that is known. */
const RISES = [1.3, 1.7, 2.3, 3.1];
const FALLS = [0.7, 0.6];

/** What a record costs changes while the world goes on, in some worlds with the name of the plan. */
export function changePrices(
  account: Account,
  scheduler: Scheduler,
  random: Random,
  { kinds, tell }: { kinds: ReadonlySet<Kind>; tell: (line: () => string) => void },
): void {
  if (!kinds.has('price_changes') && !kinds.has('plan_changes')) return;
  const factor = random.pick(random.chance(0.85) ? RISES : FALLS);
  const most = random.pick([20_000, 3 * MINUTE, 20 * MINUTE, 30 * HOUR]);
  scheduler.after(random.int(1, most), 'prices change', () => {
    account.changePrices(factor, kinds.has('plan_changes'));
    tell(() => `the account: prices times ${factor}, plan ${account.plan}`);
  });
}

/** Gives a part of what finished jobs were charged back: about half, and never what another request may cost. */
export function refundHalf(
  account: Account,
  scheduler: Scheduler,
  random: Random,
  { charged, tell }: { charged: () => number; tell: (line: () => string) => void },
): void {
  let known = 0;
  for (let left = random.int(1, 3); left > 0; left -= 1) {
    scheduler.after(random.int(1, random.pick([2, 20, 200])) * MINUTE, 'half is given back', () => {
      const credits = (charged() - known) * 0.47;
      known = charged();
      account.giveBack(credits);
      tell(() => `the account: ${credits} given back, ${account.used} used`);
    });
  }
}
