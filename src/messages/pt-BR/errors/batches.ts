import type { Excluded } from '../../en/errors/batches.js';
import type { BatchErrors, ErrorFacts } from '../../../base/error-facts.js';
import { continueWithTime, writeNewBatch, continueForAnHour } from '../../next-steps.js';
import type { Reader, Sentences } from '../../reader.js';
import { missingFullStop } from '../../words.js';
import { agree, listDecisions, identifiers, nameAfterDe, phrases, s } from '../phrases.js';

export const batchErrors: Sentences<BatchErrors> = {
  job_under_lookup: ({ job, items }) =>
    s`A remessa ${job} não foi enviada: o prazo terminou com ${identifiers(items)} dela ainda em consulta simples. Execute de novo.`,
  batch_forgotten: (_, to) =>
    s`Outra execução acabou de descartar ou apagar este lote. Execute ${to.repeat()} de novo.`,
  empty_batch_name: () => 'O nome do lote está vazio. Use o id dele, ou o começo do id.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`Vários lotes começam com ${prefix}: ${ids.join(', ')}. Digite mais caracteres do id.`,
  batch_not_planned: ({ batch, file }, to) =>
    s`O lote ${batch} foi interrompido durante a leitura ${nameAfterDe(file)}. Para ler o arquivo de novo: ${to.readAgain(file)}.`,
  adopt_known: ({ batch, jobId, owner }) =>
    s`Nada foi alterado no lote ${batch}: a remessa ${jobId} já pertence ao lote ${owner}.`,
  adopt_not_found({ jobId, said }) {
    const answer = said ? s` e respondeu: "${said}"` : '';
    return s`O serviço não mostra nenhuma remessa ${jobId} a esta chave${answer}${missingFullStop(said)} Verifique o id e a chave.`;
  },
  adopt_too_early: ({ jobId }, to) =>
    s`Nada foi alterado: a remessa ${jobId} ainda não tem resultados e não pode ser vinculada. Execute ${to.repeat()} de novo quando ela tiver algum.`,
  adopt_nameless: ({ batch, jobId }, to) =>
    s`Nada foi alterado: a remessa ${jobId} terminou sem resultados e não pode ser vinculada. ` +
    s`'${to.command('bulk resolve', batch, '--abandon')}' descarta o que falta, e o que foi cobrado continua cobrado; ` +
    s`'${to.command('bulk resolve', batch, '--resubmit')}' reenvia, e você paga duas vezes se o serviço já recebeu.`,
  adopt_misfit: ({ batch, jobId, items }) =>
    s`Nada foi alterado: a remessa ${jobId} (${identifiers(items)}) não corresponde a nenhuma remessa sem confirmação do lote ${batch}; ` +
    'o tamanho ou os identificadores são outros.',
  batch_held: ({ batch, by }, to) =>
    s`Outra execução está trabalhando no lote ${batch}${phrases.heldBy(by)}. Espere por ela, ou veja a situação: '${to.command('bulk status', batch)}'.`,
  batch_lost: ({ batch, by }) =>
    s`Este processo ficou suspenso por tempo demais, e outra execução assumiu o lote ${batch}${phrases.heldBy(by)}. ` +
    'Nada foi alterado depois disso; execute o mesmo comando de novo.',
  no_such_batch: ({ prefix }, to) =>
    s`O lote ${prefix} não existe aqui. '${to.command('bulk list')}' mostra os lotes; o sandbox, cada perfil e cada URL base têm os seus.`,
  no_batches: (_, to) =>
    s`Ainda não há lotes. Para criar um: '${to.command('bulk run', '<arquivo>')}'.`,
  batch_not_ended({ batch, state }, to) {
    const advice =
      state === 'running'
        ? s`Aguarde com '${to.command('bulk watch', batch)}'`
        : s`Parte dele nunca foi enviada: '${to.command('bulk status', batch)}' mostra como enviá-la`;
    return s`O lote ${batch} não terminou. ${advice}, ou use --partial para exportar o que já existe.`;
  },
  batch_under_way({ batch, state }, to) {
    const abandon =
      state === 'running'
        ? s`Aguarde com '${to.command('bulk watch', batch)}', ou descarte`
        : 'Descarte';
    return (
      s`Nada foi apagado: o lote ${batch} está em andamento ou sem confirmação, e os resultados podem já estar pagos. ` +
      s`${abandon}-o antes com '${to.command('bulk resolve', batch, '--abandon')}'; o que foi cobrado continua cobrado.`
    );
  },
  nothing_unconfirmed({ batch, job }, to) {
    const which = job === undefined ? '' : s` de número ${job}`;
    return s`Não há nada a decidir: o lote ${batch} não tem remessa sem confirmação${which}. Para ver a situação: '${to.command('bulk status', batch)}'.`;
  },
  looked_up_elsewhere({ job, items, batch, state }, to) {
    if (state === 'running')
      return (
        s`A remessa ${job} não foi enviada: ` +
        s`${identifiers(items)} dela já ${agree(items, 'está sendo consultado', 'estão sendo consultados')} no lote ${batch}. ` +
        s`Aguarde '${to.command('bulk watch', batch)}' e execute ${to.repeat()} de novo; ` +
        s`${agree(items, 'a resposta então não custa', 'as respostas então não custam')} mais nada.`
      );
    return (
      s`A remessa ${job} não foi enviada: ` +
      s`${identifiers(items)} dela ${agree(items, 'pode ter sido cobrado', 'podem ter sido cobrados')} no lote ${batch}, que está sem confirmação. ` +
      s`Apure com '${to.command('bulk resume', batch)}', ou resolva com '${to.command('bulk resolve', batch)}'; depois, execute ${to.repeat()} de novo.`
    );
  },
  declined: ({ nothing }) => phrases.declined[nothing],
  terminated: (stop, to) => to.stopAdvice(stop),
  job_taken: ({ job }, to) =>
    s`Outra execução acabou de alterar a remessa ${job}. Para ver: '${to.command('bulk status')}'.`,
  submission_unconfirmed(facts, to) {
    const { batch, job, items } = facts;
    if (facts.why === 'left_out') return describeExcluded(facts, to);
    const what = s`A remessa ${job} do lote ${batch} (${identifiers(items)}) pode ter sido cobrada`;
    switch (facts.why) {
      case 'no_answer':
        return s`${what}. Execute ${continueWithTime(to, batch)} de novo: ele espera, e só reenvia a remessa se o saldo mostrar que nada foi cobrado.`;
      case 'deadline':
        return s`${what}, e o prazo não dá tempo de apurar. Nada é reenviado. Para esperar mais, execute ${continueForAnHour(to, batch)}.`;
      case 'others_running':
        return (
          s`${what}, o que só aparece quando nenhuma outra remessa estiver em andamento (${phrases.watchCommands(facts.liveBatches, to)}). ` +
          s`Nada é reenviado. Depois, execute ${to.continueRun(batch)} de novo.`
        );
      case 'undecided':
        return (
          s`${what}: ${phrases.undecided[facts.because]}. Nada é reenviado automaticamente; ` +
          s`'${to.command('bulk status', batch)}' mostra os dados. ` +
          listDecisions({ batch, items, cost: facts.cost }, to)
        );
    }
  },
  other_key: (facts, to) =>
    s`O lote ${facts.batch} foi criado com outra chave de API (código ${facts.madeWith}; em uso: ${facts.inUse}), ` +
    s`e o serviço só mostra as remessas a ela: ${adviseOnOtherKey(facts, to)}`,
};

