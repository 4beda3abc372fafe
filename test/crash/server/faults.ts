import type { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import { refusal, type Answer } from './book.js';

export type Endpoint = 'POST' | 'status' | 'quota';

export const WHATS = [
  /** The connection breaks before or after the service does the work. */
  'drop_before',
  'drop_after',
  /** The connection breaks. The service does the work after it answers the next balance request. */
  'late',
  /** Half an answer, then the connection breaks. */
  'truncate',
  'slow',
  /** The bytes of the answer come twice. */
  'twice',
  /** A success that is not JSON. */
  'garbage',
  429,
  500,
  502,
  503,
  /** 500 although the work was done. */
  'false_500',
  /** The service restarts before or after the work and keeps its book. */
  'restart_before',
  'restart_after',
  /** The client is killed, before or after the work. */
  'kill_before',
  'kill_after',
  /** Another user of the account spends all credits. */
  'stranger',
] as const;

export type What = (typeof WHATS)[number];

/** The fault of the `nth` request (from 1) of an endpoint. */
export interface Fault {
  readonly on: Endpoint;
  readonly nth: number;
  readonly what: What;
}

/** The actions of the server for a request with this fault, in order. */
export interface Handling {
  readonly works: boolean;
  readonly worksLater: boolean;
  readonly restarts: boolean;
  readonly kills: boolean;
  readonly reply: 'answer' | 'none' | 'half' | 'slow' | 'twice' | Answer | 'garbage';
}

const PLAIN: Handling = {
  works: true,
  worksLater: false,
  restarts: false,
  kills: false,
  reply: 'answer',
};
const UNDONE: Handling = { ...PLAIN, works: false, reply: 'none' };

const handlings: Readonly<Record<What, Handling>> = {
  drop_before: UNDONE,
  drop_after: { ...PLAIN, reply: 'none' },
  late: { ...UNDONE, worksLater: true },
  truncate: { ...PLAIN, reply: 'half' },
  slow: { ...PLAIN, reply: 'slow' },
  twice: { ...PLAIN, reply: 'twice' },
  garbage: { ...PLAIN, reply: 'garbage' },
  429: { ...UNDONE, reply: refusal(429, 'Limite de requisições por minuto excedido.') },
  500: { ...UNDONE, reply: refusal(500, 'Falha ao criar lote.') },
  502: { ...UNDONE, reply: refusal(502, 'Indisponível.') },
  503: { ...UNDONE, reply: refusal(503, 'Indisponível.') },
  false_500: { ...PLAIN, reply: refusal(500, 'Falha.') },
  restart_before: { ...UNDONE, restarts: true },
  restart_after: { ...PLAIN, restarts: true, reply: 'none' },
  kill_before: { ...UNDONE, kills: true },
  kill_after: { ...PLAIN, kills: true, reply: 'none' },
  stranger: PLAIN,
};

export function handlingOf(fault: Fault | undefined): Handling {
  return fault === undefined ? PLAIN : handlings[fault.what];
}

/** The delay in milliseconds of a slow answer, and of a second copy of an answer. */
const SLOW = 60;
const GAP = 5;

/** Sends the part of `answer` that the client receives. */
export function sendReply(
  response: ServerResponse,
  { reply }: Handling,
  answer: Answer | undefined,
): void {
  const { socket } = response;
  if (reply === 'none' || answer === undefined) socket?.destroy();
  else if (typeof reply === 'object') send(response, reply);
  else if (reply === 'garbage') response.writeHead(answer.status).end('<html>ok</html>');
  else if (reply === 'half') sendHalf(response, answer);
  else if (reply === 'slow') setTimeout(send, SLOW, response, answer);
  else {
    if (reply === 'twice' && socket !== null) sendAgain(response, socket, answer);
    send(response, answer);
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const retry = status === 429 ? { 'retry-after': '1' } : {};
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...retry });
  response.end(JSON.stringify(body));
}

function sendHalf(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
}

function sendAgain(response: ServerResponse, socket: Socket, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  response.once('finish', () =>
    setTimeout(() => socket.writable && socket.write(head + text), GAP),
  );
}
