import type * as en from '../../en/errors/batch.js';
import { phrases } from '../phrases.js';
import { agree, number, plural, s } from '../words.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

/** Batches, their jobs and what may be spent, for every reader. */
export const batchErrors: ErrorsOf<typeof en.batchErrors> = {
  batch_forgotten: (_, { next }) =>
    next === undefined
      ? 'Outra execução acabou de descartar ou remover este lote; execute de novo.'
      : s`Outra execução acabou de descartar ou remover este lote; execute ${next.again()} de novo.`,
  job_id_unreadable: ({ batch, job, path }) =>
    s`O arquivo ${path} guarda o id da remessa ${job} do lote ${batch}, que o serviço aceitou, e não pode ser lido; nada foi enviado nem alterado. Mova-o para outra pasta e execute de novo: essa remessa passa a ficar sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.`,
  ledger_unwritable: (facts, { next }) => {
    if (facts.of === 'record')
      return facts.waits === true
        ? 'O registro está pago, mas não foi possível conectar ao banco de dados do histórico. Ele fica guardado nesta máquina, e o próximo comando aqui o grava quando o banco voltar; execute isto de novo então.'
        : 'O registro está pago, mas não foi possível guardá-lo no histórico; o disco está cheio? Guarde esta saída: consultar de novo custa de novo.';
    const { batch, job, jobId } = facts;
    if (facts.waits === true)
      return s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas não é possível conectar ao banco de dados do histórico. O id fica guardado nesta máquina e é gravado aqui assim que o banco voltar; execute isto outra vez então.`;
    const told = s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas não foi possível gravar o histórico; anote esse id e libere espaço em disco.`;
    return next === undefined
      ? told
      : s`${told} Depois, '${next.command('bulk resolve', batch, '--adopt', jobId)}'.`;
  },
  empty_batch_name: () => 'O nome do lote está vazio; escreva o id dele, ou o começo do id.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`${prefix} pode ser qualquer um destes: ${ids.join(', ')}; escreva mais caracteres.`,
  batch_not_planned: ({ batch, file }, { next }) =>
    next === undefined
      ? s`O lote ${batch} foi interrompido durante a leitura de ${file}; execute de novo com esse arquivo.`
      : s`O lote ${batch} foi interrompido durante a leitura de ${file}; '${next.command('bulk run', file)}' lê o arquivo de novo.`,
  adopt_known: ({ jobId, owner, batch }) =>
    s`A remessa ${jobId} já pertence ao lote ${owner}; nada foi alterado no lote ${batch}.`,
  adopt_not_found: ({ jobId, said = 'O serviço não tem esse registro.' }) =>
    s`O serviço não mostra nenhuma remessa ${jobId} a esta chave (${said}); verifique o id e a chave.`,
  adopt_too_early: ({ jobId }, { next }) =>
    next === undefined
      ? s`A remessa ${jobId} ainda não tem resultados, e por isso não dá para vinculá-la; execute de novo quando ela tiver algum.`
      : s`A remessa ${jobId} ainda não tem resultados, e por isso não dá para vinculá-la; nada foi alterado. Execute ${next.again()} quando ela tiver algum.`,
  adopt_nameless: ({ jobId, batch }, { next }) =>
    next === undefined
      ? s`A remessa ${jobId} terminou sem resultados, e por isso não há como vinculá-la; descarte o que falta ou reenvie, o que paga duas vezes se o serviço aceitou da primeira vez.`
      : s`A remessa ${jobId} terminou sem resultados, e por isso não há como vinculá-la; nada foi alterado. '${next.command('bulk resolve', batch, '--abandon')}' descarta o que falta, e o que já foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia e paga duas vezes se o serviço aceitou da primeira vez.`,
  adopt_misfit: ({ jobId, items, batch }) =>
    s`A remessa ${jobId} (${plural(items, 'identificador', 'identificadores')}) não corresponde a nenhuma remessa sem confirmação do lote ${batch}: o tamanho ou os identificadores são outros. Nada foi alterado.`,
  declined: ({ nothing }) => (nothing === 'changed' ? 'Nada foi alterado.' : 'Nada foi enviado.'),
  limit_passed: ({ of, spent, limit }, { next }) =>
    ({
      run: s`Um registro custa mais do que antes: esta execução foi cobrada em ${plural(spent, 'crédito', 'créditos')}, acima dos ${number(limit)} permitidos. Nada mais foi enviado.`,
      day: s`Um registro custa mais do que antes: hoje (UTC) ${agree(spent, 'foi cobrado', 'foram cobrados')} ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}. Nada mais foi enviado.`,
      month: s`Um registro custa mais do que antes: neste mês (UTC) ${agree(spent, 'foi cobrado', 'foram cobrados')} ${plural(spent, 'crédito', 'créditos')}, acima do teto de ${number(limit)}. Nada mais foi enviado.`,
    })[of] + (next === undefined ? '' : s` '${next.command('spend')}' mostra o que foi cobrado.`),
  price_unproved: ({ kind }, { next }) => {
    const told = s`Nada mostra ainda quanto custa um ${kind.toUpperCase()} encontrado nesta conta, e o que foi enviado pode custar tudo o que resta; nada mais foi enviado.`;
    return next === undefined
      ? told
      : s`${told} Execute ${next.onward()} de novo quando o que está em andamento terminar; se nada estiver em andamento, diga quanto custa um registro: ${phrases.prices([kind], next)}.`;
  },
};

