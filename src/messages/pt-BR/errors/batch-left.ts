import type { BatchLeftBy } from '../../en/errors/batch-left.js';
import type { CommandErrors } from '../../../base/command-errors.js';
import { continueForAnHour } from '../../next-steps.js';
import type { Reader } from '../../reader.js';
import { listChoices } from '../../words.js';
import { agree, credits, identifiers, number, rows, s } from '../phrases.js';

const FIT_BALANCE = { flag: '--fit-balance' };

/** Says what a batch has left open, and which command continues it. */
export function batchLeft(facts: CommandErrors['batch_left'], to: Reader): string {
  const { batch } = facts;
  switch (facts.why) {
    case 'unconfirmed':
      return describeUnconfirmed(facts, to);
    case 'credits':
      return describeNotCovered(facts, to);
    case 'running':
      return (
        s`O lote ${batch} ainda está em andamento no serviço. Para continuar esperando, execute ${continueForAnHour(to, batch)}. ` +
        s`Se nunca terminar, '${to.command('bulk resolve', batch, '--abandon')}' o descarta; o que foi cobrado continua cobrado.`
      );
    case 'failure_unchecked':
      return (
        s`O serviço diz que uma remessa do lote ${batch} falhou, e o prazo se esgotou antes de confirmar. ` +
        s`Para verificar de novo, execute ${continueForAnHour(to, batch)}.`
      );
    case 'failed':
      return describeFailed(facts, to);
    case 'unsent_at_deadline':
      return describeLate(facts, to);
    case 'unanswered':
      return (
        s`${identifiers(facts.count)} do lote ${batch} ${agree(facts.count, 'está', 'estão')} sem resposta. ` +
        s`Para enviar o que não foi descartado: '${to.continueBatch(batch)}'.`
      );
    case 'abandoned':
      return describeAbandoned(facts, to);
    case 'invalid':
      return describeInvalid(facts, to);
  }
}

function describeUnconfirmed(facts: BatchLeftBy<'unconfirmed'>, to: Reader): string {
  const { batch, count, worstCase, isCheckedAgain } = facts;
  const mayHave = agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados');
  const charged = s`${identifiers(count)} do lote ${batch} ${mayHave}`;
  const decisions = [
    s`'${to.command('bulk resolve', batch, '--abandon')}': descarta (o que foi cobrado continua cobrado)`,
    s`'${to.command('bulk resolve', batch, '--resubmit')}': reenvia, por até mais ${credits(worstCase)}`,
  ];
  const continueCommand = s`'${to.continueBatch(batch)}'`;
  if (isCheckedAgain)
    return listChoices(s`${charged}, e a nova verificação não trouxe resposta. Escolha:`, [
      ...decisions,
      `${continueCommand}: verifica mais uma vez, sem custo`,
    ]);
  return listChoices(
    s`${charged}, e nenhuma resposta chegou. Verifique de novo: ${continueCommand}. Se não adiantar:`,
    decisions,
  );
}

/** Says that the limit, the balance or a budget did not cover some identifiers, and how to send them. */
function describeNotCovered(facts: BatchLeftBy<'credits'>, to: Reader): string {
  const { batch, count, worstCase, creditsLeft } = facts;
  const wasNot = agree(count, 'foi consultado e não custou', 'foram consultados e não custaram');
  const notLookedUp = s`${identifiers(count)} do lote ${batch} não ${wasNot} nada`;
  if (creditsLeft === undefined)
    return (
      s`${notLookedUp}: o saldo ou um teto não ${agree(count, 'o cobre', 'os cobre')}. ` +
      s`Quando houver créditos, '${to.continueBatch(batch)}' envia, por até ${credits(worstCase)}.`
    );
  const whatIsLeft =
    s`${notLookedUp}: ${agree(count, 'pode', 'podem')} custar ${credits(worstCase)}, ` +
    s`e ${agree(creditsLeft, 'resta', 'restam')} ${number(creditsLeft)} de --max-credits`;
  const coversNone = creditsLeft * count < worstCase;
  if (coversNone) {
    const them = agree(count, 'esse identificador', 'esses identificadores');
    return s`${whatIsLeft}. Para enviar ${them}: '${to.withCreditsLeft(worstCase).continueBatch(batch)}'.`;
  }
  return (
    s`${whatIsLeft}. Para enviar o que cabe: '${to.continueBatch(batch, [FIT_BALANCE])}'; ` +
    s`para enviar tudo, use --max-credits ${worstCase}.`
  );
}

function describeFailed(
  { batch, count }: BatchLeftBy<'failed' | 'unsent_at_deadline' | 'unanswered'>,
  to: Reader,
): string {
  const costNothing = agree(
    count,
    'falhou ou não foi enviado, e não custou',
    'falharam ou não foram enviados, e não custaram',
  );
  return s`${identifiers(count)} do lote ${batch} ${costNothing} nada. Para enviar: '${to.continueBatch(batch)}'.`;
}

function describeLate(
  { batch, count }: BatchLeftBy<'failed' | 'unsent_at_deadline' | 'unanswered'>,
  to: Reader,
): string {
  const costNothing = agree(
    count,
    'não foi enviado e não custou',
    'não foram enviados e não custaram',
  );
  return (
    s`${identifiers(count)} do lote ${batch} ${costNothing} nada: o prazo se esgotou antes. ` +
    s`Para ${agree(count, 'enviá-lo', 'enviá-los')}, execute ${continueForAnHour(to, batch)}.`
  );
}

function describeAbandoned(facts: BatchLeftBy<'abandoned' | 'invalid'>, to: Reader): string {
  const { batch, count, isWritten } = facts;
  const abandoned = agree(count, 'foi descartado', 'foram descartados');
  const exportAdvice = isWritten
    ? ''
    : s` Para gravar os demais: '${to.command('bulk export', batch)}'.`;
  return s`${identifiers(count)} do lote ${batch} ${abandoned} sem resposta.${exportAdvice}`;
}

function describeInvalid(facts: BatchLeftBy<'abandoned' | 'invalid'>, to: Reader): string {
  const { batch, count, isWritten } = facts;
  const reasons = isWritten
    ? 'O resultado traz o motivo de cada uma.'
    : s`Para gravar todas com o motivo: '${to.command('bulk export', batch)}'.`;
  return s`${rows(count)} do lote ${batch} ${agree(count, 'é inválida', 'são inválidas')}, o que --strict não aceita. ${reasons}`;
}
