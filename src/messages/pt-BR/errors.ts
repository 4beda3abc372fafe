import { by, given, inside, is, m, next, pick, when, where } from '../sentence.js';
import * as words from '../words.js';
import type * as en from '../en/errors.js';
import { agree, count, n, num, phrases, s, second, unexpectedCharges } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Escolha: '${next.command('bulk resolve', 'batch', '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' vincula a remessa que está no serviço, sem custo a mais (o suporte dele ou o log de um proxy pode informar o jobId); '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia ${agree('items', 'o identificador', 'os identificadores')} por até ${n.credits('cost')}, e você paga duas vezes se o serviço já ${agree('items', 'o recebeu', 'os recebeu')}.`;

export const declined = pick('nothing', {
  changed: 'Nada foi alterado.',
  sent: 'Nada foi enviado.',
});

const fitOrWait = where(
  is.divisible,
  m` Use --fit-balance para enviar o que ele cobre${next.shown('--fit-balance')}`,
  m` Execute ${next.again} de novo quando houver créditos`,
);

const withoutFresh = where(
  is.fresh,
  ' (sem --fresh, para que o que já foi respondido não seja cobrado de novo)',
);

/** In a list, the others of it are paid for again. */
const lookedUpNow = where(
  is.list,
  m` Para consultar agora, execute só este identificador com --fresh, o que pode custar mais ${n.credits('price')}; com a lista inteira, --fresh paga de novo por cada identificador.`,
  m` Com --fresh, a consulta é feita agora e pode custar mais ${n.credits('price')}.`,
);

/** The sentence of each other error code that programs meet, too. */
export const errors: typeof en.errors = () => ({
  others_settling: m`Nada mais foi enviado: ${inside('by', m`${'host'} está apurando desde ${by(second, 'since')} uma cobrança`)} sem confirmação, e o lote ${'batch'} aguarda. Execute o mesmo comando mais tarde.`,
  bad_birth_date: m`A data de nascimento deve ser um dia a partir de 1900, na forma DD/MM/AAAA ou DDMMAAAA, e não no futuro.`,
  lookup_under_way: m`Nada foi enviado: outro processo está consultando este identificador. Tente de novo; a resposta dele será reaproveitada.`,
  job_under_lookup: m`A remessa ${'job'} não foi enviada: o prazo terminou com ${n.identifiers('items')} dela ainda em consulta simples. Execute de novo.`,
  not_asked: m`Não enviado, porque uma consulta anterior falhou: ${next.because}`,
  empty: m`Isto não é um ${by(words.upper, 'kind')}: está vazio.`,
  format: pick('kind', {
    cpf: 'Isto não é um CPF: não tem 11 dígitos.',
    cnpj: 'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  }),
  check_digit: m`Isto não é um ${by(words.upper, 'kind')}: os dígitos verificadores não conferem.`,
  repeated: m`Isto não é um ${by(words.upper, 'kind')}: todos os caracteres são iguais, e um número assim nunca é emitido.`,
  lookup_in_doubt: m`Nada foi enviado: uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada. ${pick(
    'why',
    {
      not_settled: m`Execute o mesmo comando de novo${given('ms', m` daqui a ${by(phrases.seconds, 'ms')}`)} para ver no saldo se houve cobrança.`,
      others_running: m`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${phrases.watching}). Depois, execute o mesmo comando de novo.`,
      other_account:
        'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso. Use aquela chave.',
      undecidable: 'O saldo não permite saber se houve cobrança.',
    },
  )}${lookedUpNow}`,
  lookup_in_batch: pick('state', {
    running: m`Nada foi enviado: o lote ${'batch'} está consultando este identificador. Aguarde com '${next.command('bulk watch', 'batch')}'; o que ele encontrar não custa mais nada.`,
    unconfirmed: m`Nada foi enviado: o lote ${'batch'} enviou este identificador e ficou sem resposta, por isso pode ter havido cobrança. Resolva com '${next.command('bulk resolve', 'batch')}'.${lookedUpNow}`,
  }),
  batch_forgotten: m`Outra execução acabou de descartar ou remover este lote. Execute ${next.again} de novo.`,
  empty_batch_name: m`O nome do lote está vazio. Use o id dele, ou o começo do id.`,
  ambiguous_batch: m`Vários lotes começam com ${'prefix'}: ${'ids'}. Digite mais caracteres do id.`,
  batch_not_planned: m`O lote ${'batch'} foi interrompido durante a leitura de ${'file'}. Para ler o arquivo de novo: '${next.command('bulk run', 'file')}'.`,
  adopt_known: m`Nada foi alterado no lote ${'batch'}: a remessa ${'jobId'} já pertence ao lote ${'owner'}.`,
  adopt_not_found: m`O serviço não mostra nenhuma remessa ${'jobId'} a esta chave${given('said', m` e respondeu: "${'said'}"`)}${by(words.fullStop, 'said')} Verifique o id e a chave.`,
  adopt_too_early: m`Nada foi alterado: a remessa ${'jobId'} ainda não tem resultados e não pode ser vinculada. Execute ${next.again} de novo quando ela tiver algum.`,
  adopt_nameless: m`Nada foi alterado: a remessa ${'jobId'} terminou sem resultados e não pode ser vinculada. '${next.command('bulk resolve', 'batch', '--abandon')}' descarta o que falta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia, e você paga duas vezes se o serviço já recebeu.`,
  adopt_misfit: m`Nada foi alterado: a remessa ${'jobId'} (${n.identifiers('items')}) não corresponde a nenhuma remessa sem confirmação do lote ${'batch'}; o tamanho ou os identificadores são outros.`,
  limit_passed: m`Nada mais foi enviado: ${count('spent', 'crédito foi cobrado', 'créditos foram cobrados')} ${pick('of', { run: 'nesta execução', day: 'hoje (UTC)', month: 'neste mês (UTC)' })}, mais que o teto de ${num('limit')}. Para ver o que foi cobrado: '${next.command('spend')}'.`,
  unexpected_charges: unexpectedCharges,
  balance_unreadable: when(
    'only',
    true,
    m`Nada foi enviado: não foi possível ler o saldo. Repita ${next.again} mais tarde, ou use --allow-overage para enviar sem saber o saldo.`,
    m`Nada foi enviado: não foi possível ler o saldo, e sem ele o teto não pode ser cumprido. Repita ${next.again} mais tarde.`,
  ),
  balance_awaited: (facts, to) =>
    facts.batches.length === 0
      ? s`Nada foi enviado: o saldo ainda não mostra quanto custaram as consultas anteriores. Repita ${to.again()} em dois minutos.`
      : s`Nada foi enviado: o lote ${facts.batches[0] ?? ''} ainda está em andamento e, até o saldo mostrar quanto custa um registro, os envios são feitos um por vez. Aguarde com '${to.command('bulk watch', facts.batches[0] ?? '')}' ou descarte com '${to.command('bulk resolve', facts.batches[0] ?? '', '--abandon')}'; depois, repita ${to.again()}.`,
  shared_needs_prices: m`Nada foi enviado: outros programas usam esta conta ('shared'), então um teto precisa do preço de um registro. Defina: ${phrases.untoldPrices}.`,
  batch_held: m`Outra execução está trabalhando no lote ${'batch'}${phrases.heldBy}. Espere por ela, ou veja a situação: '${next.command('bulk status', 'batch')}'.`,
  no_such_batch: m`O lote ${'prefix'} não existe aqui. '${next.command('bulk list')}' mostra os lotes; o sandbox, cada perfil e cada URL base têm os seus.`,
  no_batches: m`Ainda não há lotes. Para criar um: '${next.command('bulk run', '<arquivo>')}'.`,
  batch_not_ended: m`O lote ${'batch'} não terminou. ${pick('state', { running: m`Aguarde com '${next.command('bulk watch', 'batch')}'`, unsent: m`Parte dele nunca foi enviada: '${next.command('bulk status', 'batch')}' mostra como enviá-la` })}, ou use --partial para exportar o que já existe.`,
  batch_under_way: m`Nada foi removido: o lote ${'batch'} está em andamento ou sem confirmação, e os resultados podem já estar pagos. ${pick('state', { running: m`Aguarde com '${next.command('bulk watch', 'batch')}', ou descarte`, unconfirmed: 'Descarte' })}-o antes com '${next.command('bulk resolve', 'batch', '--abandon')}'; o que foi cobrado continua cobrado.`,
  nothing_unconfirmed: m`Não há nada a decidir: o lote ${'batch'} não tem remessa sem confirmação${given('job', m` de número ${'job'}`)}. Para ver a situação: '${next.command('bulk status', 'batch')}'.`,
  looked_up_elsewhere: pick('state', {
    running: m`A remessa ${'job'} não foi enviada: ${n.identifiers('items')} dela já ${agree('items', 'está sendo consultado', 'estão sendo consultados')} no lote ${'batch'}. Aguarde '${next.command('bulk watch', 'batch')}' e execute ${next.again} de novo; ${agree('items', 'a resposta então não custa', 'as respostas então não custam')} mais nada.`,
    unconfirmed: m`A remessa ${'job'} não foi enviada: ${n.identifiers('items')} dela ${agree('items', 'pode ter sido cobrado', 'podem ter sido cobrados')} no lote ${'batch'}, que está sem confirmação. Apure com '${next.command('bulk resume', 'batch')}', ou resolva com '${next.command('bulk resolve', 'batch')}'; depois, execute ${next.again} de novo.`,
  }),
  declined,
  job_taken: m`Outra execução acabou de alterar a remessa ${'job'}. Para ver: '${next.command('bulk status')}'.`,
  batch_lost: m`Este processo ficou suspenso por tempo demais, e outra execução assumiu o lote ${'batch'}${phrases.heldBy}. Nada foi alterado depois disso; execute o mesmo comando de novo.`,
  submission_unconfirmed: pick('why', {
    no_answer: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada. Execute ${next.patiently} de novo: ele espera, e só reenvia a remessa se o saldo mostrar que nada foi cobrado.`,
    deadline: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada, e o prazo não dá tempo de apurar. Nada é reenviado. Para esperar mais, execute ${next.longer}.`,
    others_running: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada, o que só aparece quando nenhuma outra remessa estiver em andamento (${phrases.watching}). Nada é reenviado. Depois, execute ${next.onward('batch')} de novo.`,
    undecided: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada: ${pick('because', phrases.undecided)}. Nada é reenviado automaticamente; '${next.command('bulk status', 'batch')}' mostra os dados. ${choices}`,
    left_out: m`${n.identifiers('items')} do lote ${'batch'} não ${agree('items', 'foi enviado', 'foram enviados')}: uma consulta simples ficou sem resposta e pode ter sido cobrada. ${when('isDecided', true, 'O saldo não permite saber se houve cobrança.', m`Execute ${next.patiently} de novo para ver no saldo se houve cobrança.`)} Para enviar ${agree('items', 'esse identificador', 'esses identificadores')} assim mesmo, talvez pagando duas vezes: '${next.command('bulk resolve', 'batch', '--resubmit')}'.`,
  }),
  over_max_credits: when(
    'of',
    'rest',
    m`O restante não foi enviado e não custou nada: pode custar ${n.credits('worstCase')}, e esta execução ainda pode gastar ${num('maxCredits')}. Para enviar, execute ${next.raisedOnward}.`,
    when(
      'of',
      'files',
      m`Nada foi enviado: juntos, os arquivos podem custar ${n.credits('worstCase')}, acima do teto de ${'maxCredits'} (--max-credits). Aumente --max-credits para enviá-los${next.raisedAll}${where(is.divisible, m`, ou use --fit-balance para enviar o que cabe no teto${next.shown('--fit-balance')}`)}.`,
      given(
        'limit',
        m`Nada foi enviado: pode custar ${n.credits('worstCase')}, e ${agree('maxCredits', 'resta', 'restam')} ${num('maxCredits')} de --max-credits ${'limit'}. Para enviar, use um teto só para ele${next.raised}${withoutFresh}.`,
        m`Nada foi enviado: o lote pode custar ${n.credits('worstCase')}, acima do teto de ${'maxCredits'} (--max-credits). Aumente --max-credits para enviá-lo${next.raised}${where(is.divisible, m`, ou use --fit-balance para enviar o que cabe no teto${next.shown('--fit-balance')}`)}.`,
      ),
    ),
  ),
  over_period_budget: m`Nada foi enviado: pode custar ${n.credits('cost')}, e do teto ${pick('of', { day: 'de hoje', month: 'deste mês' })} (${num('limit')}, UTC) ${agree('left', 'resta', 'restam')} ${num('left')}. Aumente --max-credits-per-${'of'}${withoutFresh}${where(
    is.coveredLater,
    m`, ou continue ${pick('of', { day: 'amanhã', month: 'no mês que vem' })} (UTC) com ${next.again}`,
    where(
      is.divisible,
      m` ou use --fit-balance para enviar agora o que cabe${next.shown('--fit-balance')}`,
    ),
  )}.`,
  over_balance: m`${pick('of', { batch: 'Nada foi enviado: o lote', files: 'Nada foi enviado: o total dos arquivos', resubmission: 'Nada foi alterado: reenviar', next_job: 'A próxima remessa não foi enviada:' })} pode custar ${n.credits('worstCase')}, e o saldo é ${num('balance')}${given('withoutOverage', m` (o plano ${'withoutOverage'} não tem excedente)`)}.${pick(
    'of',
    {
      batch: fitOrWait,
      files: fitOrWait,
      resubmission: m` Execute ${next.again} de novo quando houver créditos`,
      next_job: m` Execute ${next.onward()} de novo quando houver créditos${where(is.divisible, ', ou com --fit-balance para enviar o que ele cobre')}`,
    },
  )}${given('withoutOverage', '', m`, ou use --allow-overage para aceitar o excedente${when('of', 'batch', next.shown('--allow-overage'), when('of', 'files', next.shown('--allow-overage')))}`)}.`,
  terminated: next.stopped,
  other_key: m`O lote ${'batch'} foi criado com outra chave de API (código ${'madeWith'}; em uso: ${'inUse'}), e o serviço só mostra as remessas a ela: ${when(
    'isUnderWay',
    true,
    m`use aquela chave. Se ela não existe mais, '${next.command('bulk resolve', 'batch', '--abandon')}' descarta as remessas em andamento; o que elas custaram continua cobrado.`,
    m`nenhuma remessa dele está em andamento. '${when('isPlanned', true, next.command('bulk export', 'batch', '--partial'), next.command('bulk export', 'batch'))}' grava o que existe. Depois, ${next.renewed} cria um lote novo com a chave em uso e reaproveita o que você já pagou${when('isOwed', true, m`; ${next.again} consultaria e cobraria tudo de novo`)}.`,
  )}`,
});
