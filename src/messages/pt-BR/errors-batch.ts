import { FIT, maxCredits as creditsOption, newBatch, OVERAGE } from '../steps.js';
import type { NextSteps, Reader } from '../reader.js';
import type * as en from '../en/errors-batch.js';
import type { OpenDecision, UnknownPrice } from '../../errors/facts.js';
import { isSentence } from '../words.js';
import { agree, n, number, phrases, s } from './phrases.js';

/** Each choice as a whole command, and what it may cost. */
export function choices({ batch, items, cost }: OpenDecision, next: NextSteps): string {
  return s`Escolha: '${next.command('bulk resolve', batch, '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--adopt', '<jobId>')}' vincula a remessa que está no serviço, sem custo a mais (o suporte dele ou o log de um proxy pode informar o jobId); '${next.command('bulk resolve', batch, '--resubmit')}' reenvia ${agree(items, 'o identificador', 'os identificadores')} por até ${n.credits(cost)}, e você paga duas vezes se o serviço já ${agree(items, 'o recebeu', 'os recebeu')}.`;
}

/** The user may know what the history does not show. */
function sayPrice(
  { prices, batch }: { readonly prices: readonly UnknownPrice[]; readonly batch: string },
  next: Reader,
): string {
  if (prices.length === 0) return '';
  return s` Se você sabe o preço de um registro, defina (${phrases.prices(prices, next)}) e execute ${next.onward(batch)} de novo.`;
}

