import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/sandbox/endpoints.js';
import { openapi } from '../../src/sandbox/openapi.js';
import { golden, goldenNames } from '../contract/calls.js';
import { undescribed } from './described.js';
import { open } from './support.js';

test('the description is served without a key and is valid OpenAPI 3.1', async () => {
  const { get } = await open();
  const { status, body } = await get('/openapi.json', { 'x-api-key': '' });
  expect(status).toBe(200);
  const result = await new Validator().validate({ ...body });
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0' } });
});

test('the description has exactly the endpoints of the service', () => {
  const described = Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(served.sort());
});

/** Every answer of the sandbox fits the description (see `open`), which fits those of the spec. */
const successes = goldenNames.filter((name) => golden(name).status < 300);
test.each(successes)('the description fits the answer of the spec: %s', (name) => {
  const { request, status, headers, body } = golden(name);
  const type = headers['content-type'] ?? '';
  expect(undescribed({ ...request, status, type, body })).toBeUndefined();
});
