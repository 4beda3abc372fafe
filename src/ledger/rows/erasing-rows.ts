import type { OpenIdentifier, StoredAbout } from '../operations/erasing.js';
import type { Row } from './row.js';

/** A record that nobody has been shown, and the session that paid for it. */
export interface HeldUnshown extends OpenIdentifier {
  readonly holder: string;
}

/** A batch that has identifiers, with what may still happen to them. */
export function toHeldBy(row: Row): StoredAbout['batches'][number] {
  const isLive = Number(row['live']) === 1;
  const state = Number(row['in_doubt']) === 1 ? 'unconfirmed' : isLive ? 'running' : 'ended';
  return { num: row['num'] as number, id: row['id'] as string, state };
}
