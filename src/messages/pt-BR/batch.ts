import type { Messages } from '../en/index.js';
import { repeatWith } from '../next-steps.js';
import {
  agree,
  batches,
  credits,
  identifiers,
  jobs,
  number,
  plural,
  records,
  rows,
  s,
} from './phrases.js';

export const batch: Messages['batch'] = {
  heading: (id) => s`Lote ${id}`,
  rowsRead: (count) => plural(count, 'linha lida', 'linhas lidas'),
  submitted: (sent) =>
    s`${plural(sent.items, 'identificador enviado', 'identificadores enviados')} em ${jobs(sent.jobs)}.`,
  jobsSoFar: ({ sent, ended }) =>
    s`${plural(sent, 'remessa enviada', 'remessas enviadas')}, ${plural(ended, 'terminada', 'terminadas')}`,
  waitingForBatches: (others) => s`Aguardando remessas em andamento de outros lotes: ${others}`,
  jobNotCharged: (seq) => s`Remessa ${seq}: não foi cobrada; pode ser reenviada`,
  jobUndecidable: ({ seq }) =>
    s`Remessa ${seq}: continua sem confirmação, o saldo não mostra se foi cobrada`,
  jobState: ({ seq, state, error }) => s`Remessa ${seq}: ${state}${error ? s` (${error})` : ''}`,

  continuing: (id, createdAt) => s`Continuando o lote ${id} de ${createdAt}`,
  alreadyComplete: (at) => s`Concluído em ${at}, nada enviado.`,
  alreadyCompleteTooOld: ({ at, worstCase }) =>
    s`Concluído em ${at}, nada enviado. As respostas são mais antigas do que --reuse e --fresh aceitam; ` +
    s`para consultar de novo, por no máximo ${credits(worstCase)}: --again.`,
  invalidRows: (invalid) => plural(invalid, 'linha inválida', 'linhas inválidas'),
  duplicates: (duplicates) => plural(duplicates, 'duplicada', 'duplicadas'),
  zerosRestored: (repaired) => s`${repaired} com zeros recuperados`,
  expectedCost({ expected, expectedFrom }) {
    const last = agree(expectedFrom, 'no último', s`nos últimos ${number(expectedFrom)}`);
    return s`previsão: ${number(expected)} (taxa de acerto ${last})`;
  },
  answeredNextPoll: ({ answered, unique, seconds }) =>
    s`${answered} de ${plural(unique, 'respondido', 'respondidos')}; nova verificação em ${seconds} s`,
  reportWritten: (file) => s`Relatório: ${file}`,
  resultWritten: (path, count) => s`Resultado: ${path} (${rows(count)}).`,
  charactersReplaced({ replaced }) {
    const were = plural(
      replaced,
      'caractere fora da codificação deste arquivo foi substituído',
      'caracteres fora da codificação deste arquivo foram substituídos',
    );
    return s`${were}; -o com .json ou .jsonl ${agree(replaced, 'o preserva', 'os preserva')}.`;
  },
  cellsCut({ cut }) {
    const were = plural(
      cut,
      'célula longa demais para uma planilha foi cortada',
      'células longas demais para uma planilha foram cortadas',
    );
    const keepsWhole = agree(cut, 'a mantém inteira', 'as mantém inteiras');
    return s`${were}; -o com .csv ${keepsWhole}, --partners grava uma linha por sócio.`;
  },
  balanceNothingSent: (balance) => s`Saldo: ${balance}. Nada foi enviado.`,
  paidForBefore: (count) =>
    s`${plural(count, 'deles já foi pago e será pago', 'deles já foram pagos e serão pagos')} de novo.`,
  abandonedAskedAgain({ count }) {
    const mayHave = plural(
      count,
      'identificador descartado antes pode já ter sido cobrado',
      'identificadores descartados antes podem já ter sido cobrados',
    );
    return s`${mayHave}; ${agree(count, 'será reenviado', 'serão reenviados')}.`;
  },
  fromFuture({ records: count }) {
    const are = plural(count, 'registro do histórico está', 'registros do histórico estão');
    const reused = agree(count, 'Ele é reaproveitado', 'Eles são reaproveitados');
    const erased = agree(count, 'o registro deve ser apagado', 'os registros devem ser apagados');
    return (
      s`${are} com data no futuro: algum relógio estava adiantado, ou o desta máquina está atrasado agora. ` +
      s`Se o relógio estiver errado, corrija-o. ${reused} com qualquer idade; --fresh consulta de novo, ` +
      s`e confere purge --older-than pergunta se ${erased}.`
    );
  },
  erasedAskedAgain({ file, rows: count }) {
    const were = agree(count, 'foi apagada', 'foram apagadas');
    const those = agree(
      count,
      'se ainda estiver neste arquivo, será consultada, cobrada e armazenada',
      'as que ainda estiverem neste arquivo serão consultadas, cobradas e armazenadas',
    );
    return s`${plural(count, 'linha de um', 'linhas de um')} ${file} anterior ${were} com purge; ${those} de novo.`;
  },
  noBatches: 'Ainda não há lotes.',
  noneMatches: 'Nenhum lote corresponde.',
  olderBatchesNotShown: ({ count }) =>
    s`${plural(count, 'lote mais antigo não aparece', 'lotes mais antigos não aparecem')}; --limit mostra mais.`,
  foundErased: ({ erased }) =>
    s`As remessas encontraram mais ${records(erased)}, ${agree(erased, 'apagado', 'apagados')} depois.`,
  nextNothing: 'próximo passo: nenhum; o resultado foi gravado',
  olderResult: (path) => s`resultado (anterior às últimas respostas): ${path}`,
  notSent: '(não enviada)',
  noAnswer: '(sem resposta)',
  next: (command) => s`próximo passo: ${command}`,
  asWorkbook: (command) => s`para o Excel: ${command}`,
  cnpjRoots: ({ count, roots }) =>
    s`${plural(count, 'linha tem', 'linhas têm')} só os 8 primeiros caracteres de um CNPJ (${roots}): ` +
    s`${agree(count, 'inválida', 'inválidas')}; se o resto está em outras colunas, --column 1+2+3 junta as partes.`,
  otherKind: (count, other, kindOfColumn, rowNumbers) =>
    s`${plural(count, 'linha contém', 'linhas contêm')} um ${other} válido nesta coluna de ${kindOfColumn} (${rowNumbers}): ` +
    'inválido aqui; --type both consulta os dois tipos.',
  rejectedRows: (path, count) => s`Linhas rejeitadas: ${path} (${rows(count)}).`,
  rowList: (count, listed) => s`${agree(count, 'linha', 'linhas')} ${listed}`,
  askToSendFiles: ({ toSend, files, worstCase, money = '', balance }) =>
    s`Enviar ${identifiers(toSend)} de ${plural(files, 'arquivo', 'arquivos')}, ` +
    s`por no máximo ${credits(worstCase)}${money}, com saldo de ${number(balance)}?`,
  plan: ({ rows: count, parts, toSend }) =>
    s`${rows(count)}${parts ? s`: ${parts}` : ''}; ${toSend}.`,
  freeCredits: (count) => plural(count, 'crédito disponível', 'créditos disponíveis'),
  noneSent({ refused, files }, to) {
    const were = agree(refused, 'foi recusado', 'foram recusados');
    return (
      s`Nada foi enviado, porque ${number(refused)} de ${plural(files, 'arquivo', 'arquivos')} ${were}. ` +
      s`Para enviar os outros, use --keep-going${repeatWith(to, '--keep-going')}.`
    );
  },
  reservedCredits: ({ credits: reserved }) =>
    s`${plural(reserved, 'reservado', 'reservados')} para o que está em andamento ou sem confirmação`,
  inLedger: (reused) => plural(reused, 'já pago', 'já pagos'),
  nothingToSend: 'nada a enviar',
  toSend: (count) => s`${count} a enviar`,
  toSendPart: ({ covered, all }) => s`pelo menos ${number(covered)} de ${number(all)} a enviar`,
  toSendByKind: (count, cpf, cnpj) =>
    s`${count} a enviar (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`,
  atMost: (most) => s`até ${credits(most)}`,
  balance: (left) => s`saldo ${number(left)}`,
  atMostOf: ({ credits: most, money = '', balance }) =>
    s`até ${number(most)}${money} de ${credits(balance)}`,
  expectedCredits: (expected) => s`previsão: ${expected}`,
  askToSend({ cpf, cnpj, covered, worstCase, notes }) {
    const parts = [
      cpf > 0 && plural(cpf, 'CPF', 'CPFs'),
      cnpj > 0 && plural(cnpj, 'CNPJ', 'CNPJs'),
    ];
    const isPart = covered < cpf + cnpj;
    const isMixed = cpf > 0 && cnpj > 0;
    const all = isPart && isMixed ? identifiers(cpf + cnpj) : parts.filter(Boolean).join(' e ');
    const what = isPart ? s`pelo menos ${number(covered)} de ${all}` : all;
    return s`Enviar ${what} por até ${credits(worstCase)}${notes && ` (${notes})`}?`;
  },
  events: {
    accepted: ({ seq, items }) =>
      s`Remessa ${seq}: ${plural(items, 'identificador enviado', 'identificadores enviados')}`,
    others_settling: ({ host }) =>
      s`Aguardando ${host}, que está apurando uma cobrança; nada é enviado até lá`,
    ledger_away: () => 'Sem conexão com o banco de dados do histórico; aguardando ele voltar',
    rejected: ({ seq }) =>
      s`Remessa ${seq}: o serviço recusou os identificadores como inválidos; nada foi cobrado`,
    first_part: ({ items }) =>
      s`Enviando antes ${identifiers(items)}, até o saldo mostrar quanto ${agree(items, 'custou', 'custaram')}`,
    planned_again: ({ items }) => s`Enviando de novo ${identifiers(items)} sem resposta`,
    following: ({ id }) =>
      s`Acompanhando o lote ${id}, em uso por outra execução (só visualização)`,
    balance_awaited: () => 'Aguardando o saldo mostrar o que foi cobrado',
    charged_less: () =>
      'A conta foi cobrada em menos do que os registros deveriam custar; os tetos contam o preço inteiro',
  },
};

