import type { progress as en } from '../en/progress.js';
import { number, plural, s } from './words.js';

export const progress: typeof en = {
  hours: (hours, minutes) => s`${hours} h ${minutes} min`,
  minutes: (minutes, seconds) => s`${minutes} min ${seconds} s`,
  seconds: (seconds) => s`${seconds} s`,
  perSecond: (rate) => s`${number(rate)} por segundo`,
  checkingLedger: 'conferindo o histórico local e as entradas guardadas',
  findingStored: 'procurando o que está guardado',
  removing: 'apagando',
  reading: 'lendo',
  writing: 'gravando o resultado',
  countingRecords: 'contando os registros',
  rowsUnpacked: (done) => s`${plural(done, 'linha descompactada', 'linhas descompactadas')}`,
  rowsWritten: (done, all) =>
    s`${number(done)} de ${plural(all, 'linha gravada', 'linhas gravadas')}`,
  recordsCounted: (done, all) =>
    s`${number(done)} de ${plural(all, 'registro contado', 'registros contados')}`,
  answeredOf: (sign, answered, items) => s`${sign}${number(answered)} de ${number(items)}`,
  timeLeft: (took, duration) => s`${took}, faltam cerca de ${duration}`,
  credits: (charged) => s`${plural(charged, 'crédito', 'créditos')}`,
  moreJobs: (left) => s`e mais ${plural(left, 'remessa', 'remessas')}`,
  jobsEnded: (ended, found) =>
    s`${plural(ended, 'remessa terminada', 'remessas terminadas')}, ${plural(found, 'encontrado', 'encontrados')}`,
  job: (seq) => s`remessa ${seq}`,
  asksService: 'consultando o serviço',
  sending: 'enviando',
  nextMinute: (left) => s`aguardando o próximo minuto, ${left}`,
  serviceAsksToWait: (left) => s`aguardando ${left}, a pedido do serviço`,
  retryIn: (left) => s`sem resposta válida; nova tentativa em ${left}`,
  checkingCharge: (until, left) =>
    s`aguardando até ${until} para ver que nada foi cobrado, ${left}; Ctrl-C é seguro`,
  lookupOf: (index, of) => s`${number(index)} de ${number(of)}`,
  identifiersAnswered: (answered, unique) =>
    s`${number(answered)} de ${plural(unique, 'identificador respondido', 'identificadores respondidos')}`,
  atLine: (line) => s`linha ${line}, `,
  notFoundFree: (shown) => s`${shown}: não encontrado (sem custo)`,
  useBulkForLists:
    'Para uma lista, use bulk run: ele envia até 10.000 identificadores por requisição.',
  stillWaitingFor: (seconds) => s`Ainda em espera; continuando em ${seconds} s.`,
  stillWaiting: 'Ainda em espera.',
};
