import type { Kind } from './kinds.js';

/**
 * What the simulation knows how to do and does not do yet, because confere does not hold out against it: each
 * with the reason. An entry goes as soon as it does.
 */
export const heldBack: Readonly<Partial<Record<Kind, string>>> = {};

/** Promises that are broken and known to be: they are not looked at. */
export const knownBroken: Readonly<Record<string, string>> = {};

export function holds(promise: string): boolean {
  return !(promise in knownBroken);
}
