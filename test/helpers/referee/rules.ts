import type { ServerResponse } from 'node:http';
import { refusal, type Answer } from './wire.js';

/** What becomes of a request. */
export interface Doing {
  /** Whether the service does the work; `later`: after it has answered the next balance request. */
  readonly works: boolean | 'later';
  /**
   * `none`: the connection breaks; `never`: it stays open; `held`: until `releaseAnswers()`; `twice`: the bytes come twice;
   * `garbage`: a success that is not JSON.
   */
  readonly reply:
    | 'answer'
    | 'none'
    | 'never'
    | 'held'
    | 'half'
    | 'slow'
    | 'twice'
    | 'garbage'
    | Answer;
  /** `kill`: ends the client; `spend`: first, others spend all credits; `block`: the next balance is refused, too. */
  readonly also?: 'restart' | 'kill' | 'spend' | 'block';
}

const WORKS: Doing = { works: true, reply: 'answer' };
const UNDONE: Doing = { works: false, reply: 'none' };
const AWAY = refusal(503, 'Indisponível.');

export const doings = {
  ok: WORKS,
  drop_before: UNDONE,
  drop_after: { works: true, reply: 'none' },
  /** The service does the work after it answers the next balance request. */
  late: { works: 'later', reply: 'none' },
  hang: { works: false, reply: 'never' },
  hang_after: { works: true, reply: 'never' },
  hold: { works: true, reply: 'held' },
  truncate: { works: true, reply: 'half' },
  slow: { works: true, reply: 'slow' },
  twice: { works: true, reply: 'twice' },
  garbage: { works: true, reply: 'garbage' },
  429: {
    works: false,
    reply: refusal(429, 'Limite de requisições por minuto excedido.', { 'retry-after': '7' }),
  },
  500: { works: false, reply: refusal(500, 'Falha ao criar lote.') },
  502: { works: false, reply: refusal(502, 'Indisponível.') },
  503: { works: false, reply: AWAY },
  /** 500 although the work was done. */
  false_500: { works: true, reply: refusal(500, 'Falha.') },
  /** The service restarts before or after the work and keeps its book. */
  restart_before: { ...UNDONE, also: 'restart' },
  restart_after: { works: true, reply: 'none', also: 'restart' },
  kill_before: { ...UNDONE, also: 'kill' },
  kill_after: { works: true, reply: 'none', also: 'kill' },
  stranger: { ...WORKS, also: 'spend' },
  blocked: { works: false, reply: refusal(403, 'Conta bloqueada.'), also: 'block' },
} as const satisfies Readonly<Record<string, Doing>>;

export type What = keyof typeof doings;

/** What a rule does: one of the doings by its name, or an answer without any work. */
export type Fault = What | Answer;

export interface Rule {
  /** The beginning of `METHOD /path`. */
  readonly on: string;
  /** Which of these requests (from 1) it is for; the next one when left out. */
  readonly nth?: number;
  /** How many of them; 1 when left out. */
  readonly times?: number;
  readonly what: Fault;
}

/** The rules that are left, in their order. */
export class Rules {
  #left: { readonly rule: Rule; met: number; times: number }[] = [];

  add(...rules: readonly Rule[]): void {
    for (const rule of rules) this.#left.push({ rule, met: 0, times: rule.times ?? 1 });
  }

  clear(): void {
    this.#left = [];
  }

  /** What becomes of this request. */
  take(line: string): Doing {
    const meant = this.#left.filter(({ rule }) => line.startsWith(rule.on));
    for (const one of meant) one.met += 1;
    // What is for all of them gives way to what is for one.
    const due = meant
      .filter(({ rule, met, times }) => times > 0 && (rule.nth ?? met) === met)
      .toSorted((one, other) => one.times - other.times)[0];
    if (due === undefined) return WORKS;
    due.times -= 1;
    const { what } = due.rule;
    return typeof what === 'object' ? { works: false, reply: what } : doings[what];
  }
}

/** The delay in milliseconds of a slow answer, and of a second copy of an answer. */
const SLOW = 60;
const GAP = 5;

/** Sends the part of `answer` that the client receives; one that is held is sent by the caller. */
export function sendReply(response: ServerResponse, reply: Doing['reply'], answer: Answer): void {
  const { socket } = response;
  if (typeof reply === 'object') send(response, reply);
  else if (reply === 'none') socket?.destroy();
  else if (reply === 'garbage') response.writeHead(answer.status).end('<html>ok</html>');
  else if (reply === 'half') sendHalf(response, answer);
  else if (reply === 'slow') setTimeout(send, SLOW, response, answer);
  else if (reply !== 'never') {
    if (reply === 'twice') sendAgain(response, answer);
    send(response, answer);
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, { 'content-type': 'text/plain' }).end('NOT_FOUND');
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

function sendHalf(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
}

function sendAgain(response: ServerResponse, { status, body }: Answer): void {
  const { socket } = response;
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  response.once('finish', () =>
    setTimeout(() => socket?.writable === true && socket.write(head + text), GAP),
  );
}
