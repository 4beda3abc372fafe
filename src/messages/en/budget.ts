import { agree, number, plural, s } from './words.js';

/** What may be spent: the balance, the budgets and the price of a record. */
export const budget = {
  overDay: (cost: number, limit: number, left: number) =>
    s`Nothing was sent: this may cost ${plural(cost, 'credit', 'credits')}, and ${number(left)} of today's ${number(limit)} ${agree(left, 'is', 'are')} left (UTC).`,
  overMonth: (cost: number, limit: number, left: number) =>
    s`Nothing was sent: this may cost ${plural(cost, 'credit', 'credits')}, and ${number(left)} of this month's ${number(limit)} ${agree(left, 'is', 'are')} left (UTC).`,
  raise: (told: string, flag: string) => s`${told} Raise ${flag}.`,
  raiseOrFit: (told: string, flag: string, fit: string) =>
    s`${told} Raise ${flag}, or add --fit-balance to send what it covers now${fit}.`,
  raiseDayOrContinue: (told: string, again: string) =>
    s`${told} Raise --max-credits-per-day, or continue tomorrow (UTC) with ${again}.`,
  raiseMonthOrContinue: (told: string, again: string) =>
    s`${told} Raise --max-credits-per-month, or continue next month (UTC) with ${again}.`,
  overMaxAfterFiles: (worstCase: number, maxCredits: number, limit: number) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, and ${number(maxCredits)} of --max-credits ${limit} ${agree(maxCredits, 'is', 'are')} left after the files before. Raise --max-credits to send it.`,
  restOverMax: (worstCase: number, maxCredits: number, more: string) =>
    s`The rest was not sent and cost nothing: it may cost ${plural(worstCase, 'credit', 'credits')}, and this run may still spend ${number(maxCredits)}. To send it, run ${more}.`,
  overMax: (worstCase: number, maxCredits: number, shown: string) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, more than --max-credits ${maxCredits}. Raise --max-credits to send it${shown}.`,
  overMaxOrFit: (worstCase: number, maxCredits: number, shown: string, fit: string) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, more than --max-credits ${maxCredits}. Raise --max-credits to send it all${shown}, or add --fit-balance to send what the limit covers${fit}.`,
  resubmitOverBalanceNoOverage: (worstCase: number, balance: number, again: string, plan: string) =>
    s`Nothing was changed: sending that again may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)} (plan ${plan} has no overage). Run ${again} again when there are credits.`,
  nextJobOverBalanceNoOverage: (balance: number, worstCase: number, onward: string, plan: string) =>
    s`The next job was not sent: it may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)} (plan ${plan} has no overage). Run ${onward} again when there are credits, or with --fit-balance.`,
  overBalanceNoOverage: (worstCase: number, balance: number, again: string, plan: string) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)} (plan ${plan} has no overage). Run ${again} again when there are credits.`,
  overBalanceFitNoOverage: (worstCase: number, balance: number, fit: string, plan: string) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)} (plan ${plan} has no overage). Add --fit-balance to send what it covers${fit}.`,
  overBalanceFit: (worstCase: number, balance: number, fit: string, over: string) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)}. Add --fit-balance to send what it covers${fit}, or --allow-overage to accept billing beyond it${over}.`,
  overBalance: (worstCase: number, balance: number, again: string, over: string) =>
    s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)}. Run ${again} again when there are credits, or with --allow-overage to accept billing beyond it${over}.`,
  resubmitOverBalance: (worstCase: number, balance: number, again: string) =>
    s`Nothing was changed: sending that again may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)}. Run ${again} again when there are credits, or with --allow-overage.`,
  nextJobOverBalance: (balance: number, worstCase: number, onward: string) =>
    s`The next job was not sent: it may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${number(balance)}. Run ${onward} again when there are credits, or with --fit-balance or --allow-overage.`,
  lookupOverMax: (cost: number, left: number, limit: number) =>
    s`This lookup was not sent: it may cost ${plural(cost, 'credit', 'credits')}, and ${number(left)} of --max-credits ${limit} ${agree(left, 'is', 'are')} left. Raise --max-credits to send it.`,
};
