import type { Scheduler } from '../machine/scheduler.js';
import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Account } from './account.js';
import type { Charge } from './book.js';

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

/** Soon after some charges, gives about half of them back, and never what another request may cost. */
export function refundHalf(
  account: Account,
  scheduler: Scheduler,
  random: Random,
  { charges, tell }: { charges: readonly Charge[]; tell: (line: () => string) => void },
): void {
  // Only what costs more than the default looks cheaper then.
  if (random.chance(0.7)) account.changePrices(random.pick([2, 3]), false);
  let left = random.int(1, 3);
  let isDue = false;
  // First the balance shows the whole price.
  let whole = random.int(1, 15);
  account.whenTaken = () => {
    if (left === 0 || isDue || (whole -= 1) > 0 || !random.chance(0.15)) return;
    left -= 1;
    isDue = true;
    const from = charges.length;
    scheduler.after(random.int(2, random.pick([10, 60])) * 1_000, 'half is given back', () => {
      isDue = false;
      const credits = charges.slice(from).reduce((sum, one) => sum + returnPart(one), 0);
      account.giveBack(credits);
      tell(() => `the account: ${credits} given back, ${account.used} used`);
    });
  };
}

/** Counts a part of a charge as not taken; returns it. */
function returnPart({ credits, sent }: Charge): number {
  const part = credits * 0.47;
  if (sent !== undefined) sent.taken -= part;
  return part;
}
