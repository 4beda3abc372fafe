import type { OpenDecision, UnknownPrice } from '../../errors/batch.js';
import type * as en from '../en/errors-batch.js';
import { isSentence } from '../words.js';
import type { BatchLeftMessages, CommandErrorsOf, ErrorsOf, NextSteps } from '../reader.js';
import { agree, number, phrases, plural, s } from './phrases.js';

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

/** Single lookups and identifiers, for every reader. */
export const lookupErrors: ErrorsOf<typeof en.lookupErrors> = {
  bad_birth_date: ({ why }) =>
    ({
      form: 'A data de nascimento deve ter a forma DD/MM/AAAA ou DDMMAAAA.',
      no_day:
        'A data de nascimento não é uma data válida a partir de 1900; a ordem é dia, mês, ano.',
      future: 'A data de nascimento está no futuro.',
    })[why],
  lookup_under_way: () =>
    'Nada foi enviado: outro processo está consultando este identificador. Tente de novo; a resposta dele será reaproveitada.',
  job_under_lookup: ({ job, items }) =>
    s`A remessa ${job} não foi enviada: o prazo terminou com ${plural(items, 'identificador', 'identificadores')} dela ainda em consulta simples. Execute de novo.`,
  not_asked: ({ because }, { sentence }) =>
    s`Não enviado, porque uma consulta anterior falhou: ${sentence(because)}`,
  empty: ({ kind }) => s`Isto não é um ${kind.toUpperCase()}: está vazio.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'Isto não é um CPF: não tem 11 dígitos.'
      : 'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  check_digit: ({ kind }) =>
    s`Isto não é um ${kind.toUpperCase()}: os dígitos verificadores não conferem.`,
  repeated: ({ kind }) =>
    s`Isto não é um ${kind.toUpperCase()}: todos os caracteres são iguais, e um número assim nunca é emitido.`,
};

/** The same for the command. */
export const commandLookupErrors: CommandErrorsOf<typeof en.commandLookupErrors> = {
  lookup_in_doubt: (facts, next) => {
    const what = (): string => {
      if (facts.why === 'too_soon')
        return s`Execute o mesmo comando de novo daqui a ${plural(Math.ceil(facts.ms / 1000), 'segundo', 'segundos')}: o saldo pode então mostrar que não houve cobrança.`;
      if (facts.why === 'others_running')
        return s`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${next.watching(facts.liveBatches)}). Depois, execute o mesmo comando de novo.`;
      if (facts.why !== 'undecidable')
        return {
          unreadable:
            'Não foi possível ler o saldo, que pode mostrar que não houve cobrança. Execute o mesmo comando de novo.',
          other_account:
            'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso. Use aquela chave.',
          not_settled: 'Execute o mesmo comando de novo para ver no saldo se houve cobrança.',
        }[facts.why];
      return facts.prices.length === 0
        ? 'O saldo não permite saber se houve cobrança.'
        : s`O saldo não permite saber se houve cobrança, porque o preço de um registro ainda é desconhecido. Se você sabe o preço, defina (${phrases.prices(facts.prices, next)}) e execute o mesmo comando de novo.`;
    };
    return s`Nada foi enviado: uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada. ${what()} Com --fresh, a consulta é feita agora e pode custar mais ${plural(facts.price, 'crédito', 'créditos')}.`;
  },
  lookup_in_batch: ({ batch, state, price }, next) =>
    state === 'running'
      ? s`Nada foi enviado: o lote ${batch} está consultando este identificador. Aguarde com '${next.command('bulk watch', batch)}'; o que ele encontrar não custa mais nada.`
      : s`Nada foi enviado: o lote ${batch} enviou este identificador e ficou sem resposta, por isso pode ter havido cobrança. Resolva com '${next.command('bulk resolve', batch)}'; com --fresh, a consulta é feita agora e pode custar mais ${plural(price, 'crédito', 'créditos')}.`,
  needs_realtime: () => '--birth-date só vale com --realtime.',
  needs_birth_date: () => 'Uma consulta em tempo real precisa de --birth-date DD/MM/AAAA.',
  one_cpf: () => 'Uma consulta em tempo real aceita um único CPF.',
};