/** The same for the command. */
export const commandBatchErrors: CommandErrorsOf<typeof en.commandBatchErrors> = {
  job_taken: ({ job }, next) =>
    s`Outra execução acabou de alterar a remessa ${job}. Veja '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }, next) =>
    s`Outra execução está com o lote ${batch}${phrases.holder(by)}; espere por ela, ou acompanhe com '${next.command('bulk status', batch)}'.`,
  no_such_batch: ({ prefix, way }, next) =>
    way === undefined
      ? s`O lote ${prefix} não existe aqui; '${next.command('bulk list')}' mostra o que existe (o sandbox, cada perfil e cada URL base têm os seus).`
      : s`O lote ${prefix} não existe aqui; ele pertence a outra conta: ${next.again(way)}.`,
  no_batches: (_, next) => s`Ainda não há lotes; '${next.command('bulk run')} <arquivo>' cria um.`,
  batch_not_ended: ({ batch }, next) =>
    s`O lote ${batch} não terminou; '${next.command('bulk watch', batch)}' espera por ele, --partial exporta o que já existe.`,
  batch_under_way: ({ batch, state }, next) =>
    state === 'running'
      ? s`O lote ${batch} ainda está em processamento, e os resultados podem já estar pagos; antes é preciso '${next.command('bulk watch', batch)}', ou '${next.command('bulk resolve', batch, '--abandon')}' se ele nunca terminar. Nada foi removido.`
      : s`O lote ${batch} tem uma remessa sem confirmação, e os resultados podem já estar pagos; antes é preciso '${next.command('bulk resolve', batch, '--abandon')}'. Nada foi removido.`,
  nothing_unconfirmed: ({ batch, job }, next) =>
    s`O lote ${batch} não tem remessa sem confirmação${job === undefined ? '' : s` de número ${job}`}; não há nada a decidir. '${next.command('bulk status', batch)}' mostra a situação.`,
  looked_up_elsewhere: ({ items, job, batch, state }, next) =>
    state === 'running'
      ? s`${plural(items, 'identificador', 'identificadores')} da remessa ${job} já ${agree(items, 'está sendo consultado', 'estão sendo consultados')} no lote ${batch}; nada foi enviado. Execute ${next.again()} de novo depois de '${next.command('bulk watch', batch)}'; então ${agree(items, 'a resposta não custa', 'as respostas não custam')} mais nada.`
      : s`${plural(items, 'identificador', 'identificadores')} da remessa ${job} ${agree(items, 'pode já ter sido pago', 'podem já ter sido pagos')} no lote ${batch}, que está sem confirmação; nada foi enviado. Apure a cobrança com '${next.command('bulk resume', batch)}', ou decida com '${next.command('bulk resolve', batch)}', e execute ${next.again()} de novo.`,
};
