import { createServer, type Socket, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { worded } from '../helpers/sentence.js';
import { drop, errorOf, scripted, type Step } from '../service/support.js';
import { calls, charging, free, type CallName } from './calls.js';
import { ends, expectEnd, success, times, type End } from './support.js';

const silence: Step = () => undefined;
/** Sends half of a valid answer, then drops the connection. */
const half: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":true,"data":{', () => response.destroy());
};

/** A TCP server, which can break the connection at any byte. */
async function rawServer(onData: (socket: Socket) => unknown) {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      requests += 1;
      onData(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, baseUrl: `http://127.0.0.1:${port}`, count: () => requests };
}

describe('spec, "Retry rules": a dropped connection may have been charged', () => {
  const breaks = [
    ['before a byte of the answer', drop],
    ['in the middle of it', half],
  ] as const;
  test.each(times(charging, breaks))('%s: %s', async (name, _, step) => {
    const error = await expectEnd(name, [step, success(name)], ends.unknownOutcome);
    expect(error).toMatchObject({ code: 'network' });
    expect([error.httpStatus, error.code]).toEqual([undefined, 'network']);
    expect(worded(error)).toMatch(
      /run it again; it is sent again only if the balance shows no charge/,
    );
  });
  test.each(charging)('%s: reset, closed, or answered with invalid HTTP', async (name) => {
    for (const act of [
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.end('SMTP ready\r\n'),
    ]) {
      const { baseUrl, count } = await rawServer(act);
      const { client } = await scripted(silence, { baseUrl });
      const error = await errorOf(calls[name].run(client));
      expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 });
      expect(count()).toBe(1);
    }
  });
  test.each(free)('%s is free: it is retried, without a possible charge', async (name) => {
    const end: End = { ...ends.unreachable, waits: [1000, 2000, 4000] };
    await expectEnd(name, drop, end);
    await expectEnd(name, half, end);
    const { client } = await scripted([drop, half, success(name)]);
    await calls[name].run(client);
  });
});

describe('spec, "Retry rules": a timed-out request may have been charged', () => {
  /** Spec, "Credit rules" 4 and `POST /cpf/realtime`: about 10 s, at least 60 s. */
  const limits: Readonly<Record<CallName, number>> = {
    quota: 60_000,
    cpf: 10_000,
    cnpj: 10_000,
    realtimeCpf: 60_000,
    submitCpfBatch: 60_000,
    submitCnpjBatch: 60_000,
    cpfBatchJob: 60_000,
    cnpjBatchJob: 60_000,
  };
  /** Advances the clock until the call has waited for `ms`. */
  const waited = async (name: CallName, ms: number, options = {}) => {
    const { client, clock, server } = await scripted(silence, options);
    const failing = errorOf(calls[name].run(client));
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    clock.advance(ms - 1);
    let ended = false;
    void failing.then(() => (ended = true));
    await new Promise((resolve) => setImmediate(resolve));
    const early = ended;
    clock.advance(1);
    return { early, failing, clock, server };
  };
  test.each(charging)('%s: times out after one attempt and may have been charged', async (name) => {
    const { early, failing, clock, server } = await waited(name, limits[name]);
    const error = await failing;
    expect(early).toBe(false);
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 });
    expect(worded(error)).toMatch(
      /in time; it may have been charged: run it again; it is sent again only if the balance shows no charge/,
    );
    expect([server.requests.length, clock.sleeps.length]).toEqual([1, 0]);
  });
  test.each(free)('%s: times out and is retried', async (name) => {
    const { early, clock, server } = await waited(name, limits[name]);
    expect(early).toBe(false);
    await eventually(() => {
      expect(server.requests).toHaveLength(2);
    });
    expect(clock.sleeps).toEqual([1000]);
  });
});

describe('a request that was not sent was not charged', () => {
  const targets = [
    ['a closed port', () => Promise.resolve('http://127.0.0.1:1')],
    ['a host that does not exist', () => Promise.resolve('https://nowhere.invalid')],
    [
      'a server without TLS',
      async () => `https://127.0.0.1:${(await rawServer((socket) => socket.end('no'))).port}`,
    ],
  ] as const;
  test.each(times(charging, targets))('%s: %s', async (name, _, url) => {
    const { client, clock } = await scripted(silence, { baseUrl: await url() });
    const error = await errorOf(calls[name].run(client));
    const expected = { kind: 'network', mayHaveCharged: false, attempts: 1 };
    expect(error).toMatchObject(expected);
    expect(worded(error)).toMatch(
      /^Nothing was charged: .* could not be reached( \(E[A-Z_]+[^)]*\))?\. .*try again\.$/,
    );
    expect(clock.sleeps).toEqual([]);
  });
});
