// A job of every night: names for the customers of a file, within a budget.
import { CreditsError, openLedger, ServiceError, type BatchEvent } from '../../../src/index.js';

export async function enrich(ids: readonly string[], tell: (line: string) => void) {
  const { CONFERE_BASE_URL: baseUrl = '', CONFERE_API_KEY: apiKey = '' } = process.env;
  const ledger = await openLedger({ folder: './state', baseUrl, apiKey, maxCreditsPerDay: 500 });
  const onEvent = (event: BatchEvent) => {
    if (event.type === 'plan') tell(`${event.batch}: at most ${event.numbers.worstCase} credits`);
  };
  const names = new Map<string, string | undefined>();
  try {
    const { batch, state, credits } = await ledger.run(ids, { kind: 'cpf', reuse: 0, onEvent });
    for await (const row of ledger.results(batch ?? undefined))
      if (row.status === 'found') names.set(row.id, String(row.data['name']));
    tell(`${state}, ${credits.now} credits; ${(await ledger.quota()).remainingCredits} left`);
  } catch (error) {
    if (error instanceof CreditsError && error.code === 'over_period_budget')
      tell(`the budget of the ${error.facts.of} is used up`);
    else if (error instanceof ServiceError && error.mayHaveCharged) tell('look at the balance');
    else throw error;
  } finally {
    await ledger.close();
  }
  return names;
}
