import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { undescribed } from './described.js';
import { ENDPOINTS } from '../../src/sandbox/endpoints.js';
import { openapi } from '../../src/sandbox/openapi.js';
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

test('the check of the answers in these tests detects another shape', () => {
  const quota = { method: 'GET', path: '/quota', status: 200, type: 'application/json' };
  const data = {
    ...{ plan: 'Micro', remainingCredits: 1, usedCredits: 0.5, billingStatus: 'active' },
    ...{ userId: '5a9db0c5-0000-4000-8000-000000000001', email: 'a@b.example' },
  };
  expect(undescribed({ ...quota, body: { success: true, data } })).toBeUndefined();
  const wrong = { ...data, remainingCredits: 1.5 };
  expect(undescribed({ ...quota, body: { success: true, data: wrong } })).toContain('integer');
  expect(undescribed({ ...quota, body: { success: true } })).toContain("'data'");
  expect(undescribed({ ...quota, status: 418, body: {} })).toContain('not described');
  expect(undescribed({ ...quota, type: 'text/html', body: {} })).toContain('not described');
});
