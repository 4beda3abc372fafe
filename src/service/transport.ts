import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.js';
import { explainLoadFailure } from '../base/errors.js';
import { answerLimits, inputLimits } from '../base/limits.js';
import { requireWebAssembly } from '../base/system-limits.js';
import { RequestFailure, type FailureReason, isUntrusted } from './failure.js';
import { readProxies, type Proxies } from './proxy.js';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ServiceOptions } from './types.js';

export type TransportOptions = Pick<
  ServiceOptions,
  'baseUrl' | 'apiKey' | 'userAgent' | 'clock' | 'env'
>;

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL, with a leading slash. */
  readonly path: string;
  readonly json?: unknown;
  /** Ms for the whole exchange. */
  readonly timeout: number;
  /** Until this moment (epoch ms) the time limit starts over with each part of the answer. */
  readonly movesUntil?: number;
  /** Bytes of the answer after decompression. */
  readonly maxAnswer: number;
  readonly signal?: AbortSignal;
  /** Called right before the first byte is written; if it returns true, nothing is sent. */
  readonly isStale?: () => boolean;
  /** Reads the body of a success. */
  readonly reader?: (() => BodyReader) | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly contentType: string | undefined;
  /** The body, or the part that `reader` left to parse. */
  readonly text: string;
}

export interface Transport {
  /** Sends one request. Follows no redirect and never repeats. @throws RequestFailure */
  send(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** Creates the connections to one base URL. @throws UsageError `bad_proxy` */
export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const isLocal = LOOPBACK.test(base.hostname);
  const proxies = isLocal ? undefined : readProxies(base.hostname, options.env ?? {});
  let opened: Promise<Dispatcher> | undefined;
  let closing = new AbortController();
  // The first request opens it, because undici loads slowly.
  const open = (): Promise<Dispatcher> => (opened ??= openDispatcher(proxies));
  return {
    async send(request) {
      // A request that `close` ends counts as aborted; as a dropped connection it would be retried.
      const { signal } = closing;
      const stop = AbortSignal.any(request.signal ? [request.signal, signal] : [signal]);
      return exchange(await open(), base, options, { ...request, signal: stop });
    },
    async close() {
      closing.abort();
      closing = new AbortController();
      const before = opened;
      opened = undefined;
      await (await before?.catch(() => undefined))?.destroy();
    },
  };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Set here, because Node's own default obeys NODE_TLS_REJECT_UNAUTHORIZED. */
const CHECKED = { rejectUnauthorized: true } as const;

/** The context's clock sets the time limits; the build leaves HTTP/2 out. */
const UNLIMITED = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

/**
 * Loads undici. A process that may outlive an update of its files calls this before its first request.
 * @throws ConfereError `program_gone`, `system_limit`
 */
export async function loadHttp() {
  requireWebAssembly();
  return import('undici').catch((error: unknown) => {
    throw explainLoadFailure(error);
  });
}

/** Opens the connections. `proxies`: undefined for loopback, where a proxy would see the key over plain HTTP. */
async function openDispatcher(proxies: Proxies | undefined): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await loadHttp();
  const options = { ...UNLIMITED, connect: CHECKED, requestTls: CHECKED, proxyTls: CHECKED };
  return proxies === undefined
    ? new Agent(options)
    : new EnvHttpProxyAgent({ ...options, ...proxies });
}

/** Calls `onStart` right before the first byte is written; if it returns false, nothing is. */
function withStartNotice(dispatcher: Dispatcher, onStart: () => boolean): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart(controller, context) {
        if (!onStart()) controller.abort(new Error());
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...values) => handler.onResponseStart?.(...values),
      onResponseData: (...values) => handler.onResponseData?.(...values),
      onResponseEnd: (...values) => handler.onResponseEnd?.(...values),
      onResponseError: (...values) => handler.onResponseError?.(...values),
    });
  });
}

