import { createServer, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { exitCodeFor } from '../../src/base/exit-codes.js';
import type { ServiceError } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { addressOf } from '../helpers/http-server.js';
import { answer, drop, errorOf, fail, raw, scripted, type Step } from '../service/support.js';
import { allCalls, calls, charging, free, goldenData, success, type CallName } from './calls.js';

const JSON_TYPE = 'application/json';
/** The head of an answer, whose body does something else than what the head says. */
const broken =
  (status: number, headers: Readonly<Record<string, string>>, body?: string): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': JSON_TYPE, ...headers });
    if (body === undefined) response.write('{"success":true,"data":{', () => response.destroy());
    else response.end(body);
  };
const packed =
  (encoding: string, pack: (text: string) => Buffer, size?: number) =>
  (name: CallName): Step =>
  (response) => {
    const text = JSON.stringify({ success: true, data: calls[name].data });
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': encoding });
    response.end(pack(text).subarray(0, size));
  };
const asIs = (text: string) => Buffer.from(text);
/** Sends data as long as the client reads. */
const endless: Step = (response) => {
  response.writeHead(200, { 'content-type': JSON_TYPE });
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};
const marked = (status: number, type: string) => (name: CallName) =>
  raw(status, type, `\uFEFF${JSON.stringify({ success: true, data: calls[name].data })}`);
const record = goldenData('cpf-realtime') as object;
const quota = goldenData('quota') as object;
const wait = { 'retry-after': '2' };
const page = '<html>'.repeat(400_000);

/** What the service does with a request, by the words of the cases. */
const STEPS: Readonly<Record<string, Step>> = {
  drop,
  half: broken(200, { 'content-length': '1000' }),
  endless,
  text: raw(200, 'text/plain', 'OK'),
  nothing: raw(204, JSON_TYPE, ''),
  cut: raw(202, JSON_TYPE, '{"success":true,"data":{"jobId":"6f96'),
  'null-data': answer(200, { success: true, data: null }),
  'empty-data': answer(202, { success: true, data: {} }),
  'an-error': answer(200, { success: false, error: 'Motivo.' }),
  'no-data': answer(200, { success: true, ...record }),
  bare: answer(200, record),
  '404-route': raw(404, 'text/plain; charset=utf-8', 'NOT_FOUND'),
  '404-page': raw(404, 'text/html', '<h1>Not Found</h1>'),
  '404-nothing': raw(404, 'text/plain', ''),
};

/** The same where it depends on the call. */
const STEPS_OF_CALL: Readonly<Record<string, (name: CallName) => Step>> = {
  ok: success,
  '200-marked': marked(200, JSON_TYPE),
  '201-as-text': marked(201, 'text/plain'),
  gzip: packed('gzip', gzipSync),
  'X-GZIP': packed('X-GZIP', gzipSync),
  br: packed('br', brotliCompressSync),
  deflate: packed('deflate', deflateSync),
  identity: packed('identity', asIs),
  'gzip-cut': packed('gzip', gzipSync, 12),
  'no-gzip': packed('gzip', asIs),
  bomb: packed('gzip', (text) => gzipSync(text.replace('{', `{${' '.repeat(9 * 2 ** 20)}`))),
};

/**
 * `503`, `429:7` with that Retry-After, `403=A_CODE` with that code, `balance=7` of so many credits; `503-cut`,
 * `503-unpacked` and `503-huge` have a body of no use.
 */
function stepOf(word: string, name: CallName): Step {
  const [, of, given] = /^(403|balance)=(.*)$/.exec(word) ?? [];
  if (of === '403')
    return answer(403, { success: false, error: { code: given, message: 'Motivo.' } });
  if (of === 'balance')
    return answer(200, { success: true, data: { ...quota, remainingCredits: Number(given) } });
  const [, status, how, header] = /^(\d{3})(-cut|-unpacked|-huge)?(?::(.*))?$/.exec(word) ?? [];
  if (status === undefined) {
    const step = STEPS[word] ?? STEPS_OF_CALL[word]?.(name);
    if (step === undefined) throw new Error(`There is no step ${word}.`);
    return step;
  }
  if (how === '-cut') return broken(Number(status), { ...wait, 'content-length': '1000' });
  if (how === '-unpacked')
    return broken(Number(status), { ...wait, 'content-encoding': 'gzip' }, 'x');
  if (how === '-huge')
    return broken(Number(status), { ...wait, 'content-type': 'text/html' }, page);
  const headers: Record<string, string> = { location: '/elsewhere' };
  if (header !== undefined) headers['retry-after'] = header.replaceAll('_', ' ');
  return fail(Number(status), 'Motivo.', headers);
}

