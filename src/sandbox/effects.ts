import { Drop, type RefusalFacts, type RefusalName, refusal } from './refusals.js';
import { type Endpoint, refusalName } from './endpoints.js';
import type { Database } from './state.js';
import type { Context } from './context.js';

/** A fault for a valid request. `after`: the connection drops after the work is done and charged. */
export type Effect =
  | { readonly type: 'refuse'; readonly name: RefusalName }
  | { readonly type: 'drop'; readonly when: 'before' | 'after' }
  | { readonly type: 'slow'; readonly ms: number };

/** An effect that a test identifier or a label causes. */
export interface Trigger {
  /** A status or a name of `refusals.ts`, or an effect of another kind. */
  readonly effect: string | Exclude<Effect, { type: 'refuse' }>;
  /** The effect occurs this many times, then one answer comes without it, then again. Absent: always. */
  readonly times?: number;
}

/** The effects of a trigger on this request. A status that the endpoint never has causes no effect. */
export function triggeredEffects(
  db: Database,
  endpoint: Endpoint,
  subject: string,
  trigger: Trigger | undefined,
): Effect[] {
  if (trigger === undefined) return [];
  const effect = effectOf(endpoint, trigger.effect);
  if (effect === undefined) return [];
  if (trigger.times === undefined) return [effect];
  const turn = takeTurn(db, `${endpoint} ${subject}`, trigger.times + 1);
  return turn < trigger.times ? [effect] : [];
}

function effectOf(endpoint: Endpoint, effect: Trigger['effect']): Effect | undefined {
  if (typeof effect !== 'string') return effect;
  const name = refusalName(endpoint, effect);
  return name === undefined ? undefined : { type: 'refuse', name };
}

/** Counts 0, 1, … `cycle - 1`, then starts at 0 again. The state keeps the count. */
function takeTurn(db: Database, name: string, cycle: number): number {
  return db.transaction(() => {
    const count = Number(
      db.prepare('SELECT count FROM turns WHERE name = ?').get(name)?.['count'] ?? 0,
    );
    db.prepare('INSERT OR REPLACE INTO turns VALUES (?, ?)').run(name, (count + 1) % cycle);
    return count;
  });
}

/** Does the work of a request with the given effects. `slow` also delays refusals. */
export async function runWithEffects<T>(
  context: Context,
  subject: string,
  effects: readonly Effect[],
  work: () => T,
): Promise<T> {
  try {
    for (const effect of effects) {
      if (effect.type === 'refuse') throw refusal(effect.name, refusalFacts(context, subject));
      if (effect.type === 'drop' && effect.when === 'before') throw new Drop();
    }
    const result = work();
    if (effects.some(({ type }) => type === 'drop')) throw new Drop();
    return result;
  } finally {
    for (const effect of effects) if (effect.type === 'slow') await pause(context, effect.ms);
  }
}

export function refusalFacts(
  { seed, clock, pendingBatches }: Context,
  subject: string,
): RefusalFacts {
  return { seed, subject, now: clock.now(), pendingBatches };
}

/** Waits `ms` milliseconds, or until the sandbox closes. */
export async function pause({ clock, closing }: Context, ms: number): Promise<void> {
  await clock.sleep(ms, closing).catch(() => undefined);
}
