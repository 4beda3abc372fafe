import { describe, expect, test } from 'vitest';
import { KEY, scripted } from '../../service/support.js';
import { allCalls, calls } from '../calls.js';
import { success } from '../support.js';

describe('spec, "Authentication" 1', () => {
  test.each(allCalls)('%s sends the key in x-api-key and nowhere else', async (name) => {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const { headers, ...rest } = server.requests[0] ?? {};
    expect(headers?.['x-api-key']).toBe(KEY);
    expect(JSON.stringify([rest, { ...headers, 'x-api-key': '' }])).not.toContain(KEY);
  });
  test.each(allCalls)('%s accepts JSON, and declares the JSON that it sends', async (name) => {
    const { client, server } = await scripted(success(name));
    await calls[name].run(client);
    const request = server.requests[0];
    expect(request?.headers.accept).toBe('application/json');
    const sends = request?.method === 'POST';
    expect(request?.headers['content-type']).toBe(sends ? 'application/json' : undefined);
    expect(request?.body === '').toBe(!sends);
  });
});