export const doubt: Messages['doubt'] = {
  onlyNewBatchSendsAgain: ({ command }) =>
    s`Só um lote novo consulta o restante, que pode ser cobrado outra vez: ${command}.`,
  alreadyDecided: 'Essa remessa já foi resolvida.',
  paidTwice: 'Se o serviço recebeu na primeira vez, você paga duas vezes.',
  askResubmit: ({ waiting, cost }) =>
    s`Isto reenvia ${identifiers(waiting)}, por no máximo ${credits(cost)}. ` +
    s`Se o serviço já ${agree(waiting, 'o aceitou', 'os aceitou')} da primeira vez, você paga duas vezes.`,
  askAbandon({ waiting, cost }) {
    const charged = plural(cost, 'crédito foi cobrado', 'créditos foram cobrados');
    const lost = agree(waiting, 'o resultado não virá', 'os resultados não virão');
    return (
      s`Isto descarta ${identifiers(waiting)}. Se o serviço ${agree(waiting, 'o recebeu', 'os recebeu')}, ` +
      s`até ${charged} e ${lost}.`
    );
  },
  nextYourDecision: 'próximo passo: você decide.',
  asOf: (askedAt) => s`Situação em ${askedAt}, a última verificação no serviço.`,
  jobLine: (at, job, sentence) => s`  ${at}  remessa ${job}: ${sentence}`,
  chargedBetween: ({ since, until, charged }) =>
    s`Entre ${since} e ${until} a conta foi cobrada em ${credits(charged)}`,
  chargedUntil: ({ until, charged }) => s`Até ${until} a conta foi cobrada em ${credits(charged)}`,
  othersFound({ charge, others }) {
    const recordsFound = plural(others, 'registro foi encontrado', 'registros foram encontrados');
    return s`${charge}; no mesmo período, ${recordsFound} por outras consultas daqui.`;
  },
  jobCosts: (most) => s`Esta remessa custaria no máximo ${credits(most)}.`,
  cannotTell: (because) => s`Não há como saber se ela foi cobrada: ${because}.`,
  notChargedResent: 'Ela não foi cobrada, por isso foi reenviada.',
  youAdopted: (jobId) => s`você vinculou a remessa ${jobId} do serviço.`,
  youResubmitted: (job) => s`você a reenviou como remessa ${job}.`,
  youAbandoned: 'você a descartou.',
};

