import type * as en from '../../en/errors/decisions.js';
import type { OpenDecision, UnknownPrice } from '../../../errors/batch.js';
import type { BatchLeftMessages, NextSteps } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, plural, s } from '../words.js';
import type { CommandErrorsOf } from '../../reader.js';

/** What a batch command left when it ended, and the command that goes on. */
export const batchLeft: BatchLeftMessages = {
  unconfirmed: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e nenhuma resposta chegou. '${next.command('bulk resume', batch)}' pergunta mais uma vez. Se não adiantar, '${next.command('bulk resolve', batch, '--abandon')}' ${agree(count, 'o descarta', 'os descarta')}, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' ${agree(count, 'o envia', 'os envia')} de novo, por até ${plural(worstCase, 'crédito', 'créditos')} a mais.`,
  asked_again: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e perguntar de novo não trouxe resposta. '${next.command('bulk resolve', batch, '--abandon')}' ${agree(count, 'o descarta', 'os descarta')}, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' ${agree(count, 'o envia', 'os envia')} de novo, por até ${plural(worstCase, 'crédito', 'créditos')} a mais; '${next.command('bulk resume', batch)}' pergunta mais uma vez.`,
  credits: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado', 'foram consultados')}, sem custo, porque o saldo ou um limite não ${agree(count, 'o cobre', 'os cobre')}. Quando houver créditos, '${next.command('bulk resume', batch)}' ${agree(count, 'o envia', 'os envia')}, por até ${plural(worstCase, 'crédito', 'créditos')}.`,
  over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado', 'foram consultados')}, sem custo: ${agree(count, 'pode', 'podem')} custar até ${plural(worstCase, 'crédito', 'créditos')}, e o que resta de --max-credits é ${plural(creditsLeft, 'crédito', 'créditos')}. '${next.within(worstCase).command('bulk resume', batch)}' ${agree(count, 'o envia', 'os envia')}.`,
  partly_over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado', 'foram consultados')}, sem custo: ${agree(count, 'pode', 'podem')} custar até ${plural(worstCase, 'crédito', 'créditos')}, e o que resta de --max-credits é ${plural(creditsLeft, 'crédito', 'créditos')}. '${next.command('bulk resume', batch, '--fit-balance')}' envia o que isso cobre; --max-credits ${worstCase} envia tudo.`,
  running: ({ batch }, next) =>
    s`O lote ${batch} ainda está em processamento no serviço; ${next.waiting(batch)} continua esperando. Se nunca terminar, '${next.command('bulk resolve', batch, '--abandon')}' o descarta, e o que foi cobrado continua cobrado.`,
  failed: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'falhou e não foi cobrado', 'falharam e não foram cobrados')}; '${next.command('bulk resume', batch)}' ${agree(count, 'o envia', 'os envia')} de novo.`,
  unanswered: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'está', 'estão')} sem resposta; '${next.command('bulk resume', batch)}' envia o que não foi descartado.`,
  unsent: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'não foi enviado', 'não foram enviados')} e não ${agree(count, 'custou', 'custaram')} nada; '${next.command('bulk resume', batch)}' ${agree(count, 'o', 'os')} envia.`,
  given_up: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'foi descartado', 'foram descartados')} e ${agree(count, 'fica', 'ficam')} sem resposta; '${next.command('bulk export', batch)}' grava os demais.`,
  invalid: ({ batch, count }, next) =>
    s`${plural(count, 'linha', 'linhas')} do lote ${batch} ${agree(count, 'é inválida', 'são inválidas')}, o que --strict não aceita; '${next.command('bulk export', batch)}' grava todas com o motivo.`,
};

/** What only the user can decide. */
export const decisionErrors: CommandErrorsOf<typeof en.decisionErrors> = {
  one_decision: ({ open }, next) => {
    if (open !== undefined) return choices(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string): string => next.shown({ drop, set: [{ flag }] });
    return s`Escolha uma: --adopt <jobId> (vincular esta remessa), --resubmit (reenviar; você pode pagar duas vezes)${one('--resubmit')} ou --abandon (descartar; o que foi cobrado continua cobrado)${one('--abandon')}.`;
  },
  submission_unconfirmed: (facts, next) => {
    const { batch, job, items } = facts;
    switch (facts.why) {
      case 'no_answer':
        return s`Ainda não se sabe se o serviço aceitou a remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch}; ela só será reenviada quando o saldo mostrar que nada foi cobrado. Execute ${next.onward(batch)} outra vez: ele espera até isso ser apurado.`;
      case 'deadline':
        return s`A remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch} pode ter sido cobrada, e o prazo não deixa tempo para apurar isso. Nada será reenviado. Execute ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}, que espera mais.`;
      case 'others_running':
        return s`A remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch} pode ter sido cobrada; isso só pode ser apurado quando nenhuma outra remessa estiver em andamento (${next.watching(facts.liveBatches)}). Nada será reenviado. Depois, execute ${next.onward(batch)} outra vez.`;
      case 'undecided':
        return s`A remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch} pode ter sido cobrada: ${phrases.undecided[facts.because]}. Nada será reenviado automaticamente. Veja os dados com '${next.command('bulk status', batch)}'. ${choices(facts, next)}${sayPrice(facts, next)}`;
      case 'left_out': {
        const settled = facts.isDecided
          ? 'O saldo não permite saber se houve cobrança.'
          : s`Execute ${next.onward(batch)} de novo: o saldo pode mostrar então que não houve cobrança.`;
        return s`${plural(items, 'identificador', 'identificadores')} do lote ${batch} não ${agree(items, 'foi enviado', 'foram enviados')}, porque uma consulta avulsa ficou sem resposta e pode ter sido cobrada. ${settled} '${next.command('bulk resolve', batch, '--resubmit')}' ${agree(items, 'o envia', 'os envia')}; o que já tiver sido cobrado será pago duas vezes.${sayPrice(facts, next)}`;
      }
    }
  },
};

/** Each choice as a whole command, and what it may cost. */
function choices({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  return s`'${next.command('bulk resolve', batch, '--abandon')}' ${agree(items, 'o descarta', 'os descarta')}, e o que foi cobrado continua cobrado. '${next.command('bulk resolve', batch)} --adopt <jobId>' vincula a remessa que o serviço tem, sem custo a mais; o serviço não lista as remessas, mas o suporte dele ou o log de um proxy pode informar o jobId. '${next.command('bulk resolve', batch, '--resubmit')}' ${agree(items, 'o reenvia', 'os reenvia')} por até ${plural(cost, 'crédito', 'créditos')}, e você paga duas vezes se o serviço já ${agree(items, 'o tiver aceitado', 'os tiver aceitado')}.`;
}

/** The user may know what the history does not show. */
function sayPrice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: NextSteps,
): string {
  if (prices.length === 0) return '';
  return s` Se você sabe quanto custa um registro encontrado nesta conta, informe (${phrases.prices(prices, next)}); depois ${next.onward(batch)} avalia o saldo de novo.`;
}
