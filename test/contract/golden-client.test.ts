import { describe, expect, test } from 'vitest';
import { errorOf, scripted, type Step } from '../service/support.js';
import { calls } from './calls.js';
import { golden, goldenNames, type Golden } from './calls.js';

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
    expect({
      kind: error.kind,
      message: error.serviceMessage ?? null,
      code: error.serviceCode ?? null,
    }).toEqual(answer.error);
    expect([error.httpStatus, server.requests.length]).toEqual([answer.status, 1]);
  });
});
