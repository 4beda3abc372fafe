import type { Messages } from '../en/index.js';
import { agree, batches, number, plural, records, rows, s } from './phrases.js';

export const input: Messages['input'] = {
  identifiersAboveHeader: (titles) =>
    s`Não consultadas: linhas acima do cabeçalho com um identificador: ${titles}.`,
  earlierResult: 'Este é um resultado anterior: as colunas lookup_* serão reescritas.',
  otherKindNote: ({ kind, share, valid }) =>
    s`A coluna tem ${kind} (${share} das células da amostra são ${valid}), mas --type diz outra coisa.`,
  hiddenRows: (count) =>
    s`${plural(count, 'linha está oculta', 'linhas estão ocultas')} na planilha, por exemplo por um filtro, ` +
    s`e ${agree(count, 'é consultada', 'são consultadas')} como as outras. ` +
    s`Para ${agree(count, 'deixá-la', 'deixá-las')} de fora, copie as linhas visíveis para uma nova aba.`,
  uncomputed: (count, columns) =>
    s`${plural(count, 'fórmula não tem', 'fórmulas não têm')} valor gravado (${columns}), ` +
    s`e ${agree(count, 'a célula aparece', 'as células aparecem')} como #FORMULA em um resultado de texto. ` +
    'Para ter os valores, abra a planilha no Excel, salve e execute de novo.',
  errorCells: (count, columns) =>
    s`${plural(count, 'célula mostra', 'células mostram')} um erro, como #N/D (${columns}). ` +
    'Se os valores forem importantes, corrija-os antes no Excel.',
  stuckTable: (name) =>
    s`Os resultados ficam fora da tabela ${name}: há outras células à direita dela, ou uma consulta a preenche. ` +
    'Classificar a tabela não os moveria.',
  stuckFilter:
    'Os resultados ficam fora do filtro da aba: há outras células à direita dele. ' +
    'Classificar pelo filtro não os moveria.',
  mergedCells:
    'A coluna tem células mescladas em várias linhas: só a primeira linha de cada uma tem o valor, ' +
    'e as de baixo estão vazias. Desfaça a mesclagem e preencha as células.',
  whichSheet: (options) => s`Qual aba? [${options}] `,
  severalSheets: (file) => s`${file} tem várias abas que contêm identificadores:`,
  whichColumn: (options) => s`Qual coluna? [${options}] `,
  whichColumnAgain: (options) => s`Digite uma destas opções: ${options} (Enter cancela).`,
  skipQuestion: (option) => s`Para não perguntar de novo, use ${option}.`,
  brokenUtf8: 'UTF-8 com bytes inválidos',
  tab: 'tabulação',
  headerInLine: (line) => s`cabeçalho na linha ${line}`,
  noHeader: 'sem cabeçalho',
  column: (column, name) => s`coluna ${column} ${name}`,
  columnsJoined: (columns) => s`colunas ${columns} juntadas`,
  validShare: (share) => s`, ${share} válidos`,
  sheet: (sheet, name) => s`aba ${sheet} ${name}`,
  nulBytesKept: (lines) => s`Há bytes NUL, mantidos como estão: ${lines}.`,
  badBytesKept: (lines) => s`Há bytes que não são UTF-8, mantidos como estão: ${lines}.`,
  readAsLatin1: (lines) => s`Há UTF-8, lido como Latin-1: ${lines}.`,
  comment: 'comentário',
  blank: 'em branco',
  skippedLines: (lines, what) => s`Sem dados: ${lines} (${what}).`,
};

