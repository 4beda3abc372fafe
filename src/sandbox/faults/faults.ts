import type { Effect } from './fault-effect.js';
import type { Endpoint } from '../http/endpoints.js';
import { fits, readFaultRule, type FaultRule, type Often } from './fault-rules.js';
import { Draw, hash } from '../people/random.js';

/** Gives the effects of the rules on a request; each asking counts. */
export type Faults = (endpoint: Endpoint, path: string) => Effect[];

/**
 * The rules of `--fault`, which count from the start of the sandbox and draw by its seed.
 * @throws UsageError for a rule that cannot be read
 */
export function openFaults(texts: readonly string[], seed: number): Faults {
  const rules = texts.map(readFaultRule).map((rule, at) => start(rule, at, seed));
  return (endpoint, path) => rules.flatMap((rule) => rule(endpoint, path));
}

function start(rule: FaultRule, at: number, seed: number): Faults {
  const applies = counter(rule.often, new Draw(hash(seed, 'fault', String(at), rule.text)));
  return (endpoint, path) => {
    const effect = rule.effects.get(endpoint);
    return effect !== undefined && fits(rule, path) && applies() ? [effect] : [];
  };
}

function counter(often: Often, draw: Draw): () => boolean {
  let left = often.type === 'first' ? often.count : 0;
  return () => {
    if (often.type === 'always') return true;
    if (often.type === 'chance') return draw.chance(often.probability);
    left -= 1;
    return left >= 0;
  };
}
