import type { World } from '../world.js';
import { isLearned } from './limited-goals.js';

/** Somebody limits what may be spent in a day or a month. */
export async function setBudgets(world: World): Promise<void> {
  const { kinds, own, takings } = world;
  if (!kinds.has('limits')) return;
  // Only where neither has to show the price, two large jobs begin at once.
  const isRace = kinds.has('begin_together');
  if (isRace) await tellPrices(world);
  const { account } = world.service;
  const isForBalance = isRace && kinds.has('small_balance');
  if (isForBalance) account.allowance = account.used + raced(world);
  if (isForBalance && account.hasOverage) return;
  for (const of of ['day', 'month'] as const) {
    if (!own.chance(kinds.has('second_process') ? 0.6 : 0.35)) continue;
    // Where the price is to be learned, more than one command must fit.
    const times = isLearned(kinds) ? 4 : 1;
    const most = of === 'day' ? 25 : 40;
    const limit = isRace ? raced(world) : own.int(2, most) * times;
    const argv = ['config', 'set', `max-credits-per-${of}`, String(limit)];
    const { code } = await world.run(argv, 'key-one');
    if (code === 0) takings.budgets.push({ of, limit, since: world.now, until: Infinity });
  }
}

/** What covers a file of many identifiers, and not two. */
function raced({ own, service }: World): number {
  return Math.ceil(own.int(12, 18) * service.account.prices.cpf);
}

async function tellPrices(world: World): Promise<void> {
  const { cpf, cnpj } = world.service.account.prices;
  await world.run(['config', 'set', 'cost-cpf', String(cpf)], 'key-one');
  await world.run(['config', 'set', 'cost-cnpj', String(cnpj)], 'key-one');
}

/** In the end, what the budgets kept from being done is wanted all the same. */
export async function dropBudgets(world: World): Promise<void> {
  if (!world.kinds.has('limits')) return;
  for (const of of ['day', 'month'])
    await world.run(['config', 'unset', `max-credits-per-${of}`], 'key-one');
}
