import type { Random } from './random.js';

/** Everything that a seed may bring into a world, and how often a world has it. */
const shares = {
  /** The network and the service, one request at a time. */
  rate_limit: 0.3,
  bad_gateway: 0.3,
  unavailable: 0.3,
  error_500: 0.25,
  error_500_after: 0.25,
  gateway_504: 0.25,
  gateway_504_after: 0.25,
  unlisted_status: 0.2,
  unlisted_status_after: 0.2,
  dropped_before: 0.3,
  dropped_after: 0.3,
  timeout_before: 0.3,
  timeout_after: 0.3,
  garbled: 0.2,
  unreachable: 0.3,
  job_late: 0.3,
  job_without_database: 0.2,
  job_unsaved: 0.2,
  job_orphaned: 0.2,
  jobs_queue: 0.1,
  job_hidden_for_a_while: 0.2,
  job_hidden_for_ever: 0.08,
  job_names_fewer: 0.1,
  job_names_fewer_for_ever: 0.05,
  job_failed_goes_on: 0.1,
  status_of_another_job: 0.1,
  rejected_identifiers: 0.15,
  other_price: 0.25,
  overage: 0.5,
  small_balance: 0.2,
  free_plan: 0.25,
  renewal: 0.2,
  refund: 0.15,
  other_spender: 0.25,
  key_replaced: 0.1,
  crash: 0.5,
  interrupt: 0.2,
  ledger_busy: 0.15,
  ledger_unwritable: 0.1,
  clock_differs: 0.1,
  second_process: 0.3,
  /** Several machines share a ledger in a database, which goes away, and whose machines stand still. */
  machines: 0.25,
  database_away: 0.3,
  freeze: 0.4,
  /** What people ask for. */
  single_lookups: 0.35,
  realtime_lookups: 0.15,
  shared_identifiers: 0.35,
  same_file: 0.15,
  submit_and_watch: 0.3,
  both_kinds: 0.2,
  again: 0.15,
  fit_balance: 0.15,
  /** How people decide what the screen leaves to them. */
  resubmits: 0.3,
  abandons: 0.3,
  days_later: 0.3,
  obedient: 0.3,
} as const;

/** The same of what came later: it is drawn by itself, so that a world without it is the world it always was. */
const laterShares = {
  /** Limits, and what makes them hard to hold. */
  limits: 0.5,
  price_changes: 0.35,
  plan_changes: 0.15,
  late_balance: 0.25,
  refund_half: 0.15,
  /** A machine stands still between its last looks at limits and its lease, and its request. */
  freeze_answered: 0.15,
  freeze_wire: 0.15,
  adopts_wrong: 0.25,
  /** The machine dies, and what was not flushed is gone. */
  power_cut: 0.2,
} as const;

/** Instead of standing still, a command is overtaken: two begin jobs at once that fit a limit one by one. */
const BEGIN_TOGETHER = 'begin_together';

export type Kind = keyof typeof shares | keyof typeof laterShares | typeof BEGIN_TOGETHER;

/**
 * What can only go wrong where several meet: a period that begins unseen after a lost answer, a price that nothing
 * proves, a job that waits behind another one.
 */
