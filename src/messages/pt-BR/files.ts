import type { Messages } from '../en/index.js';
import { n, plural, s } from './phrases.js';

export const input: Messages['input'] = {
  identifiersAboveHeader: (titles) =>
    s`Não consultadas: linhas acima do cabeçalho com um identificador: ${titles}.`,
  earlierResult: 'Este é um resultado anterior: as colunas lookup_* serão reescritas.',
  otherKindNote: (kind, share, valid) =>
    s`A coluna tem ${kind} (${share} das células da amostra são ${valid}), mas --type diz outra coisa.`,
  whichSheet: (options) => s`Qual aba? [${options}] `,
  severalSheets: (file) => s`${file} tem várias abas que contêm identificadores:`,
  whichColumn: (options) => s`Qual coluna? [${options}] `,
  whichColumnAgain: (options) => s`Digite uma de ${options}, ou nada para sair.`,
  skipQuestion: (option) => s`Para não perguntar de novo, use ${option}.`,
  givenTwice: (file) => s`${file} aparece duas vezes; será processado uma vez.`,
  bestColumn: (share, valid) =>
    s`Nenhuma outra coluna tem tantos: ${share} das células da amostra são ${valid}.`,
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
  onlyNewer: 'só no atual',
  onlyOlder: 'só no anterior',
  foundNow: 'agora encontrados',
  noLongerFound: 'não mais encontrados',
  answeredNow: 'agora com resposta',
  noLongerAnswered: 'agora sem resposta',
  otherData: 'com dados diferentes',
  same: 'iguais',
  unansweredInBoth: '  sem resposta nos dois',
  field: 'campo',
  differsIn: 'difere em',
  moreFields: (more) => s`e ${plural(more, 'outro campo', 'outros campos')}`,
  example: 'por exemplo',
  old: 'antes',
  new: 'agora',
  notCompared: (listed) => s`Campos não comparados, porque só um dos dois os tem: ${listed}.`,
  withoutIdentifier: (name, invalid) => s`${name}: ${n.rows(invalid)} sem identificador válido.`,
  changesFile: (output) => s`mudanças: ${output}`,
  readingRows: (name, rows) => s`lendo ${name}: ${n.rows(rows)}`,
  comparing: 'comparando',
  leftOutStatus: (listed) => s`Fora da comparação, porque --only não inclui status: ${listed}.`,
};
