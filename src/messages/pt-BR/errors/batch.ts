import type * as en from '../../en/errors/batch.js';
import { phrases } from '../phrases.js';
import { isSentence } from '../../lists.js';
import { agree, number, plural, s } from '../words.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

/** Batches, their jobs and what may be spent, for every reader. */
export const batchErrors: ErrorsOf<typeof en.batchErrors> = {
  batch_forgotten: (_, { next }) =>
    next === undefined
      ? 'Outra execução acabou de descartar ou remover este lote. Execute de novo.'
      : s`Outra execução acabou de descartar ou remover este lote. Execute ${next.again()} de novo.`,
  job_id_unreadable: ({ batch, job, path }) =>
    s`Nada foi enviado nem alterado: não é possível ler o arquivo ${path}, com o id da remessa ${job} do lote ${batch}, que o serviço aceitou. Mova-o para outra pasta e execute de novo; a remessa fica então sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.`,
  ledger_unwritable: (facts, { next }) => {
    if (facts.of === 'record')
      return facts.waits === true
        ? 'O registro está pago e guardado nesta máquina, mas o banco de dados do histórico está fora do ar. Quando ele voltar, o próximo comando aqui grava o registro; depois, execute isto de novo.'
        : 'O registro está pago, mas não foi possível gravá-lo no histórico (disco cheio?). Guarde esta saída: consultar de novo será cobrado de novo.';
    const { batch, job, jobId } = facts;
    if (facts.waits === true)
      return s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas o banco de dados do histórico está fora do ar. O id está guardado nesta máquina; quando o banco voltar, execute isto de novo para gravá-lo.`;
    const accepted = s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas não foi possível gravar o histórico. Anote esse id e libere espaço em disco.`;
    return next === undefined
      ? accepted
      : s`${accepted} Depois, execute '${next.command('bulk resolve', batch, '--adopt', jobId)}'.`;
  },
  empty_batch_name: () => 'O nome do lote está vazio. Use o id dele, ou o começo do id.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`Vários lotes começam com ${prefix}: ${ids.join(', ')}. Digite mais caracteres do id.`,
  batch_not_planned: ({ batch, file }, { next }) =>
    next === undefined
      ? s`O lote ${batch} foi interrompido durante a leitura de ${file}. Execute de novo com esse arquivo.`
      : s`O lote ${batch} foi interrompido durante a leitura de ${file}. Para ler o arquivo de novo: '${next.command('bulk run', file)}'.`,
  adopt_known: ({ jobId, owner, batch }) =>
    s`Nada foi alterado no lote ${batch}: a remessa ${jobId} já pertence ao lote ${owner}.`,
  adopt_not_found: ({ jobId, said }) =>
    said === undefined
      ? s`O serviço não mostra nenhuma remessa ${jobId} a esta chave. Verifique o id e a chave.`
      : s`O serviço não mostra nenhuma remessa ${jobId} a esta chave. Ele respondeu: "${said}"${isSentence(said) ? '' : '.'} Verifique o id e a chave.`,
  adopt_too_early: ({ jobId }, { next }) =>
    next === undefined
      ? s`Nada foi alterado: a remessa ${jobId} ainda não tem resultados e não pode ser vinculada. Execute de novo quando ela tiver algum.`
      : s`Nada foi alterado: a remessa ${jobId} ainda não tem resultados e não pode ser vinculada. Execute ${next.again()} de novo quando ela tiver algum.`,
  adopt_nameless: ({ jobId, batch }, { next }) =>
    next === undefined
      ? s`Nada foi alterado: a remessa ${jobId} terminou sem resultados e não pode ser vinculada. Descarte o que falta ou reenvie; se o serviço recebeu da primeira vez, você paga duas vezes.`
      : s`Nada foi alterado: a remessa ${jobId} terminou sem resultados e não pode ser vinculada. '${next.command('bulk resolve', batch, '--abandon')}' descarta o que falta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia, e você paga duas vezes se o serviço já recebeu.`,
  adopt_misfit: ({ jobId, items, batch }) =>
    s`Nada foi alterado: a remessa ${jobId} (${plural(items, 'identificador', 'identificadores')}) não corresponde a nenhuma remessa sem confirmação do lote ${batch}; o tamanho ou os identificadores são outros.`,
  declined: ({ nothing }) => (nothing === 'changed' ? 'Nada foi alterado.' : 'Nada foi enviado.'),
  limit_passed: ({ of, spent, limit }, { next }) =>
    ({
      run: s`Nada mais foi enviado: o preço de um registro subiu, e esta execução foi cobrada em ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}.`,
      day: s`Nada mais foi enviado: o preço de um registro subiu, e hoje (UTC) ${agree(spent, 'foi cobrado', 'foram cobrados')} ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}.`,
      month: s`Nada mais foi enviado: o preço de um registro subiu, e neste mês (UTC) ${agree(spent, 'foi cobrado', 'foram cobrados')} ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}.`,
    })[of] +
    (next === undefined ? '' : s` Para ver o que foi cobrado: '${next.command('spend')}'.`),
  price_unproved: ({ kind }, { next }) => {
    const unsent = s`Nada mais foi enviado: o preço de um ${kind.toUpperCase()} ainda é desconhecido, e o que foi enviado pode custar tudo o que resta.`;
    return next === undefined
      ? unsent
      : s`${unsent} Execute ${next.onward()} de novo quando as remessas em andamento terminarem; se não houver nenhuma, defina o preço: ${phrases.prices([kind], next)}.`;
  },
};