/** Servers that speak no HTTP, by what they do with a connection. */
const SOCKETS: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'no-http': (socket) => socket.end('SMTP ready\r\n'),
};
const PLACES: Readonly<Record<string, () => Promise<string> | string>> = {
  'no-server': () => 'http://127.0.0.1:1',
  'no-host': () => 'https://nowhere.invalid',
  'no-tls': async () => (await socketServer((socket) => socket.end('no'))).replace('http', 'https'),
};

let connections = 0;

async function socketServer(onData: (socket: Socket) => unknown): Promise<string> {
  connections = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      connections += 1;
      onData(socket);
    });
  });
  return addressOf(server);
}

const GROUPS: Readonly<Record<string, readonly CallName[]>> = { charging, free, all: allCalls };
const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const FOREVER = 30 * 24 * 3_600_000;

/**
 * `charging <- drop ok`: what becomes of each of these calls when the service answers so; the last word also answers all
 * later requests. `<-` may be followed by the milliseconds until the deadline, and `every-status` stands for each from 300 on.
 */
export async function exchange(given: string): Promise<string> {
  const [, group = '', within, words = ''] = /^(\S+) <-(\d*) (.*)$/.exec(given) ?? [];
  const outcomes = new Map<string, CallName[]>();
  for (const name of GROUPS[group] ?? [group as CallName]) {
    const deadline = within === '' ? NOW + FOREVER : NOW + Number(within);
    const outcome =
      words === 'every-status'
        ? await outcomesOfStatuses(name)
        : await outcomeOf(name, words.split(' '), deadline);
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name]);
  }
  if (outcomes.size === 1) return [...outcomes.keys()].join();
  return [...outcomes].map(([outcome, names]) => `${names.join(', ')}: ${outcome}`).join(' | ');
}

async function outcomeOf(name: CallName, words: readonly string[], deadline: number) {
  const [first = ''] = words;
  const socket = SOCKETS[first];
  const baseUrl = socket === undefined ? await PLACES[first]?.() : await socketServer(socket);
  const clock = createFakeClock(NOW);
  const limits: number[] = [];
  const timeout = (ms: number) => {
    limits.push(ms);
    return clock.timeout(ms);
  };
  // The service says nothing until the time is over.
  const silence: Step = () => {
    clock.advance(limits.at(-1) ?? 0);
  };
  const steps =
    baseUrl === undefined
      ? words.map((word) => (word === 'silence' ? silence : stepOf(word, name)))
      : [];
  const given = baseUrl === undefined ? {} : { baseUrl };
  const { client, server } = await scripted(steps, {
    clock: { ...clock, timeout },
    deadline,
    ...given,
  });
  const end = await calls[name]
    .run(client)
    .then(
      (read) =>
        isDeepStrictEqual(read, calls[name].data) ? 'answered' : 'answered something else',
      describe,
    );
  const own = server.requests.filter(({ path }) => path !== '/quota' || name === 'quota');
  const different = new Set(own.map(({ method, path, body }) => `${method} ${path} ${body}`));
  if (different.size > 1) throw new Error(`It asked for ${[...different].join(' and for ')}.`);
  const asked = own.length;
  const sent = baseUrl === undefined ? asked : connections;
  return [
    end,
    `${first in PLACES ? 'not' : sent} sent`,
    ...(clock.sleeps.length === 0 ? [] : [`waits ${clock.sleeps.join(' ')}`]),
    ...(words.includes('silence') ? [`time ${limits[0]}`] : []),
  ].join(', ');
}

function describe(error: ServiceError): string {
  const { kind, code, facts, mayHaveCharged } = error;
  const reason = 'reason' in facts ? ` ${facts.reason}` : '';
  const isUnread = 'balance' in facts ? ', no balance' : '';
  const charged = mayHaveCharged ? ', may be charged' : '';
  return `${kind}: ${code}${reason} (exit ${exitCodeFor(kind)})${charged}${isUnread}`;
}

/** How a call ends at each status from 300 on that the service repeats, and after how many attempts. */
async function outcomesOfStatuses(name: CallName): Promise<string> {
  let status = 300;
  // No 429 is waited for.
  const word = () => (status === 429 ? '429:99999999' : String(status));
  const repeated: Step = (response, request) => stepOf(word(), name)(response, request);
  const { client } = await scripted(repeated, { deadline: NOW + FOREVER });
  const ranges: { from: number; to: number; outcome: string }[] = [];
  for (; status < 600; status += 1) {
    const error = await errorOf(calls[name].run(client));
    const outcome = `${error.kind} ${error.attempts}${error.mayHaveCharged ? ' charged?' : ''}`;
    const last = ranges.at(-1);
    if (last?.outcome === outcome) last.to = status;
    else ranges.push({ from: status, to: status, outcome });
  }
  return ranges
    .map(({ from, to, outcome }) => `${from === to ? from : `${from}-${to}`} ${outcome}`)
    .join(', ');
}
