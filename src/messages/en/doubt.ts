import { agree, number, plural, s } from './words.js';

/** What has no answer and may have been charged, and the ways to decide it. */
export const doubt = {
  useThatKey: (command: string) =>
    s`use that key. If it is gone for good, '${command}' abandons the running jobs; what they cost stays charged.`,
  nothingUnderWay: (anew: string) => s`none of its jobs is running. ${anew}`,
  newBatchWithKey: (command: string) =>
    s`${command} makes a new batch with the current key and reuses what you have paid for.`,
  resultNeverWritten: (exported: string, command: string, again: string) =>
    s`Write its result first: '${exported}'. Then ${command} makes a new batch with the current key and reuses what you have paid for; ${again} would look up and pay for everything again.`,
  exportThenNewBatch: (exported: string, command: string) =>
    s`'${exported}' writes what there is; ${command} makes a new batch with the current key.`,
  onlyNewBatchAsks: (command: string) =>
    s`Only a new batch looks up the rest, which may be charged once more: ${command}.`,
  otherKey: (batch: string, madeWith: string, inUse: string, advice: string) =>
    s`Batch ${batch} was made with another API key (fingerprint ${madeWith}; current: ${inUse}), and the service shows its jobs to no other: ${advice}`,
  alreadyDecided: 'Already decided.',
  paidTwice: 'If the service took it the first time, you pay twice.',
  askResubmit: (waiting: number, cost: number) =>
    s`This sends ${plural(waiting, 'identifier', 'identifiers')} again for at most ${plural(cost, 'credit', 'credits')}; if the service took ${agree(waiting, 'it', 'them')} the first time, you pay twice.`,
  askAbandon: (waiting: number, cost: number) =>
    s`This abandons ${plural(waiting, 'identifier', 'identifiers')}. If the service took ${agree(waiting, 'it', 'them')}, up to ${plural(cost, 'credit was', 'credits were')} charged and the ${agree(waiting, 'result', 'results')} will not come.`,
  nextYourDecision: 'next: your decision.',
  asOf: (askedAt: string) => s`As of ${askedAt}, the last check at the service.`,
  jobLine: (at: string, job: number, told: string) => s`  ${at}  job ${job}: ${told}`,
  chargedBetween: (since: string, until: string, charged: number) =>
    s`Between ${since} and ${until} the account was charged ${plural(charged, 'credit', 'credits')}`,
  chargedUntil: (until: string, charged: number) =>
    s`Until ${until} the account was charged ${plural(charged, 'credit', 'credits')}`,
  chargedForOthers: (told: string, own: number) =>
    s`${told}, ${number(own)} of them for other requests from here.`,
  jobCostsAtMost: (most: number) =>
    s`This job would cost at most ${plural(most, 'credit', 'credits')}.`,
  jobCostsProbably: (most: number, probable: string) =>
    s`This job would cost at most ${plural(most, 'credit', 'credits')}, probably about ${probable}.`,
  fits: 'That fits: the service probably accepted it.',
  lessThanUsual:
    'That is less than this job usually costs: the service probably did not accept it, or something else uses the account.',
  moreThanPossible:
    'That is more than this job can cost: something else uses the account, and the job may or may not have been charged.',
  cannotTell: (because: string) => s`Whether it was charged cannot be told: ${because}.`,
  notChargedResent: 'So it was not charged, and it was sent again.',
  youAdopted: (jobId: string) => s`you adopted the service's job ${jobId}.`,
  youResubmitted: (job: number) => s`you had it sent again, as job ${job}.`,
  youGaveUp: 'you abandoned it.',
};
