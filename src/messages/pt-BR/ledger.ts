import type { Messages } from '../en/index.js';
import { agree, n, number, plural, s } from './phrases.js';

export const ledger: Messages['ledger'] = {
  accepted: (batches, folder) =>
    s`${plural(batches, 'lote não está', 'lotes não estão')} neste histórico: o que ${agree(batches, 'ele pagou', 'eles pagaram')}, ou ainda ${agree(batches, 'tem', 'têm')} em andamento, pode ser cobrado de novo. As cópias das entradas agora estão em ${folder}.`,
  copied: (batches, records, to) =>
    s`${n.batches(batches)} e ${n.records(records)} movidos para ${to} e verificados.`,
  oldPaysNothing: (from) =>
    s`O histórico antigo em ${from} foi fechado para consultas. Em cada máquina, execute:`,
  copyTakenBack: 'A cópia foi desfeita. Este histórico voltou a funcionar.',
  noCopy: 'Não há cópia para desfazer.',
  place: 'Local',
  schema: 'Esquema',
  engine: 'Banco',
  size: 'Tamanho',
  records: 'Registros',
  batches: 'Lotes',
  atWorkTitle: 'Em uso',
  inDoubt: 'Sem confirmação',
  postgres: 'PostgreSQL, compartilhado',
  sqlite: 'SQLite, nesta máquina',
  nobody: 'não',
  nothing: 'nenhuma',
  noBatches: 'nenhum',
  sizes: (size, copies) => s`${size}, mais ${copies} de entradas`,
  batch: (batch) => s`lote ${batch}`,
  worker: (what, host, since) => s`${what} em ${host} desde ${since}`,
  unknownOutcomes: (unsettled) => plural(unsettled, 'requisição', 'requisições'),
  doubtedLookup: (name, begunAt, command) =>
    s`${name}, em ${begunAt}: '${command}' verifica se a consulta foi cobrada; com --fresh você pode pagar duas vezes`,
  none: (folder) =>
    s`Ainda não há histórico. A primeira consulta ou o primeiro lote o cria em ${folder}.`,
  addsUp: (batches, records) =>
    s`Histórico verificado, sem problemas: ${n.batches(batches)} e ${n.records(records)}.`,
  damaged: (said) =>
    s`O arquivo do histórico está danificado (${said}). Pare todas as execuções e restaure-o de um backup.`,
  mixedEvents: (counted, told) =>
    s`O evento ${number(counted)} vem depois do último, ${number(told)}: há partes de dois históricos misturadas. Restaure um único backup inteiro.`,
  inputLost: (batch, path) =>
    s`Lote ${batch}: a cópia da entrada sumiu ou foi alterada, e os resultados não podem ser gravados. Restaure ${path} de um backup.`,
  ofBatch: (batch, of) =>
    s`Lote ${batch}: os dados guardados não fecham (${of}). Restaure o histórico de um backup.`,
};
