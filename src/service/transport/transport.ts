import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.js';
import { answerText, TooLargeError, wholeText, type BodyReader } from './answer-text.js';
import { createConnections, withStartNotice, type ReadAuthorities } from './connections.js';
import {
  Failure,
  type FailureReason,
  hasUnknownAuthority,
  isUntrusted,
} from '../errors/failure.js';

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent: string;
  readonly clock: Clock;
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
  const target = {
    origin: base.origin,
    path: base.pathname.replace(/(?<!\/)\/+$/, '') + request.path,
    method: request.method,
  };
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