const meetings: readonly (readonly Kind[])[] = [
  ['renewal', 'dropped_after', 'days_later'],
  ['renewal', 'dropped_after', 'days_later', 'single_lookups'],
  ['free_plan', 'timeout_after', 'days_later'],
  ['other_price', 'dropped_after', 'second_process', 'single_lookups'],
  ['job_late', 'dropped_after'],
  ['job_failed_goes_on', 'job_unsaved'],
  ['jobs_queue', 'dropped_after', 'second_process', 'job_late'],
  ['jobs_queue', 'dropped_after', 'both_kinds', 'job_late'],
  ['other_price', 'dropped_before', 'second_process', 'days_later'],
  ['clock_differs', 'dropped_before', 'job_late', 'days_later'],
  ['single_lookups', 'realtime_lookups', 'crash'],
  ['single_lookups', 'dropped_after', 'shared_identifiers'],
  ['single_lookups', 'dropped_after', 'shared_identifiers', 'crash'],
  ['single_lookups', 'dropped_after', 'shared_identifiers', 'second_process'],
  ['single_lookups', 'realtime_lookups', 'dropped_after', 'shared_identifiers', 'resubmits'],
  ['rejected_identifiers', 'dropped_after', 'second_process', 'shared_identifiers'],
  ['machines', 'second_process', 'same_file', 'freeze'],
  ['machines', 'second_process', 'same_file', 'freeze', 'crash'],
  ['machines', 'second_process', 'single_lookups', 'shared_identifiers', 'freeze'],
  ['machines', 'second_process', 'dropped_before', 'job_late', 'crash'],
  ['machines', 'single_lookups', 'database_away', 'crash'],
  ['machines', 'second_process', 'database_away', 'rate_limit'],
];

const laterMeetings: readonly (readonly Kind[])[] = [
  ['limits', 'price_changes'],
  ['limits', 'price_changes', 'plan_changes'],
  ['limits', 'late_balance'],
  ['limits', 'refund_half'],
  ['limits', 'second_process', 'same_file'],
  ['limits', 'second_process', 'price_changes'],
  ['limits', 'second_process', 'single_lookups'],
  ['limits', 'second_process', 'freeze_answered'],
  ['limits', 'other_price'],
  ['limits', 'other_price', 'overage', 'small_balance'],
  ['limits', 'overage', 'small_balance', 'second_process', 'freeze_answered'],
  ['limits', 'dropped_after'],
  ['machines', 'second_process', 'same_file', 'freeze_answered'],
  ['machines', 'second_process', 'same_file', 'freeze_wire'],
  ['adopts_wrong', 'dropped_after'],
  ['power_cut'],
  ['power_cut', 'ledger_unwritable'],
  ['power_cut', 'ledger_unwritable', 'single_lookups'],
];

/** What one world has. Few of many: two faults that meet are found sooner where nothing else is in their way. */
export function chooseKinds(random: Random, own: Random): ReadonlySet<Kind> {
  const chosen = new Set<Kind>();
  const meeting = random.chance(0.4) ? random.pick(meetings) : [];
  const density = meeting.length > 0 ? 0.15 : random.pick([1, 0.6, 0.4]);
  for (const [kind, share] of Object.entries(shares) as [Kind, number][])
    if (random.chance(share * density) || meeting.includes(kind)) chosen.add(kind);
  chooseLater(own, chosen);
  return chosen;
}

/** Half of the worlds have nothing of what came later, and in some little else is in its way. */
function chooseLater(own: Random, chosen: Set<Kind>): void {
  if (own.chance(0.4)) return;
  const meeting = own.chance(0.5) ? own.pick(laterMeetings) : [];
  if (meeting.length > 0) for (const kind of [...chosen]) if (own.chance(0.7)) chosen.delete(kind);
  const density = meeting.length > 0 ? 0.15 : 1;
  for (const [kind, share] of Object.entries(laterShares) as [Kind, number][])
    if (own.chance(share * density)) chosen.add(kind);
  for (const kind of meeting) chosen.add(kind);
  if (chosen.has('limits') && chosen.has('freeze_answered') && own.chance(0.6)) {
    chosen.delete('freeze_answered');
    chosen.add(BEGIN_TOGETHER);
    // A limit of both may be the balance, which only overage lets anybody pass.
    if (own.chance(0.5)) chosen.add('overage').add('small_balance');
  }
  // Whose charge was given back, no balance tells.
  if (chosen.has('refund_half')) chosen.delete('second_process');
  // Only where a job is missing can anybody take another one for it; no limit is checked then.
  if (chosen.has('adopts_wrong')) chosen.add('dropped_after').delete('limits');
}
