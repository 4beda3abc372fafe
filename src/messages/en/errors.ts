import { by, given, inside, is, m, next, pick, when, where } from '../sentence.js';
import * as words from '../words.js';
import type { Reader } from '../reader.js';
import { agree, count, n, num, phrases, s, second, unexpectedCharges } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Choose: '${next.command('bulk resolve', 'batch', '--abandon')}' abandons ${agree('items', 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' takes the results of that job at the service for nothing more (its support or a proxy log may know the id); '${next.command('bulk resolve', 'batch', '--resubmit')}' sends ${agree('items', 'it', 'them')} again for up to ${n.credits('cost')}, paying twice if the service took ${agree('items', 'it', 'them')}.`;

export const declined = pick('nothing', {
  changed: 'Nothing was changed.',
  sent: 'Nothing was sent.',
});

const fitOrWait = where(
  is.divisible,
  m` Add --fit-balance to send what it covers${next.shown('--fit-balance')}`,
  m` Run ${next.again} again when there are credits`,
);

/** Under `--fresh` a list of lookups pays again for those that were answered. */
const withoutFresh = where(
  is.fresh,
  ' (without --fresh, so that what was answered is not charged again)',
);

/** In a list, the others of it are paid for again. */
const lookedUpNow = where(
  is.list,
  m` To look it up now, run it alone with --fresh, which may cost ${n.credits('price')} more; with the whole list, --fresh pays for each identifier again.`,
  m` With --fresh it is looked up now, which may cost ${n.credits('price')} more.`,
);

/** The sentence of each other error code that programs meet, too. */
export const errors = () => ({
  others_settling: m`Nothing more was sent: ${inside('by', m`${'host'} has been checking an unconfirmed charge since ${by(second, 'since')}`)}, and batch ${'batch'} waits for it. Run the same command again later.`,
  bad_birth_date: m`The birth date must be a day since 1900, written DD/MM/YYYY or DDMMYYYY, and not in the future.`,
  lookup_under_way: m`Nothing was sent: another process is looking up this identifier. Try again; its answer is reused.`,
  job_under_lookup: m`Job ${'job'} was not sent: the deadline passed while single lookups had ${n.identifiers('items')} of it. Run it again.`,
  not_asked: m`Not sent, because an earlier lookup failed: ${next.because}`,
  empty: m`This is not a ${by(words.upper, 'kind')}: it is empty.`,
  format: pick('kind', {
    cpf: 'This is not a CPF: it does not have 11 digits.',
    cnpj: 'This is not a CNPJ: it does not have 12 letters or digits and 2 digits.',
  }),
  check_digit: m`This is not a ${by(words.upper, 'kind')}: its check digits do not match.`,
  repeated: m`This is not a ${by(words.upper, 'kind')}: all its characters are the same, and such a number is never issued.`,
  lookup_in_doubt: m`Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged. ${pick(
    'why',
    {
      not_settled: m`Run the same command again${given('ms', m` in ${by(phrases.seconds, 'ms')}`)} to check the balance for a charge.`,
      others_running: m`The balance can show that only when no job is running (${phrases.watching}). Then run the same command again.`,
      other_account:
        'It was made with a key of another account, and only the balance there can show that. Use that key.',
      undecidable: 'The balance cannot show whether it was charged.',
    },
  )}${lookedUpNow}`,
  lookup_in_batch: pick('state', {
    running: m`Nothing was sent: batch ${'batch'} is looking up this identifier. Wait for it with '${next.command('bulk watch', 'batch')}'; what it finds is then free.`,
    unconfirmed: m`Nothing was sent: batch ${'batch'} sent this identifier and got no answer, so it may have been charged. Decide with '${next.command('bulk resolve', 'batch')}'.${lookedUpNow}`,
  }),
  batch_forgotten: m`Another run has just abandoned or removed this batch. Run ${next.again} again.`,
  empty_batch_name: m`The name of the batch is empty. Use its id, or the beginning of it.`,
  ambiguous_batch: m`Several batches begin with ${'prefix'}: ${'ids'}. Type more of the id.`,
  batch_not_planned: m`Batch ${'batch'} was interrupted while ${'file'} was read. To read it again: '${next.command('bulk run', 'file')}'.`,
  adopt_known: m`Nothing was changed in batch ${'batch'}: job ${'jobId'} already belongs to batch ${'owner'}.`,
  adopt_not_found: m`The service shows no job ${'jobId'} to this key${given('said', m` and answered: "${'said'}"`)}${by(words.fullStop, 'said')} Check the id and the key.`,
  adopt_too_early: m`Nothing was changed: job ${'jobId'} has no results yet, so it cannot be matched. Run ${next.again} again when it has some.`,
  adopt_nameless: m`Nothing was changed: job ${'jobId'} has ended without results, so it can never be matched. '${next.command('bulk resolve', 'batch', '--abandon')}' abandons what is missing, and what was charged stays charged; '${next.command('bulk resolve', 'batch', '--resubmit')}' sends it again, and you pay twice if the service took it the first time.`,
  adopt_misfit: m`Nothing was changed: job ${'jobId'} (${n.identifiers('items')}) does not match any unconfirmed job of batch ${'batch'}; its size or its identifiers differ.`,
  limit_passed: m`Nothing more was sent: ${count('spent', 'credit was', 'credits were')} charged ${pick('of', { run: 'during this run', day: 'today (UTC)', month: 'this month (UTC)' })}, more than the limit of ${num('limit')}. To see what was charged: '${next.command('spend')}'.`,
  unexpected_charges: unexpectedCharges,
  balance_unreadable: when(
    'only',
    true,
    m`Nothing was sent: the balance could not be read. Run ${next.again} again later, or add --allow-overage to send without knowing the balance.`,
    m`Nothing was sent: the balance could not be read, and the limit cannot be kept without it. Run ${next.again} again later.`,
  ),
  balance_awaited: (facts: { readonly batches: readonly string[] }, to: Reader) =>
    facts.batches.length === 0
      ? s`Nothing was sent: the balance does not show yet what earlier requests cost. Run ${to.again()} again in two minutes.`
      : s`Nothing was sent: batch ${facts.batches[0] ?? ''} is still running, and until the balance has shown what a record costs, requests are sent one at a time. Wait for it with '${to.command('bulk watch', facts.batches[0] ?? '')}', or give it up with '${to.command('bulk resolve', facts.batches[0] ?? '', '--abandon')}'; then run ${to.again()} again.`,
  shared_needs_prices: m`Nothing was sent: other programs use this account ('shared'), so a limit needs the price of a record. Set it: ${phrases.untoldPrices}.`,
  batch_held: m`Another run is working on batch ${'batch'}${phrases.heldBy}. Wait for it, or see its state: '${next.command('bulk status', 'batch')}'.`,
  no_such_batch: m`There is no batch ${'prefix'} here. '${next.command('bulk list')}' shows the batches; the sandbox, each profile and each base URL have their own.`,
  no_batches: m`There are no batches yet. To start one: '${next.command('bulk run', '<file>')}'.`,
  batch_not_ended: m`Batch ${'batch'} has not ended. ${pick('state', { running: m`Wait for it with '${next.command('bulk watch', 'batch')}'`, unsent: m`Part of it was never sent: '${next.command('bulk status', 'batch')}' shows how to send it` })}, or add --partial to export what there is.`,
  batch_under_way: m`Nothing was removed: batch ${'batch'} is still running or unconfirmed, and its results may be paid for. ${pick('state', { running: m`Wait for it with '${next.command('bulk watch', 'batch')}', or abandon`, unconfirmed: 'Abandon' })} it first with '${next.command('bulk resolve', 'batch', '--abandon')}'; what was charged stays charged.`,
  nothing_unconfirmed: m`There is nothing to decide: batch ${'batch'} has no unconfirmed job${given('job', m` with number ${'job'}`)}. To see its state: '${next.command('bulk status', 'batch')}'.`,
  looked_up_elsewhere: pick('state', {
    running: m`Job ${'job'} was not sent: ${n.identifiers('items')} of it ${agree('items', 'is', 'are')} being looked up in batch ${'batch'}. Wait for '${next.command('bulk watch', 'batch')}', then run ${next.again} again; ${agree('items', 'its answer then costs', 'their answers then cost')} nothing more.`,
    unconfirmed: m`Job ${'job'} was not sent: ${n.identifiers('items')} of it may have been charged in batch ${'batch'}, which is unconfirmed. Check with '${next.command('bulk resume', 'batch')}', or decide with '${next.command('bulk resolve', 'batch')}'; then run ${next.again} again.`,
  }),
  declined,
  job_taken: m`Another run has just changed job ${'job'}. To see it: '${next.command('bulk status')}'.`,
  batch_lost: m`This process was suspended too long, and another run took over batch ${'batch'}${phrases.heldBy}. Nothing was changed after that; run the same command again.`,
  submission_unconfirmed: pick('why', {
    no_answer: m`Job ${'job'} of batch ${'batch'} (${n.identifiers('items')}) may have been charged. Run ${next.patiently} again: it waits, and sends the job again only if the balance shows no charge.`,
    deadline: m`Job ${'job'} of batch ${'batch'} (${n.identifiers('items')}) may have been charged, and the deadline leaves no time to check. Nothing is sent again. To wait longer, run ${next.longer}.`,
    others_running: m`Job ${'job'} of batch ${'batch'} (${n.identifiers('items')}) may have been charged, which shows only when no other job is running (${phrases.watching}). Nothing is sent again. Then run ${next.onward('batch')} again.`,
    undecided: m`Job ${'job'} of batch ${'batch'} (${n.identifiers('items')}) may have been charged: ${pick('because', phrases.undecided)}. Nothing is sent again automatically; '${next.command('bulk status', 'batch')}' shows the evidence. ${choices}`,
    left_out: m`${n.identifiers('items')} of batch ${'batch'} ${agree('items', 'was', 'were')} not sent: a single lookup of ${agree('items', 'it', 'them')} got no answer and may have been charged. ${when('isDecided', true, 'The balance cannot show whether it was charged.', m`Run ${next.patiently} again to check the balance for a charge.`)} To send ${agree('items', 'it', 'them')} anyway, possibly paying twice: '${next.command('bulk resolve', 'batch', '--resubmit')}'.`,
  }),
  over_max_credits: when(
    'of',
    'rest',
    m`The rest was not sent and cost nothing: it may cost ${n.credits('worstCase')}, and this run may still spend ${num('maxCredits')}. To send it, run ${next.raisedOnward}.`,
    when(
      'of',
      'files',
      m`Nothing was sent: these files may cost ${n.credits('worstCase')} together, more than --max-credits ${'maxCredits'}. Raise --max-credits to send them${next.raisedAll}${where(is.divisible, m`, or add --fit-balance to send what the limit covers${next.shown('--fit-balance')}`)}.`,
      given(
        'limit',
        m`Nothing was sent: this may cost ${n.credits('worstCase')}, and ${num('maxCredits')} of --max-credits ${'limit'} ${agree('maxCredits', 'is', 'are')} left. To send it, give it a limit of its own${next.raised}${withoutFresh}.`,
        m`Nothing was sent: this batch may cost ${n.credits('worstCase')}, more than --max-credits ${'maxCredits'}. Raise --max-credits to send it${next.raised}${where(is.divisible, m`, or add --fit-balance to send what the limit covers${next.shown('--fit-balance')}`)}.`,
      ),
    ),
  ),
  over_period_budget: m`Nothing was sent: this may cost ${n.credits('cost')}, and ${num('left')} of ${pick('of', { day: "today's", month: "this month's" })} ${num('limit')} ${agree('left', 'is', 'are')} left (UTC). Raise --max-credits-per-${'of'}${withoutFresh}${where(
    is.coveredLater,
    m`, or continue ${pick('of', { day: 'tomorrow', month: 'next month' })} (UTC) with ${next.again}`,
    where(
      is.divisible,
      m`, or add --fit-balance to send what it covers now${next.shown('--fit-balance')}`,
    ),
  )}.`,
  over_balance: m`${pick('of', { batch: 'Nothing was sent: this batch', files: 'Nothing was sent: these files together', resubmission: 'Nothing was changed: sending that again', next_job: 'The next job was not sent: it' })} may cost ${n.credits('worstCase')}, and the balance is ${num('balance')}${given('withoutOverage', m` (plan ${'withoutOverage'} has no overage)`)}.${pick(
    'of',
    {
      batch: fitOrWait,
      files: fitOrWait,
      resubmission: m` Run ${next.again} again when there are credits`,
      next_job: m` Run ${next.onward()} again when there are credits${where(is.divisible, ', or with --fit-balance to send what it covers')}`,
    },
  )}${given('withoutOverage', '', m`, or add --allow-overage to accept billing beyond it${when('of', 'batch', next.shown('--allow-overage'), when('of', 'files', next.shown('--allow-overage')))}`)}.`,
  terminated: next.stopped,
  other_key: m`Batch ${'batch'} was made with another API key (fingerprint ${'madeWith'}; current: ${'inUse'}), and the service shows its jobs to no other: ${when(
    'isUnderWay',
    true,
    m`use that key. If it is gone for good, '${next.command('bulk resolve', 'batch', '--abandon')}' abandons the running jobs; what they cost stays charged.`,
    m`none of its jobs is running. '${when('isPlanned', true, next.command('bulk export', 'batch', '--partial'), next.command('bulk export', 'batch'))}' writes what there is. Then ${next.renewed} makes a new batch with the current key and reuses what you have paid for${when('isOwed', true, m`; ${next.again} would look up and pay for everything again`)}.`,
  )}`,
});
