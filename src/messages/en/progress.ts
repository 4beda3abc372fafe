import { number, plural, s } from './words.js';

/** The lines of the live view, and waiting. */
export const progress = {
  hours: (hours: number, minutes: number) => s`${hours} h ${minutes} min`,
  minutes: (minutes: number, seconds: number) => s`${minutes} min ${seconds} s`,
  seconds: (seconds: number) => s`${seconds} s`,
  perSecond: (rate: number) => s`${number(rate)} per second`,
  reading: 'is being read',
  writing: 'the result is being written',
  countingRecords: 'records are being counted',
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
  asksService: 'asks the service',
  sending: 'is being sent',
  nextMinute: (left: string) => s`waits for the next minute, ${left}`,
  serviceAsksToWait: (left: string) => s`the service asks to wait, ${left}`,
  retryIn: (left: string) => s`no usable answer; again in ${left}`,
  checkingCharge: (left: string) => s`looks whether it was charged, ${left}`,
  lookupOf: (index: number, of: number) => s`${number(index)} of ${number(of)}`,
  identifiersAnswered: (answered: number, unique: number) =>
    s`${number(answered)} of ${plural(unique, 'identifier', 'identifiers')} answered`,
  identifiers: (unique: number) => s`${plural(unique, 'identifier', 'identifiers')}`,
  atLine: (line: string | number) => s`line ${line}, `,
  notFoundFree: (shown: string) => s`${shown}: not found (free)`,
  useBulkForLists: 'For a list, bulk run sends up to 10,000 identifiers in one request.',
  stillWaitingFor: (seconds: number) => s`Still waiting; continuing in ${seconds} s.`,
  stillWaiting: 'Still waiting.',
};
