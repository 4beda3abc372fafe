import { expect, it, onTestFinished } from 'vitest';
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

it('a status is known if its body stands still until the time is over', async () => {
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

it('no answer on a reused connection causes no second request by undici', async () => {
  const { client, server } = await scripted([ok(accepted), drop, ok(accepted)]);
  await client.submitJob('cpf', [CPF]);
  await errorOf(client.cpf(CPF));
  expect(server.requests).toHaveLength(2);
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
  expect(await errorOf(client.submitJob('cpf', [CPF]))).toMatchObject(expected);
  expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject(expected);
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['a poll', false, 'interrupted'],
  ['a submission', true, 'unconfirmed'],
] as const)('%s of a client that is closed is not repeated', async (_, mayHaveCharged, kind) => {
  const { client, server } = await scripted([silence, ok(record)]);
  const failing = errorOf(
    mayHaveCharged ? client.submitJob('cpf', [CPF]) : client.batchJob('cpf', JOB),
  );
  await eventually(() => {
    expect(server.requests).toHaveLength(1);
  });
  await client.close();
  expect(await failing).toMatchObject({ kind, code: 'interrupted', mayHaveCharged });
  expect(server.requests).toHaveLength(1);
  expect(await client.cpf(CPF)).toEqual(record);
});
