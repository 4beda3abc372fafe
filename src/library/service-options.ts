import { requireKey } from '../config/api-key.js';
import { parseBaseUrl } from '../config/base-url.js';
import { defaults } from '../config/defaults.js';
import type { RequestEvent, ServiceOptions, WaitEvent } from '../service/index.js';
import { systemClock } from '../system.js';
import { version } from '../version.js';

/** One account and how it is asked. Times in ms. */
export interface ClientOptions {
  /** https, or http on this machine; a path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends every call at once; a lookup or submission that was under way may have been charged. */
  readonly signal?: AbortSignal;
  /** The longest time for one request; by default 10 s for single lookups, 60 s for the rest. */
  readonly timeout?: number;
  /** Simple lookups and CPF submissions per clock minute; default 30. */
  readonly rate?: number;
  /** Real-time lookups per clock minute; default 5. */
  readonly realtimeRate?: number;
  /** What one call may wait in all for the minute's limit and between attempts; default 30 minutes. */
  readonly longestWait?: number;
  /** Default `confere/<version>`. */
  readonly userAgent?: string;
  /** Told of every request that was made; CPFs in its path are masked. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Told before every wait. */
  readonly onWait?: (event: WaitEvent) => void;
}

/**
 * Checks the options at once and completes them when they are needed.
 * @throws UsageError for a base URL or a key that cannot be used
 */
export function serviceOptions(options: ClientOptions): () => ServiceOptions {
  const baseUrl = parseBaseUrl(options.baseUrl, 'baseUrl');
  const apiKey = requireKey(options.apiKey, 'apiKey');
  const { signal, timeout, rate, realtimeRate, longestWait, userAgent, onRequest, onWait } =
    options;
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

/** Without what is undefined: it stands for an option that was left out. */
export function defined<T extends object>(options: T): Defined<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
