import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf, startServer } from '../helpers/http-server.js';
import { allCalls, calls, success } from '../contract/calls.js';
import { record, scripted } from './support.js';

const envelope = Buffer.from(JSON.stringify({ success: true, data: record }));

it.each(['/', '/api', '/api/v1//'])('a base URL may have the path %j', async (prefix) => {
  const server = await startServer((request, response) => {
    const line = `${request.method} ${request.path.replace(/^\/api(\/v1)?/, '')}`;
    const name = allCalls.find((each) => calls[each].line === line) ?? 'quota';
    success(name)(response, request);
  });
  onTestFinished(() => server.close());
  const { client } = await scripted([], { baseUrl: server.url + prefix });
  for (const name of allCalls) await calls[name].run(client);
  const base = prefix.replace(/\/+$/, '');
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    allCalls.map((name) => calls[name].line.replace(' ', ` ${base}`)),
  );
});

it.each([200, 503])('a connection is reused for the requests after a %i', async (status) => {
  let [sockets, requests] = [0, 0];
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(envelope);
  });
  server.on('connection', () => (sockets += 1));
  const { client } = await scripted([], { baseUrl: await addressOf(server) });
  for (let at = 0; at < 20; at += 1) await calls.quota.run(client).catch(() => undefined);
  expect(requests).toBe(status === 200 ? 20 : 80);
  // The client may open a second connection if a request starts before the first one is free again.
  expect(sockets).toBeLessThanOrEqual(2);
});
