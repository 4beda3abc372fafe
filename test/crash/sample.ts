import type { Reached } from './survive.js';

/** Kills along a whole run, one at each of its turns; every tier runs these, the full one many more. */
export const SAMPLE: readonly (readonly [name: string, reached: Reached])[] = [
  ['failing rename2:before', 'planned'],
  ['failing 41:after', 'planned'],
  ['failing 42:before', 'sent'],
  ['failing 45:after', 'accepted'],
  ['failing 53:before', 'watched'],
  ['mixed 62:after', 'watched'],
  ['failing rename3:before', 'watched'],
  ['failing rename3:after', 'exported'],
];

const sampled = new Set(SAMPLE.map(([name]) => name));

export const isSampled = (name: string): boolean => sampled.has(name);
