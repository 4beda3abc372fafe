import type * as en from '../../en/errors/decisions.js';
import type { OpenDecision, UnknownPrice } from '../../../errors/batch.js';
import type { BatchLeftMessages, NextSteps } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, number, plural, s } from '../words.js';
import type { CommandErrorsOf } from '../../reader.js';

/** What a batch command left when it ended, and the command that goes on. */
export const batchLeft: BatchLeftMessages = {
  unconfirmed: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e nenhuma resposta chegou. Verifique de novo: '${next.command('bulk resume', batch)}'. Se não adiantar, '${next.command('bulk resolve', batch, '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia, por até ${plural(worstCase, 'crédito', 'créditos')} a mais.`,
  asked_again: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e a nova verificação não trouxe resposta. Escolha: '${next.command('bulk resolve', batch, '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia, por até ${plural(worstCase, 'crédito', 'créditos')} a mais; '${next.command('bulk resume', batch)}' verifica mais uma vez.`,
  credits: ({ batch, count, worstCase }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado e não custou', 'foram consultados e não custaram')} nada: o saldo ou um teto não ${agree(count, 'o cobre', 'os cobre')}. Quando houver créditos, '${next.command('bulk resume', batch)}' envia, por até ${plural(worstCase, 'crédito', 'créditos')}.`,
  over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado e não custou', 'foram consultados e não custaram')} nada: ${agree(count, 'pode', 'podem')} custar ${plural(worstCase, 'crédito', 'créditos')}, e ${agree(creditsLeft, 'resta', 'restam')} ${number(creditsLeft)} de --max-credits. Para enviar ${agree(count, 'esse identificador', 'esses identificadores')}: '${next.within(worstCase).command('bulk resume', batch)}'.`,
  partly_over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado e não custou', 'foram consultados e não custaram')} nada: ${agree(count, 'pode', 'podem')} custar ${plural(worstCase, 'crédito', 'créditos')}, e ${agree(creditsLeft, 'resta', 'restam')} ${number(creditsLeft)} de --max-credits. Para enviar o que cabe: '${next.command('bulk resume', batch, '--fit-balance')}'; para enviar tudo, use --max-credits ${worstCase}.`,
  running: ({ batch }, next) =>
    s`O lote ${batch} ainda está em andamento no serviço. Para continuar esperando, execute ${next.waiting(batch)}. Se nunca terminar, '${next.command('bulk resolve', batch, '--abandon')}' o descarta; o que foi cobrado continua cobrado.`,
  failed: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'falhou e não foi cobrado', 'falharam e não foram cobrados')}. Para reenviar: '${next.command('bulk resume', batch)}'.`,
  unanswered: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'está', 'estão')} sem resposta. Para enviar o que não foi descartado: '${next.command('bulk resume', batch)}'.`,
  unsent: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'não foi enviado e não custou', 'não foram enviados e não custaram')} nada. Para enviar: '${next.command('bulk resume', batch)}'.`,
  given_up: ({ batch, count }, next) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'foi descartado', 'foram descartados')} sem resposta. Para gravar os demais: '${next.command('bulk export', batch)}'.`,
  invalid: ({ batch, count }, next) =>
    s`${plural(count, 'linha', 'linhas')} do lote ${batch} ${agree(count, 'é inválida', 'são inválidas')}, o que --strict não aceita. Para gravar todas com o motivo: '${next.command('bulk export', batch)}'.`,
};

/** What only the user can decide. */
export const decisionErrors: CommandErrorsOf<typeof en.decisionErrors> = {
  one_decision: ({ open }, next) => {
    if (open !== undefined) return choices(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string): string => next.shown({ drop, set: [{ flag }] });
    return s`Escolha uma: --adopt <jobId> (é esta remessa), --resubmit (reenviar; você pode pagar duas vezes)${one('--resubmit')} ou --abandon (descartar; o que foi cobrado continua cobrado)${one('--abandon')}.`;
  },
  submission_unconfirmed: (facts, next) => {
    const { batch, job, items } = facts;
    switch (facts.why) {
      case 'no_answer':
        return s`A remessa ${job} do lote ${batch} (${plural(items, 'identificador', 'identificadores')}) pode ter sido cobrada. Execute ${next.onward(batch)} de novo: ele espera, e só reenvia a remessa se o saldo mostrar que nada foi cobrado.`;
      case 'deadline':
        return s`A remessa ${job} do lote ${batch} (${plural(items, 'identificador', 'identificadores')}) pode ter sido cobrada, e o prazo não dá tempo de apurar. Nada é reenviado. Para esperar mais, execute ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}.`;
      case 'others_running':
        return s`A remessa ${job} do lote ${batch} (${plural(items, 'identificador', 'identificadores')}) pode ter sido cobrada, o que só aparece quando nenhuma outra remessa estiver em andamento (${next.watching(facts.liveBatches)}). Nada é reenviado. Depois, execute ${next.onward(batch)} de novo.`;
      case 'undecided':
        return s`A remessa ${job} do lote ${batch} (${plural(items, 'identificador', 'identificadores')}) pode ter sido cobrada: ${phrases.undecided[facts.because]}. Nada é reenviado automaticamente; '${next.command('bulk status', batch)}' mostra os dados. ${choices(facts, next)}${sayPrice(facts, next)}`;
      case 'left_out': {
        const settled = facts.isDecided
          ? 'O saldo não permite saber se houve cobrança.'
          : s`Execute ${next.onward(batch)} de novo para ver no saldo se houve cobrança.`;
        return s`${plural(items, 'identificador', 'identificadores')} do lote ${batch} não ${agree(items, 'foi enviado', 'foram enviados')}: uma consulta simples ficou sem resposta e pode ter sido cobrada. ${settled} Para enviar ${agree(items, 'esse identificador', 'esses identificadores')} assim mesmo, talvez pagando duas vezes: '${next.command('bulk resolve', batch, '--resubmit')}'.${sayPrice(facts, next)}`;
      }
    }
  },
};

/** Each choice as a whole command, and what it may cost. */
function choices({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  return s`Escolha: '${next.command('bulk resolve', batch, '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch)} --adopt <jobId>' vincula a remessa que está no serviço, sem custo a mais (o suporte dele ou o log de um proxy pode informar o jobId); '${next.command('bulk resolve', batch, '--resubmit')}' reenvia ${agree(items, 'o identificador', 'os identificadores')} por até ${plural(cost, 'crédito', 'créditos')}, e você paga duas vezes se o serviço já ${agree(items, 'o recebeu', 'os recebeu')}.`;
}

/** The user may know what the history does not show. */
function sayPrice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: NextSteps,
): string {
  if (prices.length === 0) return '';
  return s` Se você sabe o preço de um registro, defina (${phrases.prices(prices, next)}) e execute ${next.onward(batch)} de novo.`;
}
