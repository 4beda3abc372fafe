import { Drop } from '../http/answers.js';
import type { Context } from '../context.js';
import type { Effect } from './fault-effect.js';
import { refusal, type Scene } from './refusals.js';

/** Does the work of a request under the effects that were asked for; refusals are slowed, too. */
export async function perform<T>(
  context: Context,
  subject: string,
  effects: readonly Effect[],
  work: () => T,
): Promise<T> {
  try {
    for (const effect of effects) {
      if (effect.type === 'refuse') throw refusal(effect.name, sceneOf(context, subject));
      if (effect.type === 'drop' && effect.when === 'before') throw new Drop();
    }
    const result = work();
    if (effects.some(({ type }) => type === 'drop')) throw new Drop();
    return result;
  } finally {
    for (const effect of effects) if (effect.type === 'slow') await pause(context, effect.ms);
  }
}

export function sceneOf({ seed, clock, pendingBatches }: Context, subject: string): Scene {
  return { seed, subject, now: clock.now(), pendingBatches };
}

/** Waits, but not longer than the sandbox is open. */
export async function pause({ clock, closing }: Context, ms: number): Promise<void> {
  await clock.sleep(ms, closing).catch(() => undefined);
}
