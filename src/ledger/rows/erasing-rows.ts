import type { OpenIdentifier, StoredAbout } from '../operations/erasing.js';
import type { Batch } from '../types.js';
import type { Row } from './row.js';

/** A record that nobody has been shown, and the session that paid for it. */
export interface HeldUnshown extends OpenIdentifier {
  readonly holder: string;
}

/** How many identifiers went from a batch, and how many records of each kind its jobs had paid for. */
export interface TakenItems {
  readonly items: number;
  readonly cpf: number;
  readonly cnpj: number;
}

/** What a batch is without them. */
export interface KeptErased extends Pick<
  Batch,
  'invalid' | 'duplicates' | 'repaired' | 'reasons' | 'erased'
> {
  readonly layout: string;
  readonly hash: string;
  readonly size: number;
}

/** A batch that has identifiers, with what may still happen to them. */
export function toHeldBy(row: Row): StoredAbout['batches'][number] {
  const isLive = Number(row['live']) === 1;
  const state = Number(row['in_doubt']) === 1 ? 'unconfirmed' : isLive ? 'running' : 'ended';
  return { num: row['num'] as number, id: row['id'] as string, state };
}
