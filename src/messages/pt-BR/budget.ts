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
  priceUnproved: (kind) =>
    s`Nada mostra ainda quanto custa um ${kind} encontrado nesta conta, e o que foi enviado pode custar tudo o que resta; nada mais foi enviado.`,
  priceUnprovedAdvice: (told, onward, commands) =>
    s`${told} Execute ${onward} de novo quando o que está em andamento terminar; se nada estiver em andamento, diga quanto custa um registro: ${commands}.`,
  overBalanceFit: (worstCase, balance, fit, over) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')} e o saldo é de ${number(balance)}. Use --fit-balance para enviar só o que o saldo cobre${fit}, ou --allow-overage para aceitar a cobrança de excedente${over}.`,
  overBalance: (worstCase, balance, again, over) =>
    s`Nada foi enviado: o lote pode custar ${plural(worstCase, 'crédito', 'créditos')} e o saldo é de ${number(balance)}. Execute ${again} de novo quando houver créditos, ou use --allow-overage para aceitar a cobrança de excedente${over}.`,
  resubmitOverBalance: (worstCase, balance, again) =>
    s`Reenviar isso pode custar ${plural(worstCase, 'crédito', 'créditos')}, e o saldo cobre ${number(balance)}; nada foi alterado. Execute ${again} outra vez quando houver créditos, ou com --allow-overage.`,
  nextJobOverBalance: (balance, worstCase, onward) =>
    s`O saldo agora cobre ${plural(balance, 'crédito', 'créditos')}, e a próxima remessa pode custar ${number(worstCase)}; ela não foi enviada e continua em aberto. Execute ${onward} outra vez quando houver créditos, ou com --fit-balance ou --allow-overage.`,
  lookedUpInBatch: ({ items, job, batch, again, watch }) =>
    s`${plural(items, 'identificador', 'identificadores')} da remessa ${job} já ${agree(items, 'está sendo consultado', 'estão sendo consultados')} no lote ${batch}; nada foi enviado. Execute ${again} de novo depois de '${watch}'; então ${agree(items, 'a resposta não custa', 'as respostas não custam')} mais nada.`,
  maybePaidInBatch: ({ items, job, batch, again, resume, resolve }) =>
    s`${plural(items, 'identificador', 'identificadores')} da remessa ${job} ${agree(items, 'pode já ter sido pago', 'podem já ter sido pagos')} no lote ${batch}, que está sem confirmação; nada foi enviado. Apure a cobrança com '${resume}', ou decida com '${resolve}', e execute ${again} de novo.`,
  recordNotStored:
    'O registro está pago, mas não foi possível guardá-lo no histórico; o disco está cheio? Guarde esta saída: consultar de novo custa de novo.',
  setPrice: (command) => s`'${command} <valor>'`,
  runLimitPassed: (spent, limit) =>
    s`Um registro custa mais do que antes: esta execução foi cobrada em ${plural(spent, 'crédito', 'créditos')}, acima dos ${number(limit)} permitidos. Nada mais foi enviado.`,
  dayLimitPassed: (spent, limit) =>
    s`Um registro custa mais do que antes: hoje (UTC) ${agree(spent, 'foi cobrado', 'foram cobrados')} ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}. Nada mais foi enviado.`,
  monthLimitPassed: (spent, limit) =>
    s`Um registro custa mais do que antes: neste mês (UTC) ${agree(spent, 'foi cobrado', 'foram cobrados')} ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}. Nada mais foi enviado.`,
  recordKeptHere:
    'O registro está pago, mas não foi possível conectar ao banco de dados do histórico. Ele fica guardado nesta máquina, e o próximo comando aqui o grava quando o banco voltar; execute isto de novo então.',
  lookupOverMax: (cost, left, limit) =>
    s`Esta consulta pode custar ${plural(cost, 'crédito', 'créditos')}, e ${agree(left, 'resta', 'restam')} ${number(left)} de --max-credits ${limit}; ela não foi enviada. Para enviá-la, aumente --max-credits.`,
  nothingSent: 'Nada foi enviado.',
  nothingChanged: 'Nada foi alterado.',
};
