import type { ServerResponse } from 'node:http';
import { refusal, type Answer } from './wire.js';

export interface Doing {
  /** Whether the service does the work. */
  readonly works: boolean;
  /** `none`: the connection breaks; `never`: it stays open; `held`: until `releaseAnswers()`; `garbage`: a success that is not JSON. */
  readonly reply: 'answer' | 'none' | 'never' | 'held' | 'garbage' | Answer;
  /** The next balance is refused, too. */
  readonly blocks?: true;
}

const WORKS: Doing = { works: true, reply: 'answer' };

export const doings = {
  ok: WORKS,
  drop_before: { works: false, reply: 'none' },
  drop_after: { works: true, reply: 'none' },
  hang: { works: false, reply: 'never' },
  hang_after: { works: true, reply: 'never' },
  hold: { works: true, reply: 'held' },
  garbage: { works: true, reply: 'garbage' },
  429: {
    works: false,
    reply: refusal(429, 'Limite de requisições por minuto excedido.', { 'retry-after': '7' }),
  },
  500: { works: false, reply: refusal(500, 'Falha ao criar lote.') },
  502: { works: false, reply: refusal(502, 'Indisponível.') },
  503: { works: false, reply: refusal(503, 'Indisponível.') },
  blocked: { works: false, reply: refusal(403, 'Conta bloqueada.'), blocks: true },
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

export class Rules {
  #left: { readonly rule: Rule; met: number; times: number }[] = [];

  add(...rules: readonly Rule[]): void {
    for (const rule of rules) this.#left.push({ rule, met: 0, times: rule.times ?? 1 });
  }

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

/** Sends the part of `answer` that the client receives; one that is held is sent by the caller. */
export function sendReply(response: ServerResponse, reply: Doing['reply'], answer: Answer): void {
  if (typeof reply === 'object') send(response, reply);
  else if (reply === 'none') response.socket?.destroy();
  else if (reply === 'garbage') response.writeHead(answer.status).end('<html>ok</html>');
  else if (reply !== 'never') send(response, answer);
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, { 'content-type': 'text/plain' }).end('NOT_FOUND');
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
