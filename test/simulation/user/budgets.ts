import type { World } from '../world.js';
import { isLearned } from './limited-goals.js';

/** Somebody limits what may be spent in a day or a month. */
export async function setBudgets(world: World): Promise<void> {
  const { kinds, own, takings } = world;
  if (!kinds.has('limits')) return;
  for (const of of ['day', 'month'] as const) {
    if (!own.chance(kinds.has('second_process') ? 0.6 : 0.35)) continue;
    // Where the price is to be learned, more than one command must fit.
    const times = isLearned(kinds) ? 4 : 1;
    const limit = own.int(2, of === 'day' ? 25 : 40) * times;
    const argv = ['config', 'set', `max-credits-per-${of}`, String(limit)];
    const { code } = await world.run(argv, 'key-one');
    if (code === 0) takings.budgets.push({ of, limit, since: world.now, until: Infinity });
  }
}

/** In the end, what the budgets kept from being done is wanted all the same. */
export async function dropBudgets(world: World): Promise<void> {
  if (!world.kinds.has('limits')) return;
  for (const of of ['day', 'month'])
    await world.run(['config', 'unset', `max-credits-per-${of}`], 'key-one');
}