function describeExcluded({ batch, items, isUndecidable }: Excluded, to: Reader): string {
  const check = isUndecidable
    ? 'O saldo não permite saber se houve cobrança.'
    : s`Execute ${continueWithTime(to, batch)} de novo para ver no saldo se houve cobrança.`;
  const them = agree(items, 'esse identificador', 'esses identificadores');
  return (
    s`${identifiers(items)} do lote ${batch} não ${agree(items, 'foi enviado', 'foram enviados')}: ` +
    'uma consulta simples ficou sem resposta e pode ter sido cobrada. ' +
    s`${check} Para enviar ${them} assim mesmo, talvez pagando duas vezes: '${to.command('bulk resolve', batch, '--resubmit')}'.`
  );
}

function adviseOnOtherKey(facts: ErrorFacts['other_key'], to: Reader): string {
  const { batch, isUnderWay, isPlanned, isOwed } = facts;
  if (isUnderWay)
    return (
      s`use aquela chave. Se ela não existe mais, '${to.command('bulk resolve', batch, '--abandon')}' descarta as remessas em andamento; ` +
      'o que elas custaram continua cobrado.'
    );
  const partial = isPlanned ? ['--partial'] : [];
  const repeatWouldPay = isOwed ? s`; ${to.repeat()} consultaria e cobraria tudo de novo` : '';
  return (
    s`nenhuma remessa dele está em andamento. '${to.command('bulk export', batch, ...partial)}' grava o que existe. ` +
    s`Depois, ${writeNewBatch(to, facts)} cria um lote novo com a chave em uso e reaproveita o que você já pagou${repeatWouldPay}.`
  );
}
