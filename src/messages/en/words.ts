import { countsIn } from '../sentence.js';

export const { agree, count, num } = countsIn('en');

/** A number with the noun that it counts. */
export const n = {
  identifiers: <N extends string>(name: N) => count(name, 'identifier', 'identifiers'),
  credits: <N extends string>(name: N) => count(name, 'credit', 'credits'),
  rows: <N extends string>(name: N) => count(name, 'row', 'rows'),
  jobs: <N extends string>(name: N) => count(name, 'job', 'jobs'),
  batches: <N extends string>(name: N) => count(name, 'batch', 'batches'),
  records: <N extends string>(name: N) => count(name, 'record', 'records'),
  columns: <N extends string>(name: N) => count(name, 'column', 'columns'),
};