/** The same for the command. */
export const commandBatchErrors: CommandErrorsOf<typeof en.commandBatchErrors> = {
  job_taken: ({ job }, next) =>
    s`Outra execução acabou de alterar a remessa ${job}. Para ver: '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }, next) =>
    s`Outra execução está trabalhando no lote ${batch}${phrases.holder(by)}. Espere por ela, ou veja a situação: '${next.command('bulk status', batch)}'.`,
  no_such_batch: ({ prefix, way }, next) =>
    way === undefined
      ? s`O lote ${prefix} não existe aqui. '${next.command('bulk list')}' mostra os lotes; o sandbox, cada perfil e cada URL base têm os seus.`
      : s`O lote ${prefix} não existe aqui. Ele pertence a outra conta: ${next.again(way)}.`,
  no_batches: (_, next) =>
    s`Ainda não há lotes. Para criar um: '${next.command('bulk run')} <arquivo>'.`,
  batch_not_ended: ({ batch }, next) =>
    s`O lote ${batch} não terminou. Aguarde com '${next.command('bulk watch', batch)}', ou use --partial para exportar o que já existe.`,
  batch_under_way: ({ batch, state }, next) =>
    state === 'running'
      ? s`Nada foi removido: o lote ${batch} ainda está em andamento, e os resultados podem já estar pagos. Aguarde com '${next.command('bulk watch', batch)}'; se nunca terminar, '${next.command('bulk resolve', batch, '--abandon')}' o descarta, e o que foi cobrado continua cobrado.`
      : s`Nada foi removido: o lote ${batch} tem uma remessa sem confirmação, e os resultados podem já estar pagos. Antes, '${next.command('bulk resolve', batch, '--abandon')}' a descarta; o que foi cobrado continua cobrado.`,
  nothing_unconfirmed: ({ batch, job }, next) =>
    s`Não há nada a decidir: o lote ${batch} não tem remessa sem confirmação${job === undefined ? '' : s` de número ${job}`}. Para ver a situação: '${next.command('bulk status', batch)}'.`,
  looked_up_elsewhere: ({ items, job, batch, state }, next) =>
    state === 'running'
      ? s`A remessa ${job} não foi enviada: ${plural(items, 'identificador', 'identificadores')} dela já ${agree(items, 'está sendo consultado', 'estão sendo consultados')} no lote ${batch}. Aguarde '${next.command('bulk watch', batch)}' e execute ${next.again()} de novo; ${agree(items, 'a resposta então não custa', 'as respostas então não custam')} mais nada.`
      : s`A remessa ${job} não foi enviada: ${plural(items, 'identificador', 'identificadores')} dela ${agree(items, 'pode ter sido cobrado', 'podem ter sido cobrados')} no lote ${batch}, que está sem confirmação. Apure com '${next.command('bulk resume', batch)}', ou resolva com '${next.command('bulk resolve', batch)}'; depois, execute ${next.again()} de novo.`,
};
