import type { progress as en } from '../en/progress.js';
import { number, plural, s } from './words.js';

export const progress: typeof en = {
  hours: (hours, minutes) => s`${hours} h ${minutes} min`,
  minutes: (minutes, seconds) => s`${minutes} min ${seconds} s`,
  seconds: (seconds) => s`${seconds} s`,
  perSecond: (rate) => s`${number(rate)} por segundo`,
  reading: 'em leitura',
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
    s`${plural(ended, 'remessa terminada', 'remessas terminadas')}, ${number(found)} encontrados`,
  job: (seq) => s`remessa ${seq}`,
  asksService: 'consulta o serviço',
  sending: 'sendo enviada',
  nextMinute: (left) => s`aguarda o próximo minuto, ${left}`,
  serviceAsksToWait: (left) => s`o serviço pede para aguardar, ${left}`,
  retryIn: (left) => s`sem resposta válida; nova tentativa em ${left}`,
  checkingCharge: (left) => s`apura se houve cobrança, ${left}`,
  lookupOf: (index, of) => s`${number(index)} de ${number(of)}`,
  identifiersAnswered: (answered, unique) =>
    s`${number(answered)} de ${plural(unique, 'identificador respondido', 'identificadores respondidos')}`,
  identifiers: (unique) => s`${plural(unique, 'identificador', 'identificadores')}`,
  atLine: (line) => s`linha ${line}, `,
  notFoundFree: (shown) => s`${shown}: não encontrado (grátis)`,
  useBulkForLists:
    'Para uma lista, bulk run envia até 10.000 identificadores em uma só requisição.',
  stillWaitingFor: (seconds) => s`Ainda em espera; continuando em ${seconds} s.`,
  stillWaiting: 'Ainda em espera.',
};
