import type { input as en } from '../en/input.js';
import { plural, s } from './words.js';

export const input: typeof en = {
  identifiersAboveHeader: (titles) =>
    s`Linhas acima do cabeçalho que contêm um identificador, ignoradas e não consultadas: ${titles}.`,
  earlierResult: 'É um resultado anterior: as colunas lookup_* são escritas de novo.',
  otherKindNote: (kind, share, valid) =>
    s`Ela tem ${kind}: ${share} das células amostradas são ${valid}, e --type diz outra coisa.`,
  whichColumn: (options) => s`Qual coluna? [${options}] `,
  whichColumnAgain: (options) => s`Deve ser uma de ${options}, ou nada para sair.`,
  givenTwice: (file) => s`${file} foi indicado duas vezes; é processado uma vez só.`,
  sampledCells: (share, valid) => s`${share} das células examinadas são ${valid}`,
  namedByColumn: (valid) => s`Indicada por --column; ${valid}.`,
  onlyColumn: (valid) => s`A única coluna; ${valid}.`,
  namedByHeader: (valid) => s`Coluna escolhida pelo cabeçalho; ${valid}.`,
  bestColumn: (valid) => s`Nenhuma outra coluna tem tantos: ${valid}.`,
  brokenUtf8: 'UTF-8 com bytes inválidos',
  tab: 'tabulação',
  runningText: 'texto, não uma tabela',
  headerInLine: (line) => s`cabeçalho na linha ${line}`,
  noHeader: 'sem cabeçalho',
  column: (column, name) => s`coluna ${column} ${name}`,
  columnsJoined: (columns) => s`colunas ${columns} juntadas`,
  validShare: (share) => s`, ${share} válidos`,
  sheet: (sheet, name) => s`aba ${sheet} ${name}`,
  noTable:
    'Não é uma tabela: cada identificador do texto vira uma linha, com a linha de origem ao lado.',
  nulBytesKept: (lines) => s`Há bytes NUL, mantidos como estão: ${lines}.`,
  badBytesKept: (lines) => s`Há bytes que não são UTF-8, mantidos como estão: ${lines}.`,
  readAsLatin1: (lines) => s`Há UTF-8, lido como Latin-1: ${lines}.`,
  missing: (file) => s`${file} não existe; verifique o caminho.`,
  comment: 'comentário',
  blank: 'em branco',
  withoutIdentifier: 'sem identificador',
  skippedLines: (lines, what) => s`Sem dados: ${lines} (${what}).`,
  identifiersPassedBy: (rows) =>
    s`${plural(rows, 'linha examinada tem', 'linhas examinadas têm')} um identificador no texto de outra coluna, que não é consultado.`,
};