async function exchange(
  dispatcher: Dispatcher,
  base: URL,
  options: TransportOptions,
  request: WireRequest & { readonly signal: AbortSignal },
): Promise<WireAnswer> {
  const timer = createTimer(options.clock, request);
  let sent = false;
  const started = withStartNotice(dispatcher, () => {
    if (request.isStale?.() === true) return false;
    return (sent = true);
  });
  try {
    const answer = await started.request({
      ...requestOptions(base, options, request),
      signal: AbortSignal.any([timer.signal, request.signal]),
    });
    timer.moved();
    return await readAnswer(answer, request, timer.moved);
  } catch (error) {
    const reason = failureReason(error, sent, timer.signal, request.signal);
    throw new RequestFailure(reason, sent, { cause: error });
  } finally {
    timer.clear();
  }
}

/** Creates the time limit of a request; `moved` starts it over as long as `movesUntil` allows. */
function createTimer(clock: Clock, { timeout, movesUntil = -Infinity }: WireRequest) {
  const over = new AbortController();
  const begin = () => {
    const timer = clock.timeout(timeout);
    timer.signal.addEventListener('abort', () => {
      over.abort(timer.signal.reason);
    });
    return timer;
  };
  let timer = begin();
  return {
    signal: over.signal,
    moved: () => {
      if (clock.now() > movesUntil) return;
      const before = timer;
      timer = begin();
      // The old timer ends after the new one has begun, so that there is no moment without a limit.
      before.clear();
    },
    clear: () => {
      timer.clear();
    },
  };
}

function requestOptions(base: URL, options: TransportOptions, request: WireRequest) {
  const headers = {
    'x-api-key': options.apiKey,
    'user-agent': options.userAgent,
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
  };
  const path = base.pathname.replace(/(?<!\/)\/+$/, '') + request.path;
  const target = { origin: base.origin, path, method: request.method };
  if (request.json === undefined) return { ...target, headers };
  const body = JSON.stringify(request.json);
  return { ...target, headers: { ...headers, 'content-type': 'application/json' }, body };
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  { maxAnswer, reader = createTextReader }: WireRequest,
  onPart: () => void,
): Promise<WireAnswer> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const { statusCode: status, body } = answer;
  const isSuccess = status >= 200 && status < 300;
  const bodyReader = isSuccess ? reader() : createTextReader();
  const moved = isSuccess ? onPart : () => undefined;
  const reading = readBody(body, headers['content-encoding'], maxAnswer, bodyReader, moved);
  // A refusal is known by the head of its answer alone; a success is worth nothing without its body.
  const text = isSuccess ? await reading : await reading.catch(() => '');
  return { status, headers, contentType: headers['content-type'], text };
}

function failureReason(
  error: unknown,
  sent: boolean,
  timer: AbortSignal,
  signal: AbortSignal,
): FailureReason {
  if (signal.aborted) return 'aborted';
  if (timer.aborted) return 'timeout';
  if (error instanceof TooLargeError) return 'too_large';
  if (sent) return 'dropped';
  return isUntrusted(error) ? 'untrusted' : 'unreachable';
}

/** The answer is larger than any that the spec describes. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', () => createInflate()],
]);

/** Takes a body in parts. `finish` returns its text, or the part that is left to parse. */
export interface BodyReader {
  take(bytes: Buffer): void;
  finish(): string;
}

export function createTextReader(): BodyReader {
  const chunks: Buffer[] = [];
  return {
    take: (bytes) => void chunks.push(bytes),
    finish: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/**
 * Decompresses a body into `reader` and returns what `finish` returns.
 * @throws TooLargeError beyond `limit` bytes, or if the bytes expand more than any real answer does
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  limit: number,
  reader: BodyReader,
  onPart: () => void,
): Promise<string> {
  let [packed, size] = [0, 0];
  const isTooLarge = () =>
    size > limit || size > Math.max(answerLimits.any_ratio, packed * inputLimits.ratio);
  const arriving = async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      onPart();
      packed += chunk.length;
      yield chunk;
    }
  };
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length;
      if (isTooLarge()) throw new TooLargeError();
      reader.take(chunk);
    }
  };
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
  try {
    // An unknown encoding is passed on undecoded; the envelope then fails to parse.
    await (decoder
      ? pipeline(body, arriving, decoder, collect)
      : pipeline(body, arriving, collect));
  } catch (error) {
    // A stopped stream reports an abort instead of the reason why it was stopped.
    throw isTooLarge() ? new TooLargeError() : error;
  }
  return reader.finish();
}
