import type { Clock } from '../base/clock.js';
import { UsageError } from '../base/errors.js';
import { maskIdentifiers } from '../identifiers/index.js';
import {
  ENDPOINTS,
  type EndpointName,
  endpointNames,
  findRefusalName,
  listRefusalNames,
} from './endpoints.js';
import { Draw, hash } from './random.js';
import { Drop, type RefusalFacts, type RefusalName, createRefusal } from './refusals.js';
import type { Database } from './state.js';

/** A fault for a valid request. `after`: the connection drops after the service has done the work and charged it. */
export type Effect =
  | { readonly type: 'refuse'; readonly name: RefusalName }
  | { readonly type: 'drop'; readonly when: 'before' | 'after' }
  | { readonly type: 'slow'; readonly ms: number };

/**
 * Returns the effect of an action: a status, a name of `refusals.ts`, `drop`, `drop-after` or `slow`; undefined if the
 * endpoint has no such effect.
 */
function readEffect(endpoint: EndpointName, action: string, argument = ''): Effect | undefined {
  if (action === 'drop') return { type: 'drop', when: 'before' };
  if (action === 'drop-after') return { type: 'drop', when: 'after' };
  if (action === 'slow') return { type: 'slow', ms: Number(argument) };
  const name = findRefusalName(endpoint, action);
  return name && { type: 'refuse', name };
}

/**
 * Returns the effects of the trigger of a test identifier on this request. `ACTION[:TIMES]` occurs `TIMES` times, then
 * one answer comes without the effect, and so on; without `TIMES`, the effect always occurs. For `slow`, milliseconds
 * take the place of `TIMES`.
 */
export function findTriggeredEffects(
  db: Database,
  endpoint: EndpointName,
  subject: string,
  trigger: string | undefined,
): Effect[] {
  const [action = '', argument] = trigger?.split(':') ?? [];
  const effect = readEffect(endpoint, action, argument);
  if (effect === undefined) return [];
  if (argument === undefined || effect.type === 'slow') return [effect];
  const times = Number(argument);
  return takeTurn(db, `${endpoint} ${subject}`, times + 1) < times ? [effect] : [];
}

const HOUR = 3_600_000;

/**
 * Returns the effect on the first submission with a label. Submissions within the next hour are further jobs of the
 * batch, on which the label has no effect.
 */
export function takeFirstTimeEffect(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  label: string,
  effect: Effect | undefined,
): Effect[] {
  if (effect === undefined) return [];
  const lastTime = exchangeNumber(db, `label ${label}`, clock.now());
  return clock.now() - lastTime > HOUR ? [effect] : [];
}

/** Refuses the next request of the balance, too, so that a client can tell a suspended key from missing credits. */
export function suspendKey(db: Database, key: string): void {
  exchangeNumber(db, `suspended ${key}`, 1);
}

/** Refuses this request of the balance if the key was suspended, and ends the suspension. */
export function useUpSuspension(db: Database, key: string): Effect[] {
  const isSuspended = exchangeNumber(db, `suspended ${key}`, 0) === 1;
  return isSuspended ? [{ type: 'refuse', name: 'suspended-key' }] : [];
}

