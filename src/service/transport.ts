import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.js';
import { explainLoadFailure } from '../base/errors.js';
import { answerLimits, inputLimits } from '../base/limits.js';
import { requireWebAssembly } from '../base/system-limits.js';
import { RequestFailure, type FailureReason, isCertificateError } from './failure.js';
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
  /** Until this moment (epoch ms), each part of the answer that arrives starts the time limit again. */
  readonly extendableUntil?: number;
  /** Bytes of the answer after decompression. */
  readonly maxAnswer: number;
  readonly signal?: AbortSignal;
  /** Called right before the first byte is written; if it returns true, nothing is sent. */
  readonly isStale?: () => boolean;
  /** Creates what reads the body of a success. */
  readonly createReader?: (() => BodyReader) | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly contentType: string | undefined;
  /** The body, or the part that `createReader`'s reader left to parse. */
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
  const isLocal = LOOPBACK_HOST.test(base.hostname);
  const proxies = isLocal ? undefined : readProxies(base.hostname, options.env ?? {});
  let dispatcher: Promise<Dispatcher> | undefined;
  let closeController = new AbortController();
  // The first request opens the connections, because undici loads slowly.
  const openOnce = (): Promise<Dispatcher> => (dispatcher ??= openDispatcher(proxies));
  return {
    async send(request) {
      // A request that `close` ends counts as aborted; as a dropped connection it would be retried.
      const { signal } = closeController;
      const stop = AbortSignal.any(request.signal ? [request.signal, signal] : [signal]);
      return exchange(await openOnce(), base, options, { ...request, signal: stop });
    },
    async close() {
      closeController.abort();
      closeController = new AbortController();
      const oldDispatcher = dispatcher;
      dispatcher = undefined;
      await (await oldDispatcher?.catch(() => undefined))?.destroy();
    },
  };
}

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Certificates are always checked, even if NODE_TLS_REJECT_UNAUTHORIZED, which Node obeys by default, says not to. */
const CHECKED_TLS = { rejectUnauthorized: true } as const;

/** The clock of the client sets the time limits, so undici has none. The build leaves HTTP/2 out. */
const NO_LIMITS = { headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const;

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
  const options = {
    ...NO_LIMITS,
    connect: CHECKED_TLS,
    requestTls: CHECKED_TLS,
    proxyTls: CHECKED_TLS,
  };
  return proxies === undefined
    ? new Agent(options)
    : new EnvHttpProxyAgent({ ...options, ...proxies });
}

/** Calls `onStart` right before the first byte is written; if it returns false, nothing is written. */
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
  const observedDispatcher = withStartNotice(dispatcher, () => {
    if (request.isStale?.() === true) return false;
    return (sent = true);
  });
  try {
    const answer = await observedDispatcher.request({
      ...buildRequestOptions(base, options, request),
      signal: AbortSignal.any([timer.signal, request.signal]),
    });
    timer.restart();
    return await readAnswer(answer, request, timer.restart);
  } catch (error) {
    const reason = findFailureReason(error, sent, timer.signal, request.signal);
    throw new RequestFailure(reason, sent, { cause: error });
  } finally {
    timer.clear();
  }
}

/** Creates the time limit of a request; `restart` starts the limit again as long as `extendableUntil` allows. */
function createTimer(clock: Clock, { timeout, extendableUntil = -Infinity }: WireRequest) {
  const limitController = new AbortController();
  const startTimer = () => {
    const timer = clock.timeout(timeout);
    timer.signal.addEventListener('abort', () => {
      limitController.abort(timer.signal.reason);
    });
    return timer;
  };
  let timer = startTimer();
  return {
    signal: limitController.signal,
    restart: () => {
      if (clock.now() > extendableUntil) return;
      const oldTimer = timer;
      timer = startTimer();
      // The old timer ends after the new one has begun, so that there is no moment without a limit.
      oldTimer.clear();
    },
    clear: () => {
      timer.clear();
    },
  };
}

function buildRequestOptions(base: URL, options: TransportOptions, request: WireRequest) {
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
  { maxAnswer, createReader = createTextReader }: WireRequest,
  onPart: () => void,
): Promise<WireAnswer> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const { statusCode: status, body } = answer;
  const isSuccess = status >= 200 && status < 300;
  const bodyReader = isSuccess ? createReader() : createTextReader();
  const onSuccessPart = isSuccess ? onPart : () => undefined;
  const reading = readBody(body, headers['content-encoding'], maxAnswer, bodyReader, onSuccessPart);
  // The status alone says that a request was refused; a success is worth nothing without its body.
  const text = isSuccess ? await reading : await reading.catch(() => '');
  return { status, headers, contentType: headers['content-type'], text };
}

function findFailureReason(
  error: unknown,
  sent: boolean,
  timerSignal: AbortSignal,
  stopSignal: AbortSignal,
): FailureReason {
  if (stopSignal.aborted) return 'aborted';
  if (timerSignal.aborted) return 'timeout';
  if (error instanceof TooLargeError) return 'too_large';
  if (sent) return 'dropped';
  return isCertificateError(error) ? 'untrusted' : 'unreachable';
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

/** Takes a body in parts. `finish` returns the text of the body, or the part of it that is left to parse. */
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
 * @throws TooLargeError beyond `maxBytes`, or if the bytes expand more than any real answer does
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
  reader: BodyReader,
  onPart: () => void,
): Promise<string> {
  let [receivedBytes, decodedBytes] = [0, 0];
  const isTooLarge = () =>
    decodedBytes > maxBytes ||
    decodedBytes > Math.max(answerLimits.bytesBeforeRatioCounts, receivedBytes * inputLimits.ratio);
  const countReceived = async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      onPart();
      receivedBytes += chunk.length;
      yield chunk;
    }
  };
  const readDecoded = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      decodedBytes += chunk.length;
      if (isTooLarge()) throw new TooLargeError();
      reader.take(chunk);
    }
  };
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
  try {
    // An unknown encoding is passed on undecoded; the envelope then fails to parse.
    await (decoder
      ? pipeline(body, countReceived, decoder, readDecoded)
      : pipeline(body, countReceived, readDecoded));
  } catch (error) {
    // Node reports an abort instead of the error with which a stream was stopped.
    throw isTooLarge() ? new TooLargeError() : error;
  }
  return reader.finish();
}
