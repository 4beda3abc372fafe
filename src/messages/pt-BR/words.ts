import { countsIn } from '../sentence.js';

export const { agree, count, num } = countsIn('pt-BR');

/** A number with the noun that it counts. */
export const n = {
  identifiers: <N extends string>(name: N) => count(name, 'identificador', 'identificadores'),
  credits: <N extends string>(name: N) => count(name, 'crédito', 'créditos'),
  rows: <N extends string>(name: N) => count(name, 'linha', 'linhas'),
  jobs: <N extends string>(name: N) => count(name, 'remessa', 'remessas'),
  batches: <N extends string>(name: N) => count(name, 'lote', 'lotes'),
  records: <N extends string>(name: N) => count(name, 'registro', 'registros'),
  columns: <N extends string>(name: N) => count(name, 'coluna', 'colunas'),
};
