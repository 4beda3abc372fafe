import { MESSAGES, Refusal } from './answers.js';
import type { Context, Lookup } from './context.js';

const MINUTE = 60_000;

/** Counts a request and refuses it above the limit; spec, "Limits", "Rate limit rules". */
export function countRequest(context: Context, apiKey: string, lookup: Lookup): void {
  const now = context.clock.now();
  if (count(context, apiKey, lookup, Math.floor(now / MINUTE)) <= context.rates[lookup]) return;
  const seconds = Math.ceil((MINUTE - (now % MINUTE)) / 1000);
  throw new Refusal(429, MESSAGES.rate(seconds), 'object', seconds);
}

function count({ db }: Context, apiKey: string, lookup: Lookup, minute: number): number {
  db.prepare(
    `INSERT INTO requests VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET
       count = CASE WHEN minute = excluded.minute THEN count + 1 ELSE 1 END, minute = excluded.minute`,
  ).run(apiKey, lookup, minute);
  const row = db.prepare('SELECT count FROM requests WHERE api_key = ? AND lookup = ?');
  return (row.get(apiKey, lookup) as { count: number }).count;
}
