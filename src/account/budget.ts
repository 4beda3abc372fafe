import { ConfereError } from '../errors.js';
import { say } from '../text/index.js';

export interface BudgetQuestion {
  /** Credits to be charged if every identifier to send is found. */
  readonly worstCase: number;
  /** Credits left after subtracting what our running jobs may still be charged. */
  readonly balance: number;
  readonly maxCredits?: number;
  readonly allowOverage: boolean;
  readonly fitBalance: boolean;
}

/**
 * How many identifiers may be sent (money rule 4 of the contract).
 *
 * @throws ConfereError kind `credits` when a guard stops the batch; nothing has been sent then
 */
export function affordable(question: BudgetQuestion): number {
  const { worstCase, balance, maxCredits } = question;
  if (maxCredits !== undefined && worstCase > maxCredits) throw overBudget(worstCase, maxCredits);
  if (worstCase <= balance || question.allowOverage) return worstCase;
  if (!question.fitBalance) throw overBalance(worstCase, balance);
  return Math.max(0, Math.floor(balance));
}

function overBudget(worstCase: number, maxCredits: number): ConfereError {
  return new ConfereError(
    'credits',
    'over_max_credits',
    say`This batch may cost ${worstCase} credits, more than --max-credits ${maxCredits}; nothing was sent. Raise --max-credits to send it.`,
  );
}

function overBalance(worstCase: number, balance: number): ConfereError {
  return new ConfereError(
    'credits',
    'over_balance',
    say`This batch may cost ${worstCase} credits and the balance covers ${balance}; nothing was sent. Add --fit-balance to send what the balance covers, or --allow-overage to accept billing beyond it.`,
  );
}