/** Stores a number in the state and returns the number that it replaces, 0 at first. */
function exchangeNumber(db: Database, name: string, count: number): number {
  return db.transaction(() => {
    const before = db.prepare('SELECT count FROM turns WHERE name = ?').get(name)?.['count'];
    db.prepare('INSERT OR REPLACE INTO turns VALUES (?, ?)').run(name, count);
    return Number(before ?? 0);
  });
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

interface PauseContext {
  readonly clock: Clock;
  readonly closing: AbortSignal;
}

/** Does the work of a request (`runWork`) with the given effects. `slow` also delays refusals. */
export async function runWithEffects<T>(
  context: RefusalFacts & PauseContext,
  effects: readonly Effect[],
  runWork: () => T,
): Promise<T> {
  try {
    for (const effect of effects) {
      if (effect.type === 'refuse') throw createRefusal(context, effect.name);
      if (effect.type === 'drop' && effect.when === 'before') throw new Drop();
    }
    const result = runWork();
    if (effects.some(({ type }) => type === 'drop')) throw new Drop();
    return result;
  } finally {
    for (const effect of effects) if (effect.type === 'slow') await pause(context, effect.ms);
  }
}

/** Waits `ms` milliseconds, or until the sandbox closes. */
export async function pause({ clock, closing }: PauseContext, ms: number): Promise<void> {
  await clock.sleep(ms, closing).catch(() => undefined);
}

/** Finds the effects of the `--fault` rules on a request. Each call counts as one request. */
export type FindFaultEffects = (endpoint: EndpointName, path: string) => Effect[];

/**
 * Reads `--fault` rules. Rules count requests from now on; the seed decides their random choices. @throws UsageError
 */
export function createFaultFinder(texts: readonly string[], seed: number): FindFaultEffects {
  const rules = texts.map((text, at) =>
    readRule(text, new Draw(hash(seed, 'fault', String(at), text))),
  );
  return (endpoint, path) => rules.flatMap((rule) => rule(endpoint, path));
}

/** Reads `[METHOD ]PATH=ACTION[:FREQUENCY]`: `POST /cpf/bulk=503:2`, `GET /quota=drop:0.1`. @throws UsageError */
function readRule(text: string, draw: Draw): FindFaultEffects {
  const [, method, path, action, rest] =
    /^\s*(?:([A-Za-z]+)\s+)?(\S+?)\s*=\s*([\w-]+)(?::(\S*))?\s*$/.exec(text) ?? [];
  if (path === undefined || action === undefined) throw buildBadFault(text);
  // `*` and `{…}` match any one segment.
  const segments = path.split('/');
  const endpoints = matchEndpoints(text, method?.toUpperCase(), segments);
  const [argument, frequency] = action === 'slow' ? splitAtColon(rest) : [undefined, rest];
  const effects = readEffects(text, endpoints, action, argument);
  const applies = readFrequency(text, frequency, draw);
  return (endpoint, requestedPath) => {
    const effect = effects.get(endpoint);
    return effect !== undefined && matchesPath(segments, requestedPath) && applies()
      ? [effect]
      : [];
  };
}

function matchEndpoints(
  text: string,
  method: string | undefined,
  segments: readonly string[],
): EndpointName[] {
  const matching = endpointNames.filter((name) => {
    const endpoint = ENDPOINTS[name];
    return (method ?? endpoint.method) === endpoint.method && mayMatch(segments, endpoint.path);
  });
  if (matching.length > 0) return matching;
  const endpoints = endpointNames.map(
    (name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`,
  );
  throw buildBadFault(text, 'POST /cpf/bulk=503:2', endpoints);
}

/** Returns whether a rule may match an endpoint: a segment without a digit is no identifier, but a misspelt name. */
function mayMatch(segments: readonly string[], path: string): boolean {
  const endpointSegments = path.split('/');
  const fits = (segment: string, other = '') =>
    isWildcard(segment) || segment === other || (isWildcard(other) && /\d/.test(segment));
  return (
    matchesAnyPath(segments) ||
    (segments.length === endpointSegments.length &&
      segments.every((each, at) => fits(each, endpointSegments[at])))
  );
}

const isWildcard = (segment: string) => segment === '*' || /^\{\w*\}$/.test(segment);
const matchesAnyPath = (segments: readonly string[]) =>
  segments.length === 1 && segments[0] === '*';

/** Returns whether a rule matches the path of a request to one of its endpoints. */
function matchesPath(segments: readonly string[], path: string): boolean {
  const parts = path.split('/');
  return (
    matchesAnyPath(segments) ||
    segments.every(
      (part, at) =>
        isWildcard(part) || stripPunctuation(part) === stripPunctuation(parts[at] ?? ''),
    )
  );
}

/** Returns a segment without the punctuation of an identifier. */
const stripPunctuation = (part: string) =>
  /\d/.test(part) ? part.replaceAll(/%2F|[^0-9A-Za-z]/gi, '').toUpperCase() : part;

/** The effects that every endpoint can have. */
const ACTIONS = ['drop', 'drop-after', 'slow'];

/**
 * Returns the effect of an action at each endpoint that has it. @throws UsageError if no endpoint has such an effect
 */
function readEffects(
  text: string,
  endpoints: readonly EndpointName[],
  action: string,
  argument = '',
): Map<EndpointName, Effect> {
  if (action === 'slow' && !/^\d{1,9}$/.test(argument))
    throw buildBadFault(text, 'GET /quota=slow:2000');
  const effects = new Map<EndpointName, Effect>();
  for (const endpoint of endpoints) {
    const effect = readEffect(endpoint, action, argument);
    if (effect !== undefined) effects.set(endpoint, effect);
  }
  if (effects.size > 0) return effects;
  const answers = [...new Set(endpoints.flatMap(listRefusalNames))];
  throw buildBadFault(text, 'GET /quota=503', [...ACTIONS, ...answers]);
}

/** Returns a function that decides whether a rule applies: always, the first few times, or with a probability. */
function readFrequency(text: string, frequency: string | undefined, draw: Draw): () => boolean {
  if (frequency === undefined) return () => true;
  const number = Number(frequency);
  let timesLeft = number;
  if (/^[1-9]\d{0,8}$/.test(frequency)) return () => (timesLeft -= 1) >= 0;
  if (/^[01]?\.\d+$/.test(frequency) && number > 0 && number <= 1) return () => draw.chance(number);
  throw buildBadFault(text, 'GET /quota=503:2 or GET /quota=503:0.1');
}

function splitAtColon(rest: string | undefined): [string | undefined, string | undefined] {
  const [first, ...others] = (rest ?? '').split(':');
  return [first, others.length === 0 ? undefined : others.join(':')];
}

function buildBadFault(
  text: string,
  example = 'POST /cpf/bulk=503:2',
  known: readonly string[] = [],
) {
  return new UsageError('bad_fault', { rule: maskIdentifiers(text), like: example, known });
}
