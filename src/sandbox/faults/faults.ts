import type { Effect } from './fault-effect.js';
import type { Endpoint } from '../http/endpoints.js';
import { matchesPath, readFaultRule, type FaultRule, type Often } from './fault-rules.js';
import { Draw, hash } from '../people/random.js';

/** Returns the effects of the rules on a request. Each call counts as one request. */
export type Faults = (endpoint: Endpoint, path: string) => Effect[];

/**
 * Reads the rules of `--fault`. They count requests from the start of the sandbox, and its seed decides
 * their random choices.
 * @throws UsageError for an invalid rule
 */
export function openFaults(texts: readonly string[], seed: number): Faults {
  const rules = texts.map(readFaultRule).map((rule, at) => start(rule, at, seed));
  return (endpoint, path) => rules.flatMap((rule) => rule(endpoint, path));
}

function start(rule: FaultRule, at: number, seed: number): Faults {
  const applies = counter(rule.often, new Draw(hash(seed, 'fault', String(at), rule.text)));
  return (endpoint, path) => {
    const effect = rule.effects.get(endpoint);
    return effect !== undefined && matchesPath(rule, path) && applies() ? [effect] : [];
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
