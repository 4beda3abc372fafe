import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.js';
import { type ReadAuthorities, createConnections, withStartNotice } from './connections.js';
import { Failure, type FailureReason, hasUnknownAuthority, isUntrusted } from './failure.js';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ServiceOptions } from './types.js';

export interface TransportOptions extends Pick<
  ServiceOptions,
  'baseUrl' | 'apiKey' | 'userAgent' | 'clock'
> {
  /** Read when Node's own authorities do not know a certificate; by default those of the system. */
  readonly authorities?: ReadAuthorities;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL, with a leading slash. */
  readonly path: string;
  readonly json?: unknown;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Until then (epoch ms) the limit begins anew with each part of the answer, so that it may take as long as it moves. */
  readonly movesUntil?: number;
  /** The largest accepted answer, in bytes after decompression. */
  readonly maxAnswer: number;
  readonly signal?: AbortSignal;
  /** Whether it must not be sent any more, asked right before it is written. */
  readonly isStale?: () => boolean;
  /** Makes a reader for the body of a success. Without it the body becomes one text. */
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
  /** Sends one request. Follows no redirect and never repeats. @throws Failure only */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Closes the connections and ends running requests. */
  close(): Promise<void>;
}

export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const connections = createConnections(base.hostname, options.authorities);
  let closed = 0;
  const attempt = async (request: WireRequest, before: number): Promise<WireAnswer> => {
    const dispatcher = await connections.open().catch((error: unknown) => {
      throw new Failure('bad_proxy', false, { cause: error });
    });
    try {
      return await exchange(dispatcher, base, options, request);
    } catch (error) {
      if (!isRefusedUnsent(error)) throw error;
      const wider = await connections.widen();
      if (wider === undefined || wider === dispatcher || closed !== before) throw error;
      return exchange(wider, base, options, request);
    }
  };
  return {
    async send(request) {
      const before = closed;
      return attempt(request, before).catch((error: unknown) => {
        // A closed client wants no answer. As a dropped connection the request would be retried.
        if (closed === before || !(error instanceof Failure)) throw error;
        throw new Failure('aborted', error.sent, { cause: error.cause });
      });
    },
    async close() {
      closed += 1;
      await connections.close();
    },
  };
}

/** The handshake failed, so not a byte of the request was written, and connecting again repeats nothing. */
function isRefusedUnsent(error: unknown): boolean {
  return error instanceof Failure && !error.sent && hasUnknownAuthority(error.cause);
}

async function exchange(
  dispatcher: Dispatcher,
  base: URL,
  options: TransportOptions,
  request: WireRequest,
): Promise<WireAnswer> {
  const timer = createTimer(options.clock, request);
  let sent = false;
  const started = withStartNotice(dispatcher, () => {
    if (request.isStale?.() === true) return false;
    return (sent = true);
  });
  try {
    const signals = request.signal ? [timer.signal, request.signal] : [timer.signal];
    const answer = await started.request({
      ...requestOptions(base, options, request),
      signal: AbortSignal.any(signals),
    });
    timer.moved();
    return await readAnswer(answer, request, timer.moved);
  } catch (error) {
    const reason = failureReason(error, sent, timer.signal, request.signal);
    throw new Failure(reason, sent, { cause: error });
  } finally {
    timer.clear();
  }
}

/** The time limit of an exchange. */
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
      // Only now, so that there is no moment without a limit.
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
  { maxAnswer, reader = wholeText }: WireRequest,
  onPart: () => void,
): Promise<WireAnswer> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const { statusCode: status, body } = answer;
  const isSuccess = status >= 200 && status < 300;
  const taken = isSuccess ? reader() : wholeText();
  const moved = isSuccess ? onPart : () => undefined;
  const reading = answerText(body, headers['content-encoding'], maxAnswer, taken, moved);
  // A status is known by the head of its answer; a success is nothing without its body.
  const text = isSuccess ? await reading : await reading.catch(() => '');
  return { status, headers, contentType: headers['content-type'], text };
}

function failureReason(
  error: unknown,
  sent: boolean,
  timer: AbortSignal,
  signal: AbortSignal | undefined,
): FailureReason {
  if (signal?.aborted) return 'aborted';
  if (timer.aborted) return 'timeout';
  if (error instanceof TooLargeError) return 'too_large';
  if (sent) return 'dropped';
  return isUntrusted(error) ? 'untrusted' : 'unreachable';
}

/** The answer is larger than any that the spec describes. Reading more of it would only use memory. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', () => createInflate()],
]);

/** Receives a body, decompressed, while it arrives. `finish` returns its text, or the part to parse. */
export interface BodyReader {
  take(bytes: Buffer): void;
  finish(): string;
}

/** A reader that returns the whole body as UTF-8. */
export function wholeText(): BodyReader {
  const chunks: Buffer[] = [];
  return {
    take: (bytes) => void chunks.push(bytes),
    finish: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/**
 * Decompresses a body and passes it to `reader`; `onPart` is called for each part as it arrives. @throws
 * TooLargeError beyond `limit` decompressed bytes
 */
export async function answerText(
  body: Readable,
  encoding: string | undefined,
  limit: number,
  reader: BodyReader,
  onPart: () => void,
): Promise<string> {
  let size = 0;
  const arriving = async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      onPart();
      yield chunk;
    }
  };
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new TooLargeError();
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
    throw size > limit ? new TooLargeError() : error;
  }
  return reader.finish();
}
