import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { createTransport } from '../../src/service/transport.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { startServer } from '../helpers/http-server.js';
import {
  CPF,
  JOB,
  KEY,
  type Step,
  accepted,
  drop,
  errorOf,
  ok,
  record,
  scripted,
} from './support.js';

const silence: Step = () => undefined;

/** Answers with a status whose body is of no use. */
const spoiled: Readonly<Record<string, (status: number) => Step>> = {
  'is cut off': (status) => (response) => {
    response.writeHead(status, { 'content-length': '1000', 'retry-after': '2' });
    response.write('{"success":false,');
    setImmediate(() => response.destroy());
  },
  'is not packed as it says': (status) => (response) => {
    response.writeHead(status, { 'content-encoding': 'gzip', 'retry-after': '2' });
    response.end('plain text');
  },
  'is larger than any': (status) => (response) => {
    response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '2' });
    response.end('<html>'.repeat(400_000));
  },
};

describe('a status from 400 on', () => {
  it.each(Object.entries(spoiled))(
    'a status from 400 on is known if its body %s',
    async (_, body) => {
      const get = await scripted([body(429), body(503), ok(record)]);
      expect(await get.client.cpf(CPF)).toEqual(record);
      expect([get.server.requests.length, get.clock.sleeps]).toEqual([3, [2_000, 1_000]]);
      const post = await scripted([body(502), body(422)]);
      const refused = { httpStatus: 422, mayHaveCharged: false, attempts: 2 };
      expect(await errorOf(post.client.submitBatch('cpf', [CPF]))).toMatchObject(refused);
      for (const status of [400, 401, 403, 404]) {
        const { client } = await scripted([body(status), ok(record)]);
        const known = { httpStatus: status, mayHaveCharged: false };
        expect(await errorOf(client.cpf(CPF))).toMatchObject(known);
      }
      const unknown = { httpStatus: 504, mayHaveCharged: true };
      expect(await errorOf((await scripted(body(504))).client.cpf(CPF))).toMatchObject(unknown);
    },
  );
  it('a status from 400 on is known if its body stops until the time limit', async () => {
    const clock = createFakeClock();
    const server = await startServer((_, response) => {
      response.writeHead(503);
      // More than fits between the two: who could write it knows that the head was read.
      response.write(Buffer.alloc(32 * 1024 * 1024), () => {
        clock.advance(1_000);
      });
    });
    onTestFinished(() => server.close());
    const own = { baseUrl: server.url, apiKey: KEY, userAgent: 'x', clock };
    const transport = createTransport(own);
    onTestFinished(() => transport.close());
    const request = { method: 'POST', path: '/', timeout: 1_000, maxAnswer: 1e9 } as const;
    expect(await transport.send(request)).toMatchObject({ status: 503, text: '' });
  });
});

describe('no answer', () => {
  it('a lost answer on a reused connection causes no second request by undici', async () => {
    const { client, server } = await scripted([ok(accepted), drop, ok(accepted)]);
    await client.submitBatch('cpf', [CPF]);
    await errorOf(client.cpf(CPF));
    expect(server.requests).toHaveLength(2);
  });
});

it('an abort during a wait, or before the request, means no charge', async () => {
  const controller = new AbortController();
  const { client, server } = await scripted((response) => response.writeHead(503).end(), {
    signal: controller.signal,
    onWait: () => {
      controller.abort();
    },
  });
  const expected = { kind: 'interrupted', mayHaveCharged: false };
  expect(await errorOf(client.submitBatch('cpf', [CPF]))).toMatchObject(expected);
  expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject(expected);
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['a poll', false, 'interrupted'],
  ['a submission', true, 'unconfirmed'],
] as const)('a closed client does not repeat %s', async (_, mayHaveCharged, kind) => {
  const { client, server } = await scripted([silence, ok(record)]);
  const failing = errorOf(
    mayHaveCharged ? client.submitBatch('cpf', [CPF]) : client.batchJob('cpf', JOB),
  );
  await eventually(() => {
    expect(server.requests).toHaveLength(1);
  });
  await client.close();
  expect(await failing).toMatchObject({ kind, code: 'interrupted', mayHaveCharged });
  expect(server.requests).toHaveLength(1);
  expect(await client.cpf(CPF)).toEqual(record);
});
