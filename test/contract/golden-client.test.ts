import { describe, expect, test } from 'vitest';
import { worded } from '../helpers/sentence.js';
import { answer, errorOf, KEY, scripted, type Step } from '../service/support.js';
import { allCalls, calls, golden, goldenNames, success, type Golden } from './calls.js';

const serve =
  ({ status, headers, body }: Golden): Step =>
  (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const all = goldenNames.map((name) => ({ name, answer: golden(name) }));

describe('the client reads the golden answer', () => {
  test.each(all.filter(({ answer }) => answer.error === undefined))('$name', async ({ answer }) => {
    const { client, server } = await scripted(serve(answer));
    const read = await calls[answer.call].run(client);
    expect(read).toEqual(answer.reads ?? (answer.body as { data: unknown }).data);
    expect(server.requests).toHaveLength(1);
    const { method, path, body } = server.requests[0] ?? { body: '' };
    const sent = body === '' ? {} : { body: JSON.parse(body) as unknown };
    expect({ method, path, ...sent }).toEqual(answer.request);
  });
  test.each(all.filter(({ answer }) => answer.error !== undefined))('$name', async ({ answer }) => {
    // The deadline forbids every wait, so that the first answer is the result.
    const { client, server } = await scripted(serve(answer), { deadline: 0 });
    const error = await errorOf(calls[answer.call].run(client));
    const { kind, endpoint, httpStatus, serviceMessage: message = null } = error;
    const code = error.serviceCode ?? null;
    expect({ kind, message, code }).toEqual(answer.error);
    if (message !== null) expect(worded(error)).toBe(message);
    expect([endpoint, httpStatus, server.requests.length]).toEqual([
      ...[answer.call, answer.status, 1],
    ]);
  });
});

test.each([
  ['empty', {}],
  ['without an error', { success: false }],
  ['with an empty message', { success: false, error: { message: '' } }],
  ['with a code alone', { success: false, error: { code: 'SERVICE_UNAVAILABLE' } }],
  ['of other types', { success: false, error: { message: 5, code: null } }],
  ['of a gateway', { message: 'upstream failure' }],
])('an error body that is %s changes nothing but the message', async (_, body) => {
  const { client } = await scripted(answer(503, body));
  const error = await errorOf(client.quota());
  expect(error).toMatchObject({ kind: 'service', attempts: 4, serviceMessage: undefined });
  expect(worded(error)).toMatch(/HTTP 503/);
});

test('spec, "Authentication" 1: each call sends the key in x-api-key and nowhere else, and says what is JSON', async () => {
  for (const name of allCalls) {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const [request] = server.requests;
    const { accept, 'x-api-key': key, 'content-type': type } = request?.headers ?? {};
    const sent = request?.body === '' ? undefined : 'application/json';
    expect([key, accept, type]).toEqual([KEY, 'application/json', sent]);
    expect(JSON.stringify(request).split(KEY)).toHaveLength(2);
  }
});
