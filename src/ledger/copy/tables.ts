/** A table that is copied: its key, by which rows are read in order, and the other columns. */
interface CopiedTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly others: readonly string[];
  /** Whether the ledger numbers its rows itself. */
  readonly isNumbered?: boolean;
}

/** Every table of a ledger. What others refer to is first. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  {
    name: 'batches',
    key: ['num'],
    others: [
      ...['id', 'kind', 'mixed', 'file', 'label', 'match_key', 'generation', 'base_url'],
      ...['key_fingerprint', 'fresh', 'layout', 'created_at', 'planned_at', 'row_count', 'invalid'],
      ...['duplicates', 'repaired', 'reasons', 'input_hash', 'input_size', 'output', 'outputs'],
      ...['delivered', 'agreed', 'agreed_tick', 'erased'],
    ],
    isNumbered: true,
  },
  {
    name: 'jobs',
    key: ['batch', 'seq'],
    others: [
      ...['kind', 'round', 'state', 'job_id', 'items', 'used_before', 'submitted_at', 'doubted_at'],
      ...['accepted_at', 'polled_at', 'polls', 'ended_at', 'rejected', 'found', 'not_found'],
      ...['skipped', 'error', 'begun_tick', 'ended_tick', 'verdict', 'uptime'],
      ...['boot', 'price', 'seen_at'],
    ],
  },
  {
    name: 'records',
    key: ['num'],
    others: ['kind', 'id', 'fetched_at', 'data', 'single'],
    isNumbered: true,
  },
  {
    name: 'items',
    key: ['batch', 'id'],
    others: ['position', 'job', 'answer', 'record', 'answered_at'],
  },
  {
    name: 'decisions',
    key: ['num'],
    others: ['batch', 'job', 'at', 'decision', 'evidence'],
    isNumbered: true,
  },
  { name: 'slots', key: ['rate_group', 'minute'], others: ['used'] },
  { name: 'answered_by', key: ['service'], others: [] },
  { name: 'ticks', key: ['tick'], others: [] },
  {
    name: 'readings',
    key: ['after'],
    others: ['before', 'account', 'key_fingerprint', 'at', 'plan', 'used', 'remaining'],
  },
  {
    name: 'past_jobs',
    key: ['num'],
    others: [
      ...['key_fingerprint', 'kind', 'submitted_at', 'begun_tick', 'ended_tick', 'found', 'items'],
      ...['doubtful', 'price', 'ended_at'],
    ],
    isNumbered: true,
  },
  {
    name: 'lookups',
    key: ['num'],
    others: [
      ...['kind', 'id', 'way', 'key_fingerprint', 'holder', 'state', 'verdict', 'begun_at'],
      ...['doubted_at', 'begun_tick', 'ended_tick', 'uptime', 'boot', 'price', 'ended_at'],
    ],
    isNumbered: true,
  },
  { name: 'savings', key: ['day', 'source', 'kind', 'key_fingerprint'], others: ['records'] },
  {
    name: 'unshown',
    key: ['num'],
    others: ['kind', 'id', 'way', 'asked', 'holder', 'fetched_at', 'data', 'shown_at'],
  },
];

/** All columns in the order of a raw row. */
export function columnsOf({ key, others }: CopiedTable): string[] {
  return [...key, ...others];
}

/** @throws if no table has this name */
export function tableNamed(name: string): CopiedTable {
  const table = COPIED_TABLES.find((one) => one.name === name);
  if (table === undefined) throw new RangeError(name);
  return table;
}
