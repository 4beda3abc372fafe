import { createServer, type Socket, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { worded } from '../helpers/sentence.js';
import { drop, errorOf, scripted, type Step, fail, raw } from '../service/support.js';
import { calls, charging, free, type CallName } from './calls.js';
import { ends, expectEnd, success, times, type End, answer, forms } from './support.js';
import { goldenData } from './calls.js';

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

const ALL = Array.from({ length: 300 }, (_, index) => index + 300);
const FIVES = ALL.filter((status) => status >= 500);

/** Spec, "Credit effects of errors": "400, 401, 404, 422, 429 … consume no credit"; 403: "nothing charged". */
const refused = [400, 401, 403, 404, 422, 429];
/** Spec, "Retry rules": the same GET again after 500, 502, 503, the same POST after 502, 503. */
const leavesNothing: Readonly<Record<(typeof charging)[number], readonly number[]>> = {
  cpf: [...refused, 500, 502, 503],
  // "5xx on CNPJ lookup consumes no credit."
  cnpj: [...refused, ...FIVES],
  realtimeCpf: [...refused, 502, 503],
  submitCpfBatch: [...refused, 502, 503],
  submitCnpjBatch: [...refused, 502, 503],
};

describe('contract, "Money" 3: a status that the spec does not list is an unknown outcome', () => {
  test.each(charging)('%s: every status from 300 to 599', async (name) => {
    const unlisted = ALL.filter((status) => !leavesNothing[name].includes(status));
    const refusal = (status: number) =>
      answer(status, forms.object('Motivo.'), { location: '/elsewhere' });
    const { client, server } = await scripted(unlisted.map(refusal));
    for (const [index, status] of unlisted.entries()) {
      const error = await errorOf(calls[name].run(client));
      expect([status, error]).toMatchObject([
        status,
        { httpStatus: status, kind: 'unconfirmed', mayHaveCharged: true, attempts: 1 },
      ]);
      expect(server.requests).toHaveLength(index + 1);
    }
  });
});

describe('an unreadable success may have been charged', () => {
  const bodies = [
    ['text', raw(200, 'text/plain', 'OK')],
    ['nothing', raw(204, 'application/json', '')],
    ['half of it', raw(202, 'application/json', '{"success":true,"data":{"jobId":"6f96')],
    ['null data', answer(200, { success: true, data: null })],
    ['empty data', answer(202, { success: true, data: {} })],
    ['an error', answer(200, forms.string('Motivo.'))],
  ] as const;
  test.each(times(charging, bodies))('%s: %s', async (name, _, step) => {
    await expectEnd(name, step, ends.unknownOutcome);
  });
  test.each(times(free, bodies))('%s is free: %s', async (name, _, step) => {
    // A status is asked for again, because a cache in between may be wrong.
    await expectEnd(name, step, name === 'quota' ? ends.failedOnce : ends.failed);
  });
});

describe('a wrong detail does not lose a paid answer', () => {
  test.each(charging)('%s: another 2xx, another content type, a byte order mark', async (name) => {
    const text = `\uFEFF${JSON.stringify({ success: true, data: calls[name].data })}`;
    for (const [status, type] of [
      [200, 'application/json'],
      [201, 'text/plain'],
      [202, 'text/html; charset=utf-8'],
    ] as const) {
      const { client } = await scripted([raw(status, type, text), fail(418)]);
      await expect(calls[name].run(client)).resolves.toBeDefined();
    }
  });
  test('a real-time record without an envelope', async () => {
    const record = goldenData('cpf-realtime') as object;
    for (const body of [{ success: true, data: record }, { success: true, ...record }, record]) {
      const { client } = await scripted(answer(200, body));
      await expect(calls.realtimeCpf.run(client)).resolves.toEqual(record);
    }
  });
});
