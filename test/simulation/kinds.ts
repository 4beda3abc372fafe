import type { Random } from './random.js';

/** Everything that a seed may bring into a world, and how often a world has it. */
const shares = {
  /** The network and the service, one request at a time. */
  rate_limit: 0.3,
  bad_gateway: 0.3,
  unavailable: 0.3,
  error_500: 0.25,
  error_500_after: 0.2,
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
  job_billed_at_end: 0.15,
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
  /** The account. */
  overage: 0.5,
  small_balance: 0.2,
  free_plan: 0.2,
  renewal: 0.2,
  refund: 0.1,
  key_replaced: 0.1,
  /** The balance shows what happened up to a minute ago, takes seconds to come, or fails. */
  late_balance: 0.3,
  slow_balance: 0.2,
  balance_fails: 0.15,
  /** Others spend now and then, or much for a while. */
  others_spend: 0.2,
  others_spend_much: 0.1,
  /** What a record costs: another price than the default, another one than the user says, or one that changes. */
  other_price: 0.25,
  told_wrong: 0.15,
  told_midway: 0.15,
  price_changes: 0.2,
  plan_changes: 0.1,
  /** The user says from the beginning that others spend from the account. */
  shared: 0.1,
  /** Processes, machines and the ledger. */
  crash: 0.4,
  interrupt: 0.2,
  power_cut: 0.15,
  ledger_busy: 0.15,
  ledger_unwritable: 0.1,
  clock_differs: 0.1,
  backup: 0.15,
  second_process: 0.35,
  /** Several machines share a ledger in a database, which goes away, and whose machines stand still. */
  machines: 0.25,
  database_away: 0.3,
  freeze: 0.4,
  /** A machine stands still between its last looks at limits and its lease, and its request. */
  freeze_answered: 0.15,
  freeze_wire: 0.15,
  /** A command is overtaken: two begin jobs at once that fit a limit one by one. */
  begin_together: 0.1,
  /** What people ask for. */
  limits: 0.45,
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
  adopts_wrong: 0.1,
  days_later: 0.3,
  obedient: 0.3,
  /** They run a printed price as it is, where others look their plan up. */
  believes_prices: 0.3,
  /** A pipeline, whose settings are variables of its environment. */
  pipeline: 0.15,
} as const;

export type Kind = keyof typeof shares;

/** Troubles that can only go wrong together; little else is in the way of such a meeting. */
const meetings: readonly (readonly Kind[])[] = [
  ['renewal', 'dropped_after', 'days_later'],
  ['renewal', 'dropped_after', 'days_later', 'single_lookups'],
  ['free_plan', 'timeout_after', 'days_later'],
  ['other_price', 'dropped_after', 'second_process', 'single_lookups'],
  ['other_price', 'dropped_after', 'second_process', 'believes_prices', 'obedient'],
  ['told_wrong', 'dropped_after', 'second_process'],
  ['told_wrong', 'price_changes', 'dropped_after', 'second_process'],
  ['late_balance', 'dropped_after', 'single_lookups'],
  ['late_balance', 'slow_balance', 'dropped_after', 'single_lookups', 'second_process'],
  ['job_late', 'dropped_after'],
  ['job_billed_at_end', 'dropped_after'],
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
  ['single_lookups', 'overage', 'small_balance'],
  ['single_lookups', 'error_500_after', 'limits'],
  ['rejected_identifiers', 'dropped_after', 'second_process', 'shared_identifiers'],
  ['machines', 'second_process', 'same_file', 'freeze'],
  ['machines', 'second_process', 'same_file', 'freeze', 'crash'],
  ['machines', 'second_process', 'same_file', 'freeze_answered'],
  ['machines', 'second_process', 'same_file', 'freeze_wire'],
  ['machines', 'second_process', 'single_lookups', 'shared_identifiers', 'freeze'],
  ['machines', 'second_process', 'dropped_before', 'job_late', 'crash'],
  ['machines', 'single_lookups', 'database_away', 'crash'],
  ['machines', 'second_process', 'database_away', 'rate_limit'],
  ['limits', 'other_price'],
  ['limits', 'other_price', 'single_lookups'],
  ['limits', 'other_price', 'late_balance'],
  ['limits', 'other_price', 'overage', 'small_balance'],
  ['limits', 'other_price', 'second_process'],
  ['limits', 'other_price', 'pipeline', 'obedient'],
  ['limits', 'told_wrong'],
  ['limits', 'told_wrong', 'told_midway'],
  ['limits', 'other_price', 'told_midway'],
  ['limits', 'price_changes'],
  ['limits', 'price_changes', 'plan_changes'],
  ['limits', 'price_changes', 'second_process'],
  ['limits', 'late_balance'],
  ['limits', 'late_balance', 'overage', 'small_balance', 'second_process'],
  ['limits', 'slow_balance', 'second_process', 'single_lookups'],
  ['limits', 'balance_fails'],
  ['limits', 'others_spend_much', 'obedient'],
  ['limits', 'others_spend_much', 'shared'],
  ['limits', 'others_spend', 'second_process'],
  ['limits', 'second_process', 'same_file'],
  ['limits', 'second_process', 'single_lookups'],
  ['limits', 'second_process', 'freeze_answered'],
  ['limits', 'second_process', 'begin_together'],
  ['limits', 'second_process', 'begin_together', 'overage', 'small_balance'],
  ['limits', 'overage', 'small_balance', 'second_process', 'freeze_answered'],
  ['limits', 'dropped_after'],
  ['backup', 'single_lookups'],
  ['backup', 'limits'],
  ['backup', 'submit_and_watch', 'days_later'],
  ['adopts_wrong', 'dropped_after'],
  ['power_cut'],
  ['power_cut', 'ledger_unwritable'],
  ['power_cut', 'ledger_unwritable', 'single_lookups'],
];

/** Chooses what one world has, few of many: faults that meet are found sooner where nothing else is in their way. */
export function chooseKinds(random: Random): ReadonlySet<Kind> {
  const chosen = new Set<Kind>();
  const meeting = random.chance(0.6) ? random.pick(meetings) : [];
  const density = meeting.length > 0 ? random.pick([0, 0.15]) : random.pick([1, 0.6, 0.4]);
  for (const [kind, share] of Object.entries(shares) as [Kind, number][])
    if (random.chance(share * density) || meeting.includes(kind)) chosen.add(kind);
  // No limit is checked where somebody takes a foreign job for the missing one.
  if (chosen.has('adopts_wrong')) chosen.add('dropped_after').delete('limits');
  // The database of several machines has backups of its own.
  if (chosen.has('machines')) chosen.delete('backup');
  return chosen;
}
