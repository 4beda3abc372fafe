import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../helpers/http-server.js';
import { allCalls, calls, success } from '../contract/calls.js';
import { scripted } from './support.js';

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
