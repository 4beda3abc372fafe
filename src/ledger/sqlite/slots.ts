import type { Db } from '../db/db.js';

/** Counts requests per clock minute across all processes that share this ledger. */
export async function takeSlot(
  tx: Db,
  group: string,
  minute: number,
  limit: number,
): Promise<boolean> {
  await tx.run('DELETE FROM slots WHERE minute < $1', minute);
  const taken = await tx.run(
    `INSERT INTO slots (rate_group, minute, used) VALUES ($1, $2, 1)
     ON CONFLICT (rate_group, minute) DO UPDATE SET used = slots.used + 1 WHERE slots.used < $3`,
    ...[group, minute, limit],
  );
  return taken === 1;
}
