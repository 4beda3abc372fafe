import type { OverMaxCredits, OverBalance } from '../../en/errors/money.js';
import type { MoneyErrors } from '../../../base/error-facts.js';
import { couldSendPart, repeatWith, repeatWithLimit } from '../../next-steps.js';
import { buildLimitOption, type NextSteps, type Reader, type Sentences } from '../../reader.js';
import {
  agree,
  credits,
  number,
  phrases,
  plural,
  s,
  formatSecond,
  unexpectedCharges,
} from '../phrases.js';

export const moneyErrors: Sentences<MoneyErrors> = {
  others_settling: ({ batch, by }) =>
    s`Nada mais foi enviado: ${by.host} está apurando desde ${formatSecond(by.since)} uma cobrança sem confirmação, ` +
    s`e o lote ${batch} aguarda. Execute o mesmo comando mais tarde.`,
  limit_passed({ of, spent, limit }, to) {
    const when = { run: 'nesta execução', day: 'hoje (UTC)', month: 'neste mês (UTC)' }[of];
    return (
      s`Nada mais foi enviado: ${plural(spent, 'crédito foi cobrado', 'créditos foram cobrados')} ${when}, mais que o teto de ${number(limit)}. ` +
      s`Para ver o que foi cobrado: '${to.command('spend')}'.`
    );
  },
  unexpected_charges: unexpectedCharges,
  balance_unreadable({ only, why }, to) {
    const unread = s`Nada foi enviado: não foi possível ler o saldo${why ? s` (${why})` : ''}`;
    const isConnection = why !== undefined && !why.startsWith('HTTP');
    const again = isConnection
      ? s`Verifique a URL base e a rede, e repita ${to.repeat()}`
      : s`Repita ${to.repeat()} mais tarde`;
    return only
      ? s`${unread}. ${again}, ou use --allow-overage para enviar sem saber o saldo.`
      : s`${unread}, e sem ele o teto não pode ser cumprido. ${again}.`;
  },
  balance_awaited({ batches: [batch] }, to) {
    if (batch === undefined)
      return s`Nada foi enviado: o saldo ainda não mostra quanto custaram as consultas anteriores. Repita ${to.repeat()} em dois minutos.`;
    return (
      s`Nada foi enviado: o lote ${batch} ainda está em andamento e, até o saldo mostrar quanto custa um registro, os envios são feitos um por vez. ` +
      s`Aguarde com '${to.command('bulk watch', batch)}' ou descarte com '${to.command('bulk resolve', batch, '--abandon')}'; ` +
      s`depois, repita ${to.repeat()}.`
    );
  },
  shared_needs_prices: ({ kinds }, to) =>
    `Nada foi enviado: outros programas usam esta conta ('shared'), ` +
    s`então um teto precisa do preço de um registro. Defina: ${phrases.priceCommands(kinds, to)}.`,
  over_max_credits(facts, to) {
    const { of, worstCase, maxCredits, limit } = facts;
    if (of === 'rest')
      return (
        s`O restante não foi enviado e não custou nada: pode custar ${credits(worstCase)}, e esta execução ainda pode gastar ${number(maxCredits)}. ` +
        s`Para enviar, execute ${to.continueRun(undefined, [buildLimitOption(worstCase)])}.`
      );
    if (of !== 'files' && limit !== undefined)
      return (
        s`Nada foi enviado: pode custar ${credits(worstCase)}, e ${agree(maxCredits, 'resta', 'restam')} ${number(maxCredits)} de --max-credits ${limit}. ` +
        s`Para enviar, use um teto só para ele${repeatWithLimit(to, worstCase)}${adviseAgainstFresh(to)}.`
      );
    const what = of === 'files' ? 'juntos, os arquivos podem custar' : 'o lote pode custar';
    return (
      s`Nada foi enviado: ${what} ${credits(worstCase)}, acima do teto de ${number(maxCredits)} (--max-credits).` +
      adviseOnLimit(facts, to)
    );
  },
  over_period_budget(facts, to) {
    const { of, cost, left, limit, fits } = facts;
    const [whose, next] = of === 'day' ? ['de hoje', 'amanhã'] : ['deste mês', 'no mês que vem'];
    const isCoveredLater = cost <= limit || fits === true;
    let alternative = '';
    if (isCoveredLater) alternative = s`, ou continue ${next} (UTC) com ${to.repeat()}`;
    else if (couldSendPart(facts, to))
      alternative = s` ou use --fit-balance para enviar agora o que cabe${repeatWith(to, '--fit-balance')}`;
    return (
      s`Nada foi enviado: pode custar ${credits(cost)}, e do teto ${whose} (${number(limit)}, UTC) ${agree(left, 'resta', 'restam')} ${number(left)}. ` +
      s`Aumente --max-credits-per-${of}${adviseAgainstFresh(to)}${alternative}.`
    );
  },
  over_balance(facts, to) {
    const { of, worstCase, balance, withoutOverage } = facts;
    const what = {
      batch: 'Nada foi enviado: o lote',
      files: 'Nada foi enviado: o total dos arquivos',
      lookup: 'Nada foi enviado:',
      resubmission: 'Nada foi alterado: reenviar',
      next_job: 'A próxima remessa não foi enviada:',
    }[of];
    const plan = withoutOverage ? s` (o plano ${withoutOverage} não tem excedente)` : '';
    return (
      s`${what} pode custar ${credits(worstCase)}, e o saldo é ${number(balance)}${plan}.` +
      s`${adviseOnBalance(facts, to)}${adviseOnOverage(facts, to)}.`
    );
  },
};

function adviseOnLimit(facts: OverMaxCredits, to: Reader): string {
  const { of, worstCase } = facts;
  const [verb, repeated] =
    of === 'files'
      ? ['enviá-los', to.repeatInBrackets({ set: [buildLimitOption(worstCase)] })]
      : ['enviá-lo', repeatWithLimit(to, worstCase)];
  const part = couldSendPart(facts, to)
    ? s`, ou use --fit-balance para enviar o que cabe no teto${repeatWith(to, '--fit-balance')}`
    : '';
  return s` Aumente --max-credits para ${verb}${repeated}${part}.`;
}

/** Advises against `--fresh`, with which a list of lookups pays again for what was answered; otherwise empty. */
function adviseAgainstFresh(to: NextSteps): string {
  return to.isFresh
    ? ' (sem --fresh, para que o que já foi respondido não seja cobrado de novo)'
    : '';
}

function adviseOnBalance(facts: OverBalance, to: Reader): string {
  const { of } = facts;
  const isDivisible = couldSendPart(facts, to);
  if (of === 'resubmission') return s` Execute ${to.repeat()} de novo quando houver créditos`;
  if (of === 'next_job') {
    const part = isDivisible ? ', ou com --fit-balance para enviar o que ele cobre' : '';
    return s` Execute ${to.continueRun()} de novo quando houver créditos${part}`;
  }
  return isDivisible
    ? s` Use --fit-balance para enviar o que ele cobre${repeatWith(to, '--fit-balance')}`
    : s` Execute ${to.repeat()} de novo quando houver créditos`;
}

function adviseOnOverage({ of, withoutOverage }: OverBalance, to: Reader): string {
  if (withoutOverage) return '';
  const repeated = of === 'batch' || of === 'files' ? repeatWith(to, '--allow-overage') : '';
  return s`, ou use --allow-overage para aceitar o excedente${repeated}`;
}
