import { agree, number, plural, s } from './words.js';

/** What has no answer and may have been charged, and the ways to decide it. */
export const doubt = {
  neverSent: (count: number, batch: string, resume: string) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} never sent, and cost nothing; '${resume}' sends ${agree(count, 'it', 'them')}.`,
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
  othersRunning: ({
    job,
    items,
    batch,
    ways,
    onward,
  }: {
    job: number;
    items: number;
    batch: string;
    ways: string;
    onward: string;
  }) =>
    s`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged; that can be settled once no other job is running (${ways}). Nothing is sent again. Run ${onward} again then.`,
  lookupInDoubt: (items: number, batch: string) =>
    s`${plural(items, 'identifier', 'identifiers')} of batch ${batch} ${agree(items, 'was', 'were')} not sent, because a single lookup of ${agree(items, 'it', 'them')} got no answer and may have been charged.`,
  rerunSettles: (onward: string) =>
    s`Run ${onward} again: the balance may show then that it was free.`,
  resubmitPaysTwice: (resubmit: string, items: number) =>
    s`'${resubmit}' sends ${agree(items, 'it', 'them')}; what was charged before is then paid for twice.`,
  deadlineTooShort: (job: number, items: number, batch: string, longer: string) =>
    s`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged, and the deadline leaves no time to settle that. Nothing is sent again. Run ${longer}: it waits longer.`,
  undecided: ({
    job,
    items,
    batch,
    because,
    status,
    choices,
    advice,
  }: {
    job: number;
    items: number;
    batch: string;
    because: string;
    status: string;
    choices: string;
    advice: string;
  }) =>
    s`Job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch} may have been charged: ${because}. Nothing is resent automatically. '${status}' shows the evidence. ${choices}${advice}`,
  sayPrice: (commands: string, onward: string) =>
    s` If you know what a found record costs on this account, say so (${commands}); then ${onward} judges the balance again.`,
  askedAgainInVain: ({
    count,
    batch,
    abandon,
    resubmit,
    worstCase,
    resume,
  }: {
    count: number;
    batch: string;
    abandon: string;
    resubmit: string;
    worstCase: number;
    resume: string;
  }) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and asking again brought no answer. '${abandon}' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; '${resubmit}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more; '${resume}' asks once more.`,
  notCoveredItems: (count: number, batch: string, resume: string, worstCase: number) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing, because the balance or a limit does not cover ${agree(count, 'it', 'them')}. When there are credits, '${resume}' sends ${agree(count, 'it', 'them')}, for up to ${plural(worstCase, 'credit', 'credits')}.`,
  overMaxItems: (count: number, batch: string, worstCase: number, left: number) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} not looked up and cost nothing: ${agree(count, 'it', 'they')} may cost ${plural(worstCase, 'credit', 'credits')}, and of --max-credits ${plural(left, 'is', 'are')} left.`,
  sendsThem: (told: string, command: string, count: number) =>
    s`${told} '${command}' sends ${agree(count, 'it', 'them')}.`,
  sendsCovered: (told: string, fitting: string, worstCase: number) =>
    s`${told} '${fitting}' sends what that covers; --max-credits ${worstCase} sends all.`,
  noAnswerYet: ({
    count,
    batch,
    resume,
    abandon,
    resubmit,
    worstCase,
  }: {
    count: number;
    batch: string;
    resume: string;
    abandon: string;
    resubmit: string;
    worstCase: number;
  }) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} may have been charged, and no answer has come. '${resume}' asks once more. If that does not help, '${abandon}' gives ${agree(count, 'it', 'them')} up, and what was charged stays charged; '${resubmit}' sends ${agree(count, 'it', 'them')} again, for up to ${plural(worstCase, 'credit', 'credits')} more.`,
  keepsWaiting: (batch: string, waits: string, command: string) =>
    s`Batch ${batch} is still being processed at the service; ${waits} keeps waiting. If it never ends, '${command}' gives it up, and what was charged stays charged.`,
  failedNotCharged: (count: number, batch: string, resume: string) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} failed and ${agree(count, 'was', 'were')} not charged; '${resume}' sends ${agree(count, 'it', 'them')} again.`,
  givenUp: (count: number, batch: string, exported: string) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} given up and ${agree(count, 'stays', 'stay')} without an answer; '${exported}' writes the others.`,
  invalidStrict: (count: number, batch: string, exported: string) =>
    s`${plural(count, 'row', 'rows')} of batch ${batch} ${agree(count, 'is', 'are')} invalid, which --strict does not accept; '${exported}' writes all of them with the reason.`,
  hasNoAnswer: (count: number, batch: string, resume: string) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'has', 'have')} no answer; '${resume}' sends what was not given up.`,
  jobUnconfirmed: (job: number, items: number, batch: string, onward: string) =>
    s`It is not yet known whether the service accepted job ${job} (${plural(items, 'identifier', 'identifiers')}) of batch ${batch}. It will be resent only once the balance shows that nothing was charged. Run ${onward} again: it waits until that is settled.`,
  askResubmit: (waiting: number, cost: number) =>
    s`This sends ${plural(waiting, 'identifier', 'identifiers')} again for at most ${plural(cost, 'credit', 'credits')}; if the service took ${agree(waiting, 'it', 'them')} the first time, ${agree(waiting, 'it is', 'they are')} paid for twice.`,
  askAbandon: (waiting: number, cost: number) =>
    s`This abandons ${plural(waiting, 'identifier', 'identifiers')}. If the service did accept ${agree(waiting, 'it', 'them')}, up to ${plural(cost, 'credit was', 'credits were')} charged and this batch will not get the ${agree(waiting, 'result', 'results')}.`,
  choices: ({
    abandon,
    items,
    resolve,
    resubmit,
    cost,
  }: {
    abandon: string;
    items: number;
    resolve: string;
    resubmit: string;
    cost: number;
  }) =>
    s`'${abandon}' gives ${agree(items, 'it', 'them')} up, and what was charged stays charged. '${resolve} --adopt <jobId>' takes the results of the job that the service has, and costs nothing more; the service lists no jobs, but its support or the log of a proxy may know the id. '${resubmit}' sends ${agree(items, 'it', 'them')} again for up to ${plural(cost, 'credit', 'credits')}, and pays twice if the service took ${agree(items, 'it', 'them')}.`,
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
  chooseOne: (resubmit: string, abandon: string) =>
    s`Choose one: --adopt <jobId> (this is the job), --resubmit (send again; may pay twice)${resubmit} or --abandon (give it up; what was charged stays charged)${abandon}.`,
  balanceCannotShow: 'The balance cannot show whether it was charged.',
};
