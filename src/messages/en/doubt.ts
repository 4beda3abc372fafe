import { agree, number, plural, s } from './words.js';

/** What has no answer and may have been charged, and the ways to decide it. */
export const doubt = {
  useThatKey: (command: string) =>
    s`use that key. If it is gone for good, '${command}' gives up what is under way, and what was charged for it stays charged.`,
  nothingUnderWay: (anew: string) => s`nothing of it is under way. ${anew}`,
  newBatchWithKey: (command: string) =>
    s`${command} makes a new batch with the key in use; what is paid for is in the ledger already.`,
  resultNeverWritten: (exported: string, command: string, again: string) =>
    s`Its result was never written: '${exported}' writes what it found. ${command} makes a new batch with the key in use, and what is paid for is taken from the ledger. ${again} asks and pays for all of it again, once that result is written.`,
  exportThenNewBatch: (exported: string, command: string) =>
    s`'${exported}' writes what there is; ${command} makes a new batch with the key in use.`,
  onlyNewBatchAsks: (command: string) =>
    s`What has no answer is asked for again only by a new batch, and may cost its price once more: ${command}.`,
  otherKey: (batch: string, madeWith: string, inUse: string, advice: string) =>
    s`Batch ${batch} was made with another API key (fingerprint ${madeWith}, the one in use is ${inUse}), and the service shows its jobs to no other; ${advice}`,
  alreadyDecided: 'That is decided already.',
  paidTwice: 'What the service took the first time is then paid for twice.',
  askResubmit: (waiting: number, cost: number) =>
    s`This sends ${plural(waiting, 'identifier', 'identifiers')} again for at most ${plural(cost, 'credit', 'credits')}; if the service took ${agree(waiting, 'it', 'them')} the first time, ${agree(waiting, 'it is', 'they are')} paid for twice.`,
  askAbandon: (waiting: number, cost: number) =>
    s`This abandons ${plural(waiting, 'identifier', 'identifiers')}. If the service did accept ${agree(waiting, 'it', 'them')}, up to ${plural(cost, 'credit was', 'credits were')} charged and this batch will not get the ${agree(waiting, 'result', 'results')}.`,
  nextYourDecision: 'next: your decision.',
  asOf: (askedAt: string) => s`As of ${askedAt}, when the service was last asked.`,
  jobLine: (at: string, job: number, told: string) => s`  ${at}  job ${job}: ${told}`,
  chargedBetween: (since: string, until: string, charged: number) =>
    s`Between ${since} and ${until} the account was charged ${plural(charged, 'credit', 'credits')}`,
  chargedUntil: (until: string, charged: number) =>
    s`Until ${until} the account was charged ${plural(charged, 'credit', 'credits')}`,
  chargedForOthers: (told: string, own: number) =>
    s`${told}, ${number(own)} of them for other requests of confere.`,
  jobCostsAtMost: (most: number) =>
    s`This job would cost at most ${plural(most, 'credit', 'credits')}.`,
  jobCostsProbably: (most: number, probable: string) =>
    s`This job would cost at most ${plural(most, 'credit', 'credits')}, probably about ${probable}.`,
  fits: 'That fits: the service probably accepted it.',
  lessThanUsual:
    'That is less than this job usually costs: the service probably did not accept it, or something else uses the account.',
  moreThanPossible:
    'That is more than this job can cost: something else uses the account, and the job may have been charged or not.',
  cannotTell: (because: string) => s`It cannot be told whether it was charged: ${because}.`,
  notChargedResent: 'So it was not charged, and it was sent again.',
  youAdopted: (jobId: string) => s`you adopted the service's job ${jobId}.`,
  youResubmitted: (job: number) => s`you had it sent again, as job ${job}.`,
  youGaveUp: 'you gave it up.',
};