export const removal: Messages['removal'] = {
  inputCopyHeldOpen: ({ id }) =>
    s`Lote ${id} apagado, exceto a cópia da entrada, que está aberta em outro programa. O próximo comando a apaga.`,
  batchRemoved: ({ id }) => s`Lote ${id} apagado.`,
  removesBatch: ({ id, file, rows: count }) =>
    s`Isto apaga o lote ${id} (${file}, ${rows(count)}) e os resultados dele.`,
  removesOld: ({ batches: count }) =>
    s`Isto apaga ${batches(count)}, com entradas e resultados, e os registros de consultas simples dessa idade.`,
  fromFuture: ({ records: count }) =>
    s`${number(count)} destes ${agree(count, 'está', 'estão')} com data no futuro: algum relógio estava adiantado, ` +
    'ou o desta máquina está atrasado agora.',
  keptWithoutIdentifier: (count) =>
    s`O registro das operações mantém ${plural(count, 'consulta', 'consultas')} sem o identificador.`,
  retained: (gone) =>
    s`Apagados pelo prazo de guarda, por terem mais de ${gone.age}: ${batches(gone.batches)} e ${records(gone.records)}.`,
  youngerThanReuse: (reuse) =>
    s`O prazo de guarda é menor que reuse (${reuse}): ele apaga também registros que ainda seriam reaproveitados.`,
  clocksDiffer:
    'Nada foi apagado pelo prazo de guarda: o relógio daqui e o do serviço diferem em mais de um dia, ou o serviço não informou a hora.',
  includesRecords(going) {
    const cost = plural(going.records, 'registro que custou', 'registros que custaram');
    return s`Isso inclui ${cost} ${credits(going.credits)}; consultar de novo será cobrado de novo.`;
  },
  dryRun: (plan) => s`${plan} Nada foi alterado (simulação).`,
  removedOld(gone) {
    const erased = agree(gone.batches, 'Apagado', 'Apagados');
    return s`${erased}: ${batches(gone.batches)} e ${records(gone.records)} (${credits(gone.credits)}).`;
  },
  removesPeople: (going) =>
    s`Isto apaga tudo o que está guardado sobre ${going.whom}, em ${rows(going.rows)} de ${batches(going.batches)}.`,
  removedPeople: (gone) =>
    s`Tudo o que estava guardado sobre ${gone.whom} foi apagado: ${rows(gone.rows)} de ${batches(gone.batches)} ` +
    s`e ${records(gone.records)} (${credits(gone.credits)}). Os seus próprios arquivos não mudaram.`,
  workbooksRemoved: (count) =>
    agree(
      count,
      'A planilha desse lote também foi apagada: os próximos resultados serão arquivos novos.',
      'As planilhas desses lotes também foram apagadas: os próximos resultados serão arquivos novos.',
    ),
  otherMachines: `Outras máquinas que compartilham este histórico mantêm cópias dessas entradas até exportá-las ou executar o mesmo comando.`,
  nothingStored: (whom) => s`Não há nada guardado sobre ${whom}.`,
  people: (count) => plural(count, 'pessoa ou empresa', 'pessoas e empresas'),
  nothingOld: 'Nada a apagar: não há dados dessa idade.',
  kept: (kept) => s`Mantidos, por estarem em andamento ou sem confirmação: ${kept}.`,
};

