import { applyEvent } from '../account/account-events.js';
import { Drop } from '../http/answers.js';
import type { Context } from '../context.js';
import type { Effect } from './fault-effect.js';
import { refusal, type RefusalFacts } from './refusals.js';

/** Does the work of a request with the given effects. `slow` also delays refusals. */
export async function runWithEffects<T>(
  context: Context,
  subject: string,
  effects: readonly Effect[],
  work: () => T,
): Promise<T> {
  try {
    for (const effect of effects) {
      if (effect.type === 'event') applyEvent(context.db, effect.event, context.clock.now());
    }
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
