import { requireKey } from '../config/api-key.js';
import { parseBaseUrl } from '../config/base-url.js';
import { defaults } from '../config/defaults.js';
import type { RequestEvent, ServiceOptions, WaitEvent } from '../service/index.js';
import { systemClock } from '../system.js';
import { version } from '../version.js';
import type { Calls } from './calls.js';

/** One account and how to connect to it. Times in ms. */
export interface ClientOptions {
  /** https, or http on this machine. A path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends every call immediately; a running lookup or submission may have been charged. */
  readonly signal?: AbortSignal;
  /** The maximum time for one request; default 10 s for single lookups, 60 s for the others. */
  readonly timeout?: number;
  /** Simple lookups and CPF submissions per clock minute; default 30. */
  readonly rate?: number;
  /** Real-time lookups per clock minute; default 5. */
  readonly realtimeRate?: number;
  /**
   * The maximum total time that one call may wait for the rate limit and between attempts; default 30
   * minutes.
   */
  readonly longestWait?: number;
  /** Default `confere/<version>`. */
  readonly userAgent?: string;
  /**
   * Called for every request made, when its answer has been kept; CPFs in its path are masked. Errors of the
   * callbacks are ignored.
   */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called before every wait. */
  readonly onWait?: (event: WaitEvent) => void;
}

/**
 * Checks the options immediately and completes them when the result is called.
 *
 * @throws UsageError for a base URL or a key that cannot be used
 */
export function serviceOptions(options: ClientOptions, calls: Calls): () => ServiceOptions {
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  const apiKey = requireKey(options.apiKey, 'apiKey');
  const { signal, timeout, rate, realtimeRate, longestWait, userAgent } = options;
  const onRequest = calls.later(options.onRequest);
  const onWait = calls.later(options.onWait);
  const given = { signal, timeout, rate, realtimeRate, longestWait, userAgent, onRequest, onWait };
  return () => ({
    rate: defaults.rate,
    realtimeRate: defaults.realtimeRate,
    longestWait: defaults.longestWait.ms,
    userAgent: `confere/${version()}`,
    ...defined(given),
    ...{ baseUrl, apiKey, clock: systemClock },
  });
}

/** Removes undefined properties: they count as options that were left out. */
export function defined<T extends object>(options: T): Defined<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