export const progress: Messages['progress'] = {
  rowsDone: (done, all) => s`${number(done)} de ${plural(all, 'linha pronta', 'linhas prontas')}`,
  workingOnLedger: 'trabalhando no histórico local',
  answeredOf: (answered, items) => s`${number(answered)} de ${number(items)}`,
  timeLeft: (took, duration) => s`${took}, faltam cerca de ${duration}`,
  credits,
  moreJobs: (left) => s`e mais ${jobs(left)}`,
  jobsEnded: ({ ended, found }) =>
    s`${plural(ended, 'remessa terminada', 'remessas terminadas')}, ${plural(found, 'encontrado', 'encontrados')}`,
  job: (seq) => s`remessa ${seq}`,
  asksService: 'consultando o serviço',
  sending: 'enviando',
  nextCheck: (left) => s`próxima verificação em ${left}`,
  balanceAwaited: (left) => s`aguardando o saldo mostrar as cobranças, ${left}`,
  lookupAwaited: (left) => s`aguardando uma consulta dos mesmos identificadores, ${left}`,
  machineAwaited: (left) => s`aguardando outra máquina apurar uma cobrança, ${left}`,
  ledgerAwaited: (left) => s`aguardando o banco de dados do histórico local, ${left}`,
  nextMinute: (left) => s`aguardando o próximo minuto, ${left}`,
  serviceAsksToWait: (left) => s`aguardando ${left}, a pedido do serviço`,
  retryIn: ({ left, why }) => s`${why}; nova tentativa em ${left}`,
  noUsableAnswer: 'sem resposta válida',
  noAnswer: (code) => s`sem resposta (${code})`,
  answeredStatus: (status) => s`o serviço respondeu ${String(status)}`,
  checkingCharge: ({ until, wait }) =>
    s`aguardando até ${until} para ver que nada foi cobrado, ${wait}; Ctrl-C é seguro`,
  identifiersAnswered({ answered, unique }) {
    const allAnswered = plural(unique, 'identificador respondido', 'identificadores respondidos');
    return s`${number(answered)} de ${allAnswered}`;
  },
  atLine: (line) => s`linha ${line}, `,
  notFoundFree: (shown) => s`${shown}: não encontrado (sem custo)`,
  useBulkForLists: `Para uma lista, use bulk run: ele envia até 10.000 identificadores por requisição.`,
  stillWaiting: 'Ainda em espera.',
};

