import { agree, number, plural, s } from './words.js';

/** What has no answer and may have been charged, and the ways to decide it. */
export const doubt = {
  neverSent: (count: number, batch: string, resume: string) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'was', 'were')} never sent, and cost nothing; '${resume}' sends ${agree(count, 'it', 'them')}.`,
  jobIdUnreadable: (path: string, job: number, batch: string) =>
    s`The file ${path} keeps the id of job ${job} of batch ${batch}, which the service accepted, and cannot be read; nothing was sent or changed. Move it to another folder and run this again: the outcome of that job is then unknown, and it can be adopted by its id, if that is still legible.`,
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
  listBatches: (command: string) =>
    s`'${command}' shows what there is (the sandbox, each profile and each base URL have their own).`,
  noSuchBatch: (prefix: string, advice: string) => s`There is no batch ${prefix} here; ${advice}`,
  emptyBatchId: 'The name of the batch is empty; write its id, or the beginning of it.',
  ambiguousBatch: (prefix: string, ids: string) =>
    s`${prefix} could be any of ${ids}; write more of it.`,
  interruptedReading: (batch: string, file: string) =>
    s`Batch ${batch} was interrupted while ${file} was read; run it again with that file.`,
  interruptedReadingRerun: (batch: string, file: string, command: string) =>
    s`Batch ${batch} was interrupted while ${file} was read; '${command}' reads it again.`,
  noBatches: (command: string) => s`There are no batches yet; '${command} <file>' makes one.`,
  stillProcessing: (batch: string, watch: string, abandon: string) =>
    s`Batch ${batch} is still being processed, and its results may be paid for; '${watch}' comes first, or '${abandon}' if it never ends. Nothing was removed.`,
  outcomeUnknown: (batch: string, abandon: string) =>
    s`Batch ${batch} has a job whose outcome is unknown, and its results may be paid for; '${abandon}' comes first. Nothing was removed.`,
  alreadyDecided: 'That is decided already.',
  adoptKnown: (jobId: string, owner: string, batch: string) =>
    s`Job ${jobId} belongs to batch ${owner} already; nothing was changed in batch ${batch}.`,
  adoptNotFound: (jobId: string, said: string) =>
    s`The service shows no job ${jobId} to this key (${said}); check the id and the key.`,
  adoptTooEarly: (jobId: string, again: string) =>
    s`Job ${jobId} has no results yet, so it cannot be matched; nothing was changed. Run ${again} when it has some.`,
  adoptTooEarlyRerun: (jobId: string) =>
    s`Job ${jobId} has no results yet, so it cannot be matched; run this again when it has some.`,
  adoptNameless: (jobId: string, abandon: string, resubmit: string) =>
    s`Job ${jobId} has ended without results, so it can never be matched; nothing was changed. '${abandon}' gives up what is missing, and what was charged for it stays charged; '${resubmit}' sends it again and pays twice if the service took it the first time.`,
  adoptNamelessPlain: (jobId: string) =>
    s`Job ${jobId} has ended without results, so it can never be matched; give up what is missing, or send it again, which pays twice if the service took it the first time.`,
  adoptMisfit: (jobId: string, items: number, batch: string) =>
    s`Job ${jobId} (${plural(items, 'identifier', 'identifiers')}) does not fit any unconfirmed job of batch ${batch}: its size or its identifiers differ. Nothing was changed.`,
  foundLeftOut: (found: number, unnamed: number) =>
    s`The service counts ${found} found and left ${unnamed} of them out of its results.`,
  notCovered: 'Not sent: the balance or a budget did not cover it.',
  paidTwice: 'What the service took the first time is then paid for twice.',
  adoptedPartly: (total: number, items: number, rest: number) =>
    s`The adopted job has ${total} of the ${plural(items, 'identifier', 'identifiers')} of this one; the service discarded the other ${rest} for free, or another job took ${agree(rest, 'it', 'them')} and may have charged ${agree(rest, 'it', 'them')}. Another job can be adopted in its place. To give ${agree(rest, 'it', 'them')} up costs nothing more; to send ${agree(rest, 'it', 'them')} again may cost ${agree(rest, 'its', 'their')} price once more.`,
  countsDiffer: (total: number) =>
    s`The numbers and results that the service shows do not account for the ${plural(total, 'identifier', 'identifiers')} of the job.`,
  runEnded: 'The run ended before the answer came.',
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
  balanceMoved: 'the balance moved by more than our own requests explain',
  usedFell: 'the used credits fell, and a renewal or a refund proves nothing',
  planChanged: 'the plan of the account changed meanwhile',
  periodBegan: 'a billing period may have begun meanwhile',
  priceUnknown: 'nothing shows yet what a record costs on this account',
  noReading: 'no balance from before it is known',
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
  then: (told: string, command: string) => s`${told} Then '${command}'.`,
  hasNoAnswer: (count: number, batch: string, resume: string) =>
    s`${plural(count, 'identifier', 'identifiers')} of batch ${batch} ${agree(count, 'has', 'have')} no answer; '${resume}' sends what was not given up.`,
  jobIdKeptHere: (job: number, batch: string, jobId: string) =>
    s`The service took job ${job} of batch ${batch} as ${jobId}, but the database of the ledger cannot be reached. The id is kept on this machine and is written down here as soon as the database is back; run this again then.`,
  noteJobId: (job: number, batch: string, jobId: string) =>
    s`The service took job ${job} of batch ${batch} as ${jobId}, but the ledger could not be written; note that id and free some disk space.`,
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
  withNumber: (job: number) => s` with number ${job}`,
  nothingUnconfirmed: (batch: string, which: string, command: string) =>
    s`Batch ${batch} has no unconfirmed job${which}; there is nothing to decide. '${command}' shows its state.`,
  lookupMayBeCharged: 'A single lookup of it got no answer and may have been charged.',
  jobTaken: (job: number, command: string) =>
    s`Another run has just changed job ${job}. See '${command}'.`,
  batchHeld: (batch: string, where: string, command: string) =>
    s`Another run holds batch ${batch}${where}; wait for it, or look with '${command}'.`,
  lookupUnanswered:
    'An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now.',
  freshMayCost: (price: number) =>
    s`--fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
  balanceNeedsPrice: (commands: string) =>
    s`The balance cannot show whether it was charged, because nothing shows yet what a record costs on this account. If you know it, say so (${commands}), and run the same command again: the balance is then judged once more.`,
  balanceCannotShow: 'The balance cannot show whether it was charged.',
  rerunInSeconds: (seconds: number) =>
    s`Run the same command again in ${plural(seconds, 'second', 'seconds')}; the balance may show then that it was free.`,
  rerunWhenNoJobRuns: (ways: string) =>
    s`The balance can show it once no job is running (${ways}); run the same command again then.`,
  balanceUnread:
    'The balance, which may show that it was free, could not be read; run the same command again.',
  otherAccount:
    'It was made with a key of another account, and only the balance there can show it; use that key.',
  rerunToSettle: 'Run the same command again to settle it.',
  inRunningBatch: (batch: string, command: string) =>
    s`Batch ${batch} is looking this identifier up, so nothing was asked now; after '${command}' what it found is free.`,
  inUnconfirmedBatch: (batch: string, command: string, price: number) =>
    s`Batch ${batch} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now. '${command}' decides; --fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
};
