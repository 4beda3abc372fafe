// Once a month: what was spent, and what is old goes.
import {
  createClient,
  openLedger,
  type LedgerOptions,
  type Spending,
  type Summary,
} from '../../../src/index.js';

export async function review(options: LedgerOptions): Promise<Spending['total']> {
  const ledger = await openLedger(options);
  const open: Summary[] = (await ledger.list()).filter(({ state }) => state !== 'complete');
  for (const { batch, state } of open)
    if (batch !== null && state === 'unconfirmed') await ledger.resolve(batch, 'abandon');
  const { total, groups } = await ledger.spend({ by: 'day', since: new Date(0) });
  const days: string[] = groups.flatMap(({ key }) => (key.of === 'day' ? key.name : []));
  const { records } = await ledger.purge(90 * 86_400_000, { dryRun: days.length > 9 });
  const { rows } = await ledger.purge(['529.982.247-25']);
  await ledger[Symbol.asyncDispose]();
  const client = createClient({ baseUrl: options.baseUrl, apiKey: options.apiKey ?? '' });
  const { usedCredits } = await client.quota();
  return { ...total, charged: usedCredits + records + rows };
}
