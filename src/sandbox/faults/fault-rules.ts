import { readEvent } from '../account/account-events.js';
import type { FaultRuleTrouble } from '../../errors/sandbox.js';
import { UsageError } from '../../errors.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import type { Effect } from './fault-effect.js';
import { endpointNames, ENDPOINTS, type Endpoint } from '../http/endpoints.js';
import { refusalName, refusalNames } from './refusals.js';

/** How often a matching rule applies: always, the first `count` times, or with a probability. */
export type Often =
  | { readonly type: 'always' }
  | { readonly type: 'first'; readonly count: number }
  | { readonly type: 'chance'; readonly probability: number };

/** One `--fault` rule: the requests that it matches, their effects, and how often. */
export interface FaultRule {
  readonly text: string;
  /** Segments of the path; `*` and `{…}` match any one segment. */
  readonly segments: readonly string[];
  readonly effects: ReadonlyMap<Endpoint, Effect>;
  readonly often: Often;
}

/**
 * Reads `[METHOD ]PATH=ACTION[:OFTEN]`, for example `POST /cpf/bulk=503:2` or `GET /quota=drop:0.1`.
 * @throws UsageError that names the mistake
 */
export function readFaultRule(text: string): FaultRule {
  const [, method, path, action, rest] =
    /^\s*(?:([A-Za-z]+)\s+)?(\S+?)\s*=\s*([\w-]+)(?::(\S*))?\s*$/.exec(text) ?? [];
  if (path === undefined || action === undefined) {
    throw bad(text, { why: 'form' });
  }
  const segments = path.split('/');
  const endpoints = endpointsOf(text, method?.toUpperCase(), segments);
  const [argument, often] = WITH_ARGUMENT.has(action) ? splitOnce(rest) : [undefined, rest];
  const effects = effectsOf(text, endpoints, action, argument);
  return { text, segments, effects, often: readOften(text, often) };
}

/** Actions whose first number is no count. */
const WITH_ARGUMENT: ReadonlySet<string> = new Set(['slow', 'spend', 'refund']);

function endpointsOf(
  text: string,
  method: string | undefined,
  segments: readonly string[],
): Endpoint[] {
  const matching = endpointNames.filter((name) => {
    const endpoint = ENDPOINTS[name];
    return (method ?? endpoint.method) === endpoint.method && mayMatch(segments, endpoint.path);
  });
  if (matching.length > 0) return matching;
  const endpoints = endpointNames.map(
    (name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`,
  );
  throw bad(text, { why: 'no_endpoint', endpoints });
}

/** A segment without a digit never matches an identifier, so that a misspelt path is refused. */
function mayMatch(segments: readonly string[], path: string): boolean {
  const wanted = path.split('/');
  if (isAnyPath(segments)) return true;
  return (
    segments.length === wanted.length &&
    segments.every((segment, at) => {
      const other = wanted[at] ?? '';
      return isAny(segment) || segment === other || (isAny(other) && /\d/.test(segment));
    })
  );
}

const isAny = (segment: string) => segment === '*' || /^\{\w*\}$/.test(segment);
const isAnyPath = (segments: readonly string[]) => segments.length === 1 && segments[0] === '*';

/** Whether a rule matches the path of a request to one of its endpoints. */
export function matchesPath(rule: FaultRule, path: string): boolean {
  const parts = path.split('/');
  return (
    isAnyPath(rule.segments) ||
    rule.segments.every((part, at) => isAny(part) || bare(part) === bare(parts[at] ?? ''))
  );
}

/** Compares identifiers without their punctuation. */
const bare = (part: string) =>
  /\d/.test(part) ? part.replaceAll(/%2F|[^0-9A-Za-z]/gi, '').toUpperCase() : part;

function effectsOf(
  text: string,
  endpoints: readonly Endpoint[],
  action: string,
  argument: string | undefined,
): Map<Endpoint, Effect> {
  if (action === 'slow') return same(endpoints, { type: 'slow', ms: milliseconds(text, argument) });
  if (action === 'drop') return same(endpoints, { type: 'drop', when: 'before' });
  if (action === 'drop-after') return same(endpoints, { type: 'drop', when: 'after' });
  const event = readEvent(action, argument);
  if (event !== undefined) return same(endpoints, { type: 'event', event });
  if (WITH_ARGUMENT.has(action)) throw bad(text, { why: 'event_without_credits' });
  return refusalsOf(text, endpoints, action);
}

function refusalsOf(
  text: string,
  endpoints: readonly Endpoint[],
  action: string,
): Map<Endpoint, Effect> {
  const effects = new Map<Endpoint, Effect>();
  for (const endpoint of endpoints) {
    const name = refusalName(endpoint, action);
    if (name !== undefined) effects.set(endpoint, { type: 'refuse', name });
  }
  if (effects.size > 0) return effects;
  const answers = [...new Set(endpoints.flatMap(refusalNames))];
  throw bad(text, { why: 'no_answer', action: maskIdentifiers(action), answers });
}

const same = (endpoints: readonly Endpoint[], effect: Effect) =>
  new Map(endpoints.map((endpoint) => [endpoint, effect]));

function milliseconds(text: string, argument: string | undefined): number {
  if (argument !== undefined && /^\d{1,9}$/.test(argument)) return Number(argument);
  throw bad(text, { why: 'slow_without_ms' });
}

function readOften(text: string, often: string | undefined): Often {
  if (often === undefined) return { type: 'always' };
  if (/^[1-9]\d{0,8}$/.test(often)) return { type: 'first', count: Number(often) };
  const probability = Number(often);
  if (/^[01]?\.\d+$/.test(often) && probability > 0 && probability <= 1) {
    return { type: 'chance', probability };
  }
  throw bad(text, { why: 'bad_count', often: maskIdentifiers(often) });
}

function splitOnce(rest: string | undefined): [string | undefined, string | undefined] {
  const [first, ...others] = (rest ?? '').split(':');
  return [first, others.length === 0 ? undefined : others.join(':')];
}

function bad(text: string, trouble: FaultRuleTrouble): UsageError {
  return new UsageError('bad_fault', { rule: maskIdentifiers(text), ...trouble });
}