export const diff: Messages['diff'] = {
  sides: (older, newer) => s`${older} (anterior) e ${newer} (atual)`,
  same: 'iguais',
  unansweredInBoth: '  sem resposta nos dois',
  field: 'campo',
  differsIn: 'difere em',
  moreFields: (more) => s`e ${plural(more, 'outro campo', 'outros campos')}`,
  example: 'por exemplo',
  company: 'empresa',
  old: 'antes',
  new: 'agora',
  notCompared: ({ listed }) => s`Campos não comparados, porque só um dos dois os tem: ${listed}.`,
  withoutIdentifier: ({ name, invalid }) => s`${name}: ${rows(invalid)} sem identificador válido.`,
  changesFile: (output) => s`mudanças: ${output}`,
  readingRows: (name, count) => s`lendo ${name}: ${rows(count)}`,
  comparing: 'comparando',
  kinds: {
    appeared: 'só no atual',
    disappeared: 'só no anterior',
    found_now: 'agora encontrados',
    no_longer_found: 'não mais encontrados',
    answered_now: 'agora com resposta',
    no_longer_answered: 'agora sem resposta',
    changed: 'com dados diferentes',
  },
};

export const ledger: Messages['ledger'] = {
  accepted({ batches: count, folder }) {
    const whose = agree(count, 'desse lote', 'desses lotes');
    return (
      s`${plural(count, 'lote não está', 'lotes não estão')} neste histórico: ` +
      s`registros e remessas em andamento ${whose} podem ser cobrados de novo. ` +
      s`As cópias das entradas agora estão em ${folder}.`
    );
  },
  acceptedJobs({ jobs, folder }) {
    const missing = plural(
      jobs,
      'remessa que o serviço aceitou não está',
      'remessas que o serviço aceitou não estão',
    );
    const whatTheyFound = agree(jobs, 'ela encontrou', 'elas encontraram');
    return (
      s`${missing} neste histórico: o que ${whatTheyFound} pode ser cobrado de novo. ` +
      s`Os ids das remessas agora estão em ${folder}.`
    );
  },
  copied: (moved) =>
    s`${batches(moved.batches)} e ${records(moved.records)} movidos para ${moved.to} e verificados.`,
  oldLedgerClosed: ({ from }) =>
    s`O histórico antigo em ${from} foi fechado para consultas. Em cada máquina, execute:`,
  copyUndone: 'A cópia foi desfeita. Este histórico voltou a funcionar.',
  noCopy: 'Não há mudança interrompida para desfazer.',
  place: 'Local',
  schema: 'Esquema',
  engine: 'Banco',
  size: 'Tamanho',
  records: 'Registros',
  batches: 'Lotes',
  inDoubt: 'Sem confirmação',
  postgres: 'PostgreSQL, compartilhado',
  sqlite: 'SQLite, nesta máquina',
  nothing: 'nenhuma',
  noBatches: 'nenhum',
  sizes: (size, copies) => s`${size}, mais ${copies} de entradas`,
  unknownOutcomes: (unsettled) => plural(unsettled, 'requisição', 'requisições'),
  doubtedLookup: ({ name, begunAt, command }) =>
    s`${name}, em ${begunAt}: '${command}' verifica se a consulta foi cobrada; com --fresh você pode pagar duas vezes`,
  noLedger: ({ folder }) =>
    s`Ainda não há histórico. A primeira consulta ou o primeiro lote o cria em ${folder}.`,
  checkPassed: (checked) =>
    s`Histórico verificado, sem problemas: ${batches(checked.batches)} e ${records(checked.records)}.`,
  damaged: ({ said }) =>
    s`O arquivo do histórico está danificado (${said}). Pare todas as execuções e restaure-o de um backup.`,
  mixedEvents: ({ counted, told }) =>
    s`O evento ${number(counted)} vem depois do último, ${number(told)}: há partes de dois históricos misturadas. ` +
    'Restaure um único backup inteiro.',
  inputLost: ({ batch, path }) =>
    s`Lote ${batch}: a cópia da entrada sumiu ou foi alterada, e os resultados não podem ser gravados. Restaure ${path} de um backup.`,
  batchDamaged: ({ batch, of }) =>
    s`Lote ${batch}: os dados guardados não fecham (${of}). Restaure o histórico de um backup.`,
};