export const batchErrors: typeof en.batchErrors = {
  batch_forgotten: (_, next) =>
    s`Outra execução acabou de descartar ou remover este lote. Execute ${next.again()} de novo.`,
  job_id_unreadable: ({ batch, job, path }) =>
    s`Nada foi enviado nem alterado: não é possível ler o arquivo ${path}, com o id da remessa ${job} do lote ${batch}, que o serviço aceitou. Mova-o para outra pasta e execute de novo; a remessa fica então sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.`,
  ledger_unwritable: (facts, next) => {
    if (facts.of === 'record')
      return facts.waits === true
        ? 'O registro está pago e guardado nesta máquina, mas o banco de dados do histórico está fora do ar. Quando ele voltar, o próximo comando aqui grava o registro; depois, execute isto de novo.'
        : 'O registro está pago, mas não foi possível gravá-lo no histórico (disco cheio?). Guarde esta saída: consultar de novo será cobrado de novo.';
    const { batch, job, jobId } = facts;
    if (facts.waits === true)
      return s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas o banco de dados do histórico está fora do ar. O id está guardado nesta máquina; quando o banco voltar, execute isto de novo para gravá-lo.`;
    const accepted = s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas não foi possível gravar o histórico. Anote esse id e libere espaço em disco.`;
    return s`${accepted} Depois, execute '${next.command('bulk resolve', batch, '--adopt', jobId)}'.`;
  },
  empty_batch_name: () => 'O nome do lote está vazio. Use o id dele, ou o começo do id.',
  ambiguous_batch: ({ prefix, ids }) =>
    s`Vários lotes começam com ${prefix}: ${ids.join(', ')}. Digite mais caracteres do id.`,
  batch_not_planned: ({ batch, file }, next) =>
    s`O lote ${batch} foi interrompido durante a leitura de ${file}. Para ler o arquivo de novo: '${next.command('bulk run', file)}'.`,
  adopt_known: ({ jobId, owner, batch }) =>
    s`Nada foi alterado no lote ${batch}: a remessa ${jobId} já pertence ao lote ${owner}.`,
  adopt_not_found: ({ jobId, said = '' }) =>
    s`O serviço não mostra nenhuma remessa ${jobId} a esta chave${said === '' ? '' : s` e respondeu: "${said}"`}${isSentence(said) ? '' : '.'} Verifique o id e a chave.`,
  adopt_too_early: ({ jobId }, next) =>
    s`Nada foi alterado: a remessa ${jobId} ainda não tem resultados e não pode ser vinculada. Execute ${next.again()} de novo quando ela tiver algum.`,
  adopt_nameless: ({ jobId, batch }, next) =>
    s`Nada foi alterado: a remessa ${jobId} terminou sem resultados e não pode ser vinculada. '${next.command('bulk resolve', batch, '--abandon')}' descarta o que falta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia, e você paga duas vezes se o serviço já recebeu.`,
  adopt_misfit: ({ jobId, items, batch }) =>
    s`Nada foi alterado: a remessa ${jobId} (${n.identifiers(items)}) não corresponde a nenhuma remessa sem confirmação do lote ${batch}; o tamanho ou os identificadores são outros.`,
  declined: ({ nothing }) => (nothing === 'changed' ? 'Nada foi alterado.' : 'Nada foi enviado.'),
  limit_passed: ({ of, spent, limit }, next) => {
    const when = { run: 'nesta execução', day: 'hoje (UTC)', month: 'neste mês (UTC)' }[of];
    return s`Nada mais foi enviado: o preço de um registro subiu, e ${when} ${agree(spent, 'foi cobrado', 'foram cobrados')} ${n.credits(spent)}, acima do teto de ${number(limit)}. Para ver o que foi cobrado: '${next.command('spend')}'.`;
  },
  price_unproved: ({ kind }, next) => {
    const unsent = s`Nada mais foi enviado: o preço de um ${kind.toUpperCase()} ainda é desconhecido, e o que foi enviado pode custar tudo o que resta.`;
    return s`${unsent} Execute ${next.onward()} de novo quando as remessas em andamento terminarem; se não houver nenhuma, defina o preço: ${phrases.prices([kind], next)}.`;
  },
  job_taken: ({ job }, next) =>
    s`Outra execução acabou de alterar a remessa ${job}. Para ver: '${next.command('bulk status')}'.`,
  batch_held: ({ batch, by }, next) =>
    s`Outra execução está trabalhando no lote ${batch}${phrases.holder(by)}. Espere por ela, ou veja a situação: '${next.command('bulk status', batch)}'.`,
  no_such_batch: ({ prefix }, next) =>
    s`O lote ${prefix} não existe aqui. '${next.command('bulk list')}' mostra os lotes; o sandbox, cada perfil e cada URL base têm os seus.`,
  no_batches: (_, next) =>
    s`Ainda não há lotes. Para criar um: '${next.command('bulk run', '<arquivo>')}'.`,
  batch_not_ended: ({ batch }, next) =>
    s`O lote ${batch} não terminou. Aguarde com '${next.command('bulk watch', batch)}', ou use --partial para exportar o que já existe.`,
  batch_under_way: ({ batch, state }, next) =>
    s`Nada foi removido: o lote ${batch} está em andamento ou sem confirmação, e os resultados podem já estar pagos. ${state === 'running' ? s`Aguarde com '${next.command('bulk watch', batch)}', ou descarte` : 'Descarte'}-o antes com '${next.command('bulk resolve', batch, '--abandon')}'; o que foi cobrado continua cobrado.`,
  nothing_unconfirmed: ({ batch, job }, next) =>
    s`Não há nada a decidir: o lote ${batch} não tem remessa sem confirmação${job === undefined ? '' : s` de número ${job}`}. Para ver a situação: '${next.command('bulk status', batch)}'.`,
  looked_up_elsewhere: ({ items, job, batch, state }, next) =>
    state === 'running'
      ? s`A remessa ${job} não foi enviada: ${n.identifiers(items)} dela já ${agree(items, 'está sendo consultado', 'estão sendo consultados')} no lote ${batch}. Aguarde '${next.command('bulk watch', batch)}' e execute ${next.again()} de novo; ${agree(items, 'a resposta então não custa', 'as respostas então não custam')} mais nada.`
      : s`A remessa ${job} não foi enviada: ${n.identifiers(items)} dela ${agree(items, 'pode ter sido cobrado', 'podem ter sido cobrados')} no lote ${batch}, que está sem confirmação. Apure com '${next.command('bulk resume', batch)}', ou resolva com '${next.command('bulk resolve', batch)}'; depois, execute ${next.again()} de novo.`,
  submission_unconfirmed: (facts, next) => {
    const { batch, job, items } = facts;
    switch (facts.why) {
      case 'no_answer':
        return s`A remessa ${job} do lote ${batch} (${n.identifiers(items)}) pode ter sido cobrada. Execute ${next.onward(batch)} de novo: ele espera, e só reenvia a remessa se o saldo mostrar que nada foi cobrado.`;
      case 'deadline':
        return s`A remessa ${job} do lote ${batch} (${n.identifiers(items)}) pode ter sido cobrada, e o prazo não dá tempo de apurar. Nada é reenviado. Para esperar mais, execute ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}.`;
      case 'others_running':
        return s`A remessa ${job} do lote ${batch} (${n.identifiers(items)}) pode ter sido cobrada, o que só aparece quando nenhuma outra remessa estiver em andamento (${phrases.watching(facts.liveBatches, next)}). Nada é reenviado. Depois, execute ${next.onward(batch)} de novo.`;
      case 'undecided':
        return s`A remessa ${job} do lote ${batch} (${n.identifiers(items)}) pode ter sido cobrada: ${phrases.undecided[facts.because]}. Nada é reenviado automaticamente; '${next.command('bulk status', batch)}' mostra os dados. ${choices(facts, next)}${sayPrice(facts, next)}`;
      case 'left_out': {
        const settled = facts.isDecided
          ? 'O saldo não permite saber se houve cobrança.'
          : s`Execute ${next.onward(batch)} de novo para ver no saldo se houve cobrança.`;
        return s`${n.identifiers(items)} do lote ${batch} não ${agree(items, 'foi enviado', 'foram enviados')}: uma consulta simples ficou sem resposta e pode ter sido cobrada. ${settled} Para enviar ${agree(items, 'esse identificador', 'esses identificadores')} assim mesmo, talvez pagando duas vezes: '${next.command('bulk resolve', batch, '--resubmit')}'.${sayPrice(facts, next)}`;
      }
    }
  },
  over_max_credits: ({ of, worstCase, maxCredits, limit, isPartSent = false }, next) => {
    const raised = { set: [creditsOption(worstCase)] };
    if (of === 'rest')
      return s`O restante não foi enviado e não custou nada: pode custar ${n.credits(worstCase)}, e esta execução ainda pode gastar ${number(maxCredits)}. Para enviar, execute ${next.onward(undefined, raised.set)}.`;
    if (limit !== undefined)
      return s`Nada foi enviado: pode custar ${n.credits(worstCase)}, e ${agree(maxCredits, 'resta', 'restam')} ${number(maxCredits)} de --max-credits ${limit}. Aumente --max-credits para enviar.`;
    const told = s`Nada foi enviado: o lote pode custar ${n.credits(worstCase)}, acima do teto de ${maxCredits} (--max-credits). Aumente --max-credits para enviá-lo`;
    return next.fits && next.inputs === 1 && isPartSent
      ? s`${told} inteiro${next.shown(raised)}, ou use --fit-balance para enviar o que cabe no teto${next.shown(FIT)}.`
      : s`${told}${next.inputs === 1 ? next.shown(raised) : ''}.`;
  },
  over_period_budget: ({ of, cost, left, limit, fits, isPartSent = false }, next) => {
    const [period, later] = of === 'day' ? ['de hoje', 'amanhã'] : ['deste mês', 'no mês que vem'];
    const told = s`Nada foi enviado: pode custar ${n.credits(cost)}, e do teto ${period} (${number(limit)}, UTC) ${agree(left, 'resta', 'restam')} ${number(left)}. Aumente --max-credits-per-${of}`;
    if (cost <= limit || fits === true)
      return s`${told}, ou continue ${later} (UTC) com ${next.again()}.`;
    return next.fits && isPartSent
      ? s`${told} ou use --fit-balance para enviar agora o que cabe${next.shown(FIT)}.`
      : `${told}.`;
  },
  over_balance: ({ of, worstCase, balance, withoutOverage: plan, isPartSent = false }, next) => {
    const what = {
      batch: 'Nada foi enviado: o lote',
      resubmission: 'Nada foi alterado: reenviar',
      next_job: 'A próxima remessa não foi enviada:',
    }[of];
    const none = plan === undefined ? '' : s` (o plano ${plan} não tem excedente)`;
    const told = s`${what} pode custar ${n.credits(worstCase)}, e o saldo é ${number(balance)}${none}.`;
    const overage = s`--allow-overage para aceitar o excedente${of === 'batch' ? next.shown(OVERAGE) : ''}`;
    if (of === 'batch' && isPartSent)
      return s`${told} Use --fit-balance para enviar o que ele cobre${next.shown(FIT)}${plan === undefined ? `, ou ${overage}` : ''}.`;
    const others = [
      ...(of === 'next_job' ? ['--fit-balance'] : []),
      ...(plan === undefined ? [overage] : []),
    ];
    const run = of === 'next_job' ? next.onward() : next.again();
    return s`${told} Execute ${run} de novo quando houver créditos${others.length === 0 ? '' : `, ou com ${others.join(' ou ')}`}.`;
  },
  other_key: (facts, next) => {
    const { batch, madeWith, inUse, isUnderWay, isOwed } = facts;
    const told = s`O lote ${batch} foi criado com outra chave de API (código ${madeWith}; em uso: ${inUse}), e o serviço só mostra as remessas a ela:`;
    if (isUnderWay)
      return s`${told} use aquela chave. Se ela não existe mais, '${next.command('bulk resolve', batch, '--abandon')}' descarta as remessas em andamento; o que elas custaram continua cobrado.`;
    const { exported, command, isOwn } = newBatch(facts, next);
    const none = s`${told} nenhuma remessa dele está em andamento.`;
    if (!isOwn)
      return s`${none} '${exported}' grava o que existe; ${command} cria um lote novo com a chave em uso.`;
    return isOwed
      ? s`${none} Grave antes o resultado dele: '${exported}'. Depois, ${command} cria um lote novo com a chave em uso e reaproveita o que você já pagou; ${next.again()} consultaria e cobraria tudo de novo.`
      : s`${none} ${command} cria um lote novo com a chave em uso e reaproveita o que você já pagou.`;
  },
};
