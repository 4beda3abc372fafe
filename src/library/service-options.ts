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
  const onRequest = calls.later(options.onRequest);
  const onWait = calls.later(options.onWait);
  return () => ({
    ...{ baseUrl, apiKey, clock: systemClock, onRequest, onWait },
    signal: options.signal,
    timeout: options.timeout,
    rate: options.rate ?? defaults.rate,
    realtimeRate: options.realtimeRate ?? defaults.realtimeRate,
    longestWait: options.longestWait ?? defaults.longestWait.ms,
    userAgent: options.userAgent ?? `confere/${version()}`,
  });
}