export const report: Messages['report'] = {
  title: 'Relatório do lote',
  titleOf: (batch) => s`Relatório do lote ${batch}`,
  asOf: (time) => s`Posição de ${time}`,
  notes: {
    running: 'O lote ainda não terminou: estes números vão mudar.',
    incomplete: 'O lote não terminou: há identificadores sem resposta.',
    unconfirmed: `Há remessa sem confirmação: o que ela possa ter encontrado ou custado não está nestes números.`,
  },
  sandboxNote: 'Este é o sandbox: os registros são inventados.',
  rows: 'Linhas',
  different: 'Identificadores distintos',
  found: 'Encontrados',
  shareOfIdentifiers: (share) => s`${share} dos identificadores`,
  creditsCharged: 'Créditos cobrados',
  savedByLedger: (saved) => s`${plural(saved, 'economizado', 'economizados')} pelo histórico local`,
  count: 'Quantidade',
  share: 'Parcela',
  rowsByOutcome: 'Resultado por linha',
  outcomes: {
    found: 'Encontradas',
    notFound: 'Não encontradas',
    invalid: 'Inválidas',
    duplicates: 'Duplicadas',
    skipped: 'Sem saldo',
    failed: 'Com falha',
    pending: 'Em aberto',
    unconfirmed: 'Sem confirmação',
  },
  allRows: 'Todas as linhas',
  noRows: 'O lote não tem linhas.',
  zerosRestored: ({ repaired }) =>
    s`${plural(repaired, 'delas tem', 'delas têm')} zeros à esquerda recuperados.`,
  whyInvalid: 'Por que há linhas inválidas',
  cost: 'Custo e economia',
  charged: 'Cobrados: encontrados e pagos por este lote',
  saved: 'Economizados: registros reaproveitados',
  maximum: 'Máximo, se tudo o que foi enviado fosse encontrado',
  kinds: { cnpj: 'Empresas', cpf: 'Pessoas' },
  ofFound: (found) => s`De ${plural(found, 'encontrado', 'encontrados')}`,
  nothingFound: 'Nenhum registro foi encontrado, portanto não há o que detalhar.',
  fields: {
    status: 'Situação cadastral',
    uf: 'UF',
    size: 'Porte',
    activity: 'Atividade principal (CNAE)',
    openingYear: 'Ano de abertura',
    sex: 'Sexo',
    ageBand: 'Idade',
  },
  fieldNotes: {
    sex: 'Como o serviço o deduz do nome.',
    ageBand: 'Em anos completos, no dia deste relatório.',
    activity: 'Descrição oficial do CNAE.',
  },
  sexes: { F: 'Feminino', M: 'Masculino' },
  others: 'Outros',
  notInformed: 'Não informado',
  until: (year) => s`até ${year}`,
  fromTo: (from, to) => s`${from} a ${to}`,
  orOlder: (from) => s`${from} ou mais`,
  madeBy: ({ version, timeZone }) => s`Feito pelo confere ${version}, fuso horário ${timeZone}.`,
  private: `Esta página não traz nomes, identificadores nem nomes de arquivos, e não acessa a rede.`,
};

export const totals: Messages['totals'] = {
  resultSheet: 'Resultado',
  batch: 'Lote',
  file: 'Arquivo',
  createdAt: 'Início',
  writtenAt: 'Resultado gravado em',
  charged: 'Créditos cobrados',
  saved: 'Créditos economizados (já pagos)',
  counts: {
    rows: 'Linhas',
    invalid: 'Linhas inválidas',
    duplicates: 'Duplicadas',
    repaired: 'Linhas com zeros recuperados',
    unique: 'Identificadores diferentes',
    found: 'Encontrados',
    notFound: 'Não encontrados',
    skipped: 'Sem saldo',
    failed: 'Com falha',
    pending: 'Em aberto',
    unconfirmed: 'Sem confirmação',
  },
  compared: ({ field }) => s`Comparação: ${field}`,
  verdicts: {
    equal: 'Igual',
    similar: 'Parecido',
    different: 'Diferente',
    empty: 'Nada a comparar',
  },
  sandbox: 'Este é o sandbox (ambiente de testes): todos os registros são fictícios.',
};
