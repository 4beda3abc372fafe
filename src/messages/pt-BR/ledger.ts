import type { ledger as en } from '../en/ledger.js';
import { agree, number, plural, s } from './words.js';

export const ledger: typeof en = {
  accepted: (batches, folder) =>
    s`Este histórico não conhece ${plural(batches, 'lote', 'lotes')}: o que ${agree(batches, 'ele pagou', 'eles pagaram')}, ou o que ainda está em andamento, pode ser cobrado de novo. As cópias das entradas agora estão em ${folder}.`,
  copied: (batches, records, to) =>
    s`${plural(batches, 'lote levado', 'lotes levados')} e ${plural(records, 'registro', 'registros')} para ${to}; os dois foram comparados.`,
  oldPaysNothing: (from) =>
    s`O histórico antigo em ${from} não paga mais nada. Cada máquina agora precisa do novo lugar:`,
  copyTakenBack: 'A cópia foi desfeita; este histórico voltou a funcionar.',
  noCopy: 'Não há cópia para desfazer.',
  place: 'Lugar',
  schema: 'Esquema',
  engine: 'Banco',
  size: 'Tamanho',
  records: 'Registros',
  batches: 'Lotes',
  atWorkTitle: 'Em uso',
  inDoubt: 'Em dúvida',
  postgres: 'PostgreSQL, compartilhado',
  pooler: 'há um pooler no meio',
  transactionPooler:
    'há um pooler em modo de transação no meio, e os comandos não são preparados; o modo de sessão é mais rápido',
  sqlite: 'SQLite, desta máquina',
  nobody: 'por ninguém',
  nothing: 'nada',
  noBatches: 'nenhum',
  sizes: (size, copies) => s`${size}, mais ${copies} de entradas`,
  batch: (batch) => s`lote ${batch}`,
  worker: (what, host, since) => s`${what} em ${host} desde ${since}`,
  unknownOutcomesWith: (unsettled, command) =>
    s`${number(unsettled)} sem confirmação; '${command}' mostra os lotes`,
  unknownOutcomes: (unsettled) => s`${number(unsettled)} sem confirmação`,
  doubtedLookup: (name, begunAt, command) =>
    s`${name}, em ${begunAt}: '${command}' verifica se a consulta foi cobrada; com --fresh você pode pagar duas vezes`,
  none: (folder) =>
    s`Ainda não há histórico; a primeira consulta ou o primeiro lote o cria em ${folder}.`,
  counted: (batches, records) =>
    s`${plural(batches, 'lote', 'lotes')} e ${plural(records, 'registro', 'registros')}`,
  addsUp: (counted) => s`As contas do histórico fecham: ${counted}.`,
  damaged: (said) =>
    s`O arquivo do histórico está danificado (${said}): pare todas as execuções e restaure-o de um backup.`,
  orphanRows: (counted) =>
    s`${plural(counted, 'linha não pertence', 'linhas não pertencem')} a nenhum lote: restaure o histórico de um backup.`,
  mixedEvents: (counted, told) =>
    s`O evento ${number(counted)} é posterior ao último, ${number(told)}: partes de dois históricos foram misturadas; restaure um backup inteiro.`,
  inputGone: (batch, path) =>
    s`Lote ${batch}: a cópia da entrada sumiu; restaure ${path} de um backup, ou os resultados não poderão ser gravados.`,
  inputChanged: (batch, path) =>
    s`Lote ${batch}: a cópia da entrada foi alterada; restaure ${path} de um backup, ou os resultados não poderão ser gravados.`,
  rowsDiffer: (batch, told, counted) =>
    s`Lote ${batch}: diz ter ${plural(told, 'linha', 'linhas')}, e a conta dá ${plural(counted, 'linha', 'linhas')}; restaure o histórico de um backup.`,
  jobDiffers: (batch, job, told, counted) =>
    s`Lote ${batch}: a remessa ${job} diz ter ${plural(told, 'identificador', 'identificadores')} e tem ${plural(counted, 'identificador', 'identificadores')}; restaure o histórico de um backup.`,
  megabytes: (size) => s`${size} MB`,
  jobDamaged: (batch, job) =>
    s`Lote ${batch}: o que está gravado da remessa ${job} está danificado; restaure o histórico de um backup.`,
  identifiersTwice: (batch, counted) =>
    s`Lote ${batch}: ${plural(counted, 'identificador está', 'identificadores estão')} nele duas vezes e ${agree(counted, 'poderia ser pago', 'poderiam ser pagos')} duas vezes; restaure o histórico de um backup.`,
  identifiersWithoutJob: (batch, counted) =>
    s`Lote ${batch}: ${plural(counted, 'identificador não pertence', 'identificadores não pertencem')} a nenhuma remessa e nunca ${agree(counted, 'seria enviado', 'seriam enviados')}; restaure o histórico de um backup.`,
  recordsGone: (batch, counted) =>
    s`Lote ${batch}: ${plural(counted, 'registro pago sumiu', 'registros pagos sumiram')}; restaure o histórico de um backup.`,
};
