import type { budget as en } from '../en/budget.js';
import { agree, number, plural, s } from './words.js';

export const budget: typeof en = {
  overDay: (cost, limit, left) =>
    s`Nada foi enviado: pode custar ${plural(cost, 'crédito', 'créditos')}, e do teto de hoje (${number(limit)}, UTC) ${agree(left, 'resta', 'restam')} ${number(left)}.`,
  overMonth: (cost, limit, left) =>
    s`Nada foi enviado: pode custar ${plural(cost, 'crédito', 'créditos')}, e do teto deste mês (${number(limit)}, UTC) ${agree(left, 'resta', 'restam')} ${number(left)}.`,
  raise: (told, flag) => s`${told} Aumente ${flag}.`,
  raiseOrFit: (told, flag, fit) =>
    s`${told} Aumente ${flag} ou use --fit-balance para enviar agora o que cabe${fit}.`,
  raiseDayOrContinue: (told, again) =>
    s`${told} Aumente --max-credits-per-day, ou continue amanhã (UTC) com ${again}.`,
  raiseMonthOrContinue: (told, again) =>
    s`${told} Aumente --max-credits-per-month, ou continue no mês que vem (UTC) com ${again}.`,
  overMaxAfterFiles: (worstCase, maxCredits, limit) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, e de --max-credits ${limit} ${agree(maxCredits, 'resta', 'restam')} ${number(maxCredits)} depois dos arquivos anteriores. Aumente --max-credits para enviá-lo.`,
  restOverMax: (worstCase, maxCredits, more) =>
    s`O restante não foi enviado e não custou nada: pode custar ${plural(worstCase, 'crédito', 'créditos')}, e esta execução ainda pode gastar ${number(maxCredits)}. Para enviar, execute ${more}.`,
  overMax: (worstCase, maxCredits, shown) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, acima do teto de ${maxCredits} (--max-credits). Aumente --max-credits para enviá-lo${shown}.`,
  overMaxOrFit: (worstCase, maxCredits, shown, fit) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, acima do teto de ${maxCredits} (--max-credits). Aumente --max-credits para enviá-lo inteiro${shown}, ou use --fit-balance para enviar o que cabe no teto${fit}.`,
  resubmitOverBalanceNoOverage: (worstCase, balance, again, plan) =>
    s`Nada foi alterado: reenviar pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)} (o plano ${plan} não tem excedente). Execute ${again} de novo quando houver créditos.`,
  nextJobOverBalanceNoOverage: (balance, worstCase, onward, plan) =>
    s`A próxima remessa não foi enviada: pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)} (o plano ${plan} não tem excedente). Execute ${onward} de novo quando houver créditos, ou com --fit-balance.`,
  overBalanceNoOverage: (worstCase, balance, again, plan) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)} (o plano ${plan} não tem excedente). Execute ${again} de novo quando houver créditos.`,
  overBalanceFitNoOverage: (worstCase, balance, fit, plan) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)} (o plano ${plan} não tem excedente). Use --fit-balance para enviar o que ele cobre${fit}.`,
  overBalanceFit: (worstCase, balance, fit, over) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)}. Use --fit-balance para enviar o que ele cobre${fit}, ou --allow-overage para aceitar o excedente${over}.`,
  overBalance: (worstCase, balance, again, over) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)}. Execute ${again} de novo quando houver créditos, ou com --allow-overage para aceitar o excedente${over}.`,
  resubmitOverBalance: (worstCase, balance, again) =>
    s`Nada foi alterado: reenviar pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)}. Execute ${again} de novo quando houver créditos, ou com --allow-overage.`,
  nextJobOverBalance: (balance, worstCase, onward) =>
    s`A próxima remessa não foi enviada: pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo é ${number(balance)}. Execute ${onward} de novo quando houver créditos, ou com --fit-balance ou --allow-overage.`,
  lookupOverMax: (cost, left, limit) =>
    s`Esta consulta não foi enviada: pode custar ${plural(cost, 'crédito', 'créditos')}, e ${agree(left, 'resta', 'restam')} ${number(left)} de --max-credits ${limit}. Aumente --max-credits para enviar.`,
};
