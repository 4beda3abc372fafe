import { number, plural, s } from './words.js';

/** What may be spent: the balance, the budgets and the price of a record. */
export const budget = {
  overDay: (cost: number, limit: number, left: number) =>
    s`This may cost ${plural(cost, 'credit', 'credits')}, and of the ${limit} for today ${left} are left; it was not sent.`,
  overMonth: (cost: number, limit: number, left: number) =>
    s`This may cost ${plural(cost, 'credit', 'credits')}, and of the ${limit} for this month ${left} are left; it was not sent.`,
  raise: (told: string, flag: string) => s`${told} Raise ${flag}.`,
  raiseOrFit: (told: string, flag: string, fit: string) =>
    s`${told} Raise ${flag}, or add --fit-balance to send what it covers, and the rest later${fit}.`,
  raiseDayOrContinue: (told: string, again: string) =>
    s`${told} Raise --max-credits-per-day, or continue tomorrow (UTC) with ${again}.`,
  raiseMonthOrContinue: (told: string, again: string) =>
    s`${told} Raise --max-credits-per-month, or continue next month (UTC) with ${again}.`,
  overMaxAfterFiles: (worstCase: number, maxCredits: number, limit: number) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')}, and ${plural(maxCredits, 'is', 'are')} left of --max-credits ${limit} after the files before; nothing was sent. Raise --max-credits to send it.`,
  restOverMax: (worstCase: number, maxCredits: number, more: string) =>
    s`What is left to send may cost ${plural(worstCase, 'credit', 'credits')}, more than the ${number(maxCredits)} that this run may still spend; it was not sent and cost nothing. ${more} sends it.`,
  overMax: (worstCase: number, maxCredits: number, shown: string) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')}, more than --max-credits ${maxCredits}; nothing was sent. Raise --max-credits to send it${shown}.`,
  overMaxOrFit: (worstCase: number, maxCredits: number, shown: string, fit: string) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')}, more than --max-credits ${maxCredits}; nothing was sent. Raise --max-credits to send it all${shown}, or add --fit-balance to send what the limit covers${fit}.`,
  resubmitOverBalanceNoOverage: (worstCase: number, balance: number, again: string, plan: string) =>
    s`To send that again may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${number(balance)}; nothing was changed. Run ${again} again when there are credits: the plan ${plan} has none beyond the balance.`,
  nextJobOverBalanceNoOverage: (balance: number, worstCase: number, onward: string, plan: string) =>
    s`The balance covers ${plural(balance, 'credit', 'credits')} now, and the next job may cost ${number(worstCase)}; it was not sent and stays pending. Run ${onward} again when there are credits, or with --fit-balance: the plan ${plan} has none beyond the balance.`,
  overBalanceNoOverage: (worstCase: number, balance: number, again: string, plan: string) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${number(balance)}; nothing was sent. Run ${again} again when there are credits: the plan ${plan} has none beyond the balance.`,
  overBalanceFitNoOverage: (worstCase: number, balance: number, fit: string, plan: string) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${number(balance)}; nothing was sent. Add --fit-balance to send what the balance covers${fit}: the plan ${plan} has none beyond it.`,
  overBalanceFit: (worstCase: number, balance: number, fit: string, over: string) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${number(balance)}; nothing was sent. Add --fit-balance to send what the balance covers${fit}, or --allow-overage to accept billing beyond it${over}.`,
  overBalance: (worstCase: number, balance: number, again: string, over: string) =>
    s`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${number(balance)}; nothing was sent. Run ${again} again when there are credits, or with --allow-overage to accept billing beyond the balance${over}.`,
  resubmitOverBalance: (worstCase: number, balance: number, again: string) =>
    s`To send that again may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${number(balance)}; nothing was changed. Run ${again} again when there are credits, or with --allow-overage.`,
  nextJobOverBalance: (balance: number, worstCase: number, onward: string) =>
    s`The balance covers ${plural(balance, 'credit', 'credits')} now, and the next job may cost ${number(worstCase)}; it was not sent and stays pending. Run ${onward} again when there are credits, or with --fit-balance or --allow-overage.`,
  lookupOverMax: (cost: number, left: number, limit: number) =>
    s`This lookup may cost ${plural(cost, 'credit', 'credits')}, and ${plural(left, 'is', 'are')} left of --max-credits ${limit}; it was not sent. Raise --max-credits to send it.`,
};
