import type { Effect } from './fault-effect.js';
import type { Endpoint } from '../http/endpoints.js';
import { refusalName } from './refusals.js';
import type { Database } from '../state.js';

/** What a test identifier or a label sets off. */
export interface Trigger {
  /** A status or a name of `refusals.ts`, or an effect of another kind. */
  readonly effect: string | Exclude<Effect, { type: 'refuse' }>;
  /** So many times in a row, then one answer without it, and from the start; absent: always. */
  readonly times?: number;
}

/** The effects of a trigger this time; a status that the endpoint never gives sets nothing off. */
export function pull(
  db: Database,
  endpoint: Endpoint,
  subject: string,
  trigger: Trigger | undefined,
): Effect[] {
  if (trigger === undefined) return [];
  const effect = effectOf(endpoint, trigger.effect);
  if (effect === undefined) return [];
  if (trigger.times === undefined) return [effect];
  return turn(db, `${endpoint} ${subject}`, trigger.times + 1) < trigger.times ? [effect] : [];
}

function effectOf(endpoint: Endpoint, effect: Trigger['effect']): Effect | undefined {
  if (typeof effect !== 'string') return effect;
  const name = refusalName(endpoint, effect);
  return name === undefined ? undefined : { type: 'refuse', name };
}

/** Counts 0, 1, … up to, not including, `cycle`, and from the start; kept in the state. */
function turn(db: Database, name: string, cycle: number): number {
  return db.transaction(() => {
    const count = Number(
      db.prepare('SELECT count FROM turns WHERE name = ?').get(name)?.['count'] ?? 0,
    );
    db.prepare('INSERT OR REPLACE INTO turns VALUES (?, ?)').run(name, (count + 1) % cycle);
    return count;
  });
}
