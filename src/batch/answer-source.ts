import type { LocalDeps } from './dependencies.js';

/**
 * The value of `lookup_source` for answers of the service: `sandbox` also if a sandbox in another process gave
 * them (contract, "Money", rule 5). Ask after the last answer has come.
 */
export async function answerSource({
  source,
  ledger,
}: Pick<LocalDeps, 'source' | 'ledger'>): Promise<LocalDeps['source']> {
  return (await ledger.isOfSandbox()) ? 'sandbox' : source;
}
