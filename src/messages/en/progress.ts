import { number, plural, s } from './words.js';

/** The lines of the live view, and waiting. */
export const progress = {
  hours: (hours: number, minutes: number) => s`${hours} h ${minutes} min`,
  minutes: (minutes: number, seconds: number) => s`${minutes} min ${seconds} s`,
  seconds: (seconds: number) => s`${seconds} s`,
  perSecond: (rate: number) => s`${number(rate)} per second`,
  checkingLedger: 'checking the ledger and the stored inputs',
  findingStored: 'looking for what is stored',
  removing: 'removing',
  reading: 'reading',
  writing: 'writing the result',
  countingRecords: 'counting records',
  rowsUnpacked: (done: number) => s`${plural(done, 'row', 'rows')} unpacked`,
  rowsWritten: (done: number, all: number) =>
    s`${number(done)} of ${plural(all, 'row', 'rows')} written`,
  recordsCounted: (done: number, all: number) =>
    s`${number(done)} of ${plural(all, 'record', 'records')} counted`,
  answeredOf: (sign: string, answered: number, items: number) =>
    s`${sign}${number(answered)} of ${number(items)}`,
  timeLeft: (took: string, duration: string) => s`${took}, about ${duration} left`,
  credits: (charged: number) => s`${plural(charged, 'credit', 'credits')}`,
  moreJobs: (left: number) => s`and ${plural(left, 'more job', 'more jobs')}`,
  jobsEnded: (ended: number, found: number) =>
    s`${plural(ended, 'job', 'jobs')} ended, ${number(found)} found`,
  job: (seq: number) => s`job ${seq}`,
  asksService: 'asking the service',
  sending: 'sending',
  nextMinute: (left: string) => s`waiting for the next minute, ${left}`,
  serviceAsksToWait: (left: string) => s`waiting ${left}, as the service asks`,
  retryIn: (left: string) => s`no usable answer; retrying in ${left}`,
  checkingCharge: (until: string, left: string) =>
    s`waiting until ${until} to see that nothing was charged, ${left}; Ctrl-C is safe`,
  lookupOf: (index: number, of: number) => s`${number(index)} of ${number(of)}`,
  identifiersAnswered: (answered: number, unique: number) =>
    s`${number(answered)} of ${plural(unique, 'identifier', 'identifiers')} answered`,
  atLine: (line: string | number) => s`line ${line}, `,
  notFoundFree: (shown: string) => s`${shown}: not found (free)`,
  useBulkForLists: 'For a list, use bulk run: it sends up to 10,000 identifiers per request.',
  stillWaitingFor: (seconds: number) => s`Still waiting; continuing in ${seconds} s.`,
  stillWaiting: 'Still waiting.',
};