export const table: Messages['table'] = {
  refused: 'recusado',
  notBegun: 'não iniciado',
  states: {
    complete: 'concluído',
    running: 'em andamento',
    incomplete: 'incompleto',
    unconfirmed: 'sem confirmação',
  },
  jobStates: {
    planned: 'não enviada',
    submitting: 'em envio',
    accepted: 'em andamento',
    done: 'terminada',
    failed: 'com falha',
    unconfirmed: 'sem confirmação',
    abandoned: 'descartada',
  },
  rows: 'linhas',
  invalid: 'inválidas',
  duplicates: 'duplicadas',
  repaired: 'zeros recuperados',
  unique: 'distintos',
  found: 'encontrados',
  notFound: 'não encontrados',
  skipped: 'sem saldo',
  failed: 'com falha',
  pending: 'em aberto',
  unconfirmed: 'sem confirmação',
  credits: 'créditos',
  percentOfUnique: (percent) => s`${number(percent)}% dos distintos`,
  fromLedger: (reused) => plural(reused, 'já pago', 'já pagos'),
  charged: (charged) => plural(charged, 'cobrado', 'cobrados'),
  moreCredits: (open) => s`no máximo mais ${credits(open)}`,
  moreForAbandoned: (doubtful) => s`até ${number(doubtful)} a mais pelo que foi descartado`,
  saved: (saved) => plural(saved, 'economizado', 'economizados'),
  job: 'remessa',
  batch: 'lote',
  created: 'criado',
  kind: 'tipo',
  identifiers: 'identificadores',
  resultFile: (path) => s`resultado: ${path}`,
  partialResult: ({ open, path }) =>
    s`resultado parcial (${identifiers(open)} sem resposta): ${path}`,
  decisions: 'decisões',
  valid: 'válidas',
  ragged: 'irregulares',
  paidFor: 'já pagos',
  paidForBefore: 'pagos antes',
  answered: 'respondidos',
  toSend: 'a enviar',
  running: 'em andamento',
  file: 'arquivo',
  state: 'situação',
  unanswered: 'sem resposta',
  chargedTitle: 'cobrados',
  exit: 'saída',
  total: 'total',
  creditsAtMost: 'créditos, no máximo',
  invalidReasons: (reasons) => s`inválidas: ${reasons}`,
  creditsInAll: (charged) => s`${number(charged)} no total`,
  creditsLeft: (left) => plural(left, 'restante', 'restantes'),
  savedByReuse: (saved) => plural(saved, 'crédito economizado', 'créditos economizados'),
  counts: {
    found: (count) => plural(count, 'encontrado', 'encontrados'),
    notFound: (count) => plural(count, 'não encontrado', 'não encontrados'),
    skipped: (count) => s`${count} sem saldo`,
    failed: (count) => s`${count} com falha`,
    pending: (count) => s`${count} em aberto`,
    unconfirmed: (count) => s`${count} sem confirmação`,
    invalid: (count) => plural(count, 'linha inválida', 'linhas inválidas'),
  },
};
