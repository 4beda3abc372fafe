import type { budget as en } from '../en/budget.js';
import { agree, number, plural, s } from './words.js';

export const budget: typeof en = {
  overDay: (cost, limit, left) =>
    s`Isto pode custar ${plural(cost, 'crédito', 'créditos')}, e do teto de ${limit} para hoje restam ${left}; não foi enviado.`,
  overMonth: (cost, limit, left) =>
    s`Isto pode custar ${plural(cost, 'crédito', 'créditos')}, e do teto de ${limit} para este mês restam ${left}; não foi enviado.`,
  raise: (told, flag) => s`${told} Aumente ${flag}.`,
  raiseOrFit: (told, flag, fit) =>
    s`${told} Aumente ${flag} ou use --fit-balance para enviar o que ele cobre, e o restante depois${fit}.`,
  raiseDayOrContinue: (told, again) =>
    s`${told} Aumente --max-credits-per-day, ou continue amanhã (UTC) com ${again}.`,
  raiseMonthOrContinue: (told, again) =>
    s`${told} Aumente --max-credits-per-month, ou continue no mês que vem (UTC) com ${again}.`,
  overMaxAfterFiles: (worstCase, maxCredits, limit) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, e de --max-credits ${limit} ${agree(maxCredits, 'resta', 'restam')} ${number(maxCredits)} depois dos arquivos anteriores. Aumente --max-credits para enviá-lo.`,
  restOverMax: (worstCase, maxCredits, more) =>
    s`O que falta enviar pode custar ${plural(worstCase, 'crédito', 'créditos')}, acima dos ${number(maxCredits)} que esta execução ainda pode gastar; não foi enviado e não custou nada. ${more} envia o restante.`,
  overMax: (worstCase, maxCredits, shown) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, acima do teto de ${maxCredits} (--max-credits). Aumente --max-credits para enviá-lo${shown}.`,
  overMaxOrFit: (worstCase, maxCredits, shown, fit) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, acima do teto de ${maxCredits} (--max-credits). Aumente --max-credits para enviá-lo inteiro${shown}, ou use --fit-balance para enviar o que cabe no teto${fit}.`,
  resubmitOverBalanceNoOverage: (worstCase, balance, again, plan) =>
    s`Reenviar isso pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo cobre ${number(balance)}; nada foi alterado. Execute ${again} outra vez quando houver créditos: o plano ${plan} não tem excedente.`,
  nextJobOverBalanceNoOverage: (balance, worstCase, onward, plan) =>
    s`O saldo agora cobre ${plural(balance, 'crédito', 'créditos')}, e a próxima remessa pode custar ${number(worstCase)}; ela não foi enviada e continua em aberto. Execute ${onward} de novo quando houver créditos, ou com --fit-balance: o plano ${plan} não tem excedente.`,
  overBalanceNoOverage: (worstCase, balance, again, plan) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')} e o saldo é de ${number(balance)}. Execute ${again} de novo quando houver créditos: o plano ${plan} não tem excedente.`,
  overBalanceFitNoOverage: (worstCase, balance, fit, plan) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')} e o saldo é de ${number(balance)}. Use --fit-balance para enviar o que o saldo cobre${fit}: o plano ${plan} não tem excedente.`,
  overBalanceFit: (worstCase, balance, fit, over) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')} e o saldo é de ${number(balance)}. Use --fit-balance para enviar só o que o saldo cobre${fit}, ou --allow-overage para aceitar a cobrança de excedente${over}.`,
  overBalance: (worstCase, balance, again, over) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')} e o saldo é de ${number(balance)}. Execute ${again} de novo quando houver créditos, ou use --allow-overage para aceitar a cobrança de excedente${over}.`,
  resubmitOverBalance: (worstCase, balance, again) =>
    s`Reenviar isso pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo cobre ${number(balance)}; nada foi alterado. Execute ${again} outra vez quando houver créditos, ou com --allow-overage.`,
  nextJobOverBalance: (balance, worstCase, onward) =>
    s`O saldo agora cobre ${plural(balance, 'crédito', 'créditos')}, e a próxima remessa pode custar ${number(worstCase)}; ela não foi enviada e continua em aberto. Execute ${onward} outra vez quando houver créditos, ou com --fit-balance ou --allow-overage.`,
  lookupOverMax: (cost, left, limit) =>
    s`Esta consulta pode custar ${plural(cost, 'crédito', 'créditos')}, e ${agree(left, 'resta', 'restam')} ${number(left)} de --max-credits ${limit}; ela não foi enviada. Para enviá-la, aumente --max-credits.`,
};
