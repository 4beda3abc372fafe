import { expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../src/config/addresses.js';

it.each([
  ['postgres://ana:geheim@db/confere', { why: 'password' }],
  ['postgres://ana@db/confere?password=geheim', { why: 'password' }],
  ['postgres://ana@db/confere?sslmod=require', { why: 'option', option: 'sslmod' }],
  ['postgres://ana@db/confere?sslmode=disable', { why: 'insecure', host: 'db' }],
  ['mysql://ana@db/confere', { why: 'unreadable' }],
  ['confere', { why: 'unreadable' }],
  ['postgres://ana%zz@db/confere', { why: 'unreadable' }],
  ['postgres://an%ff@db/confere', { why: 'unreadable' }],
])('%s is no address of a ledger', (url, facts) => {
  expect(() => parseDatabaseUrl(url)).toThrow(
    expect.objectContaining({ kind: 'usage', code: 'bad_ledger_url', facts }) as Error,
  );
});
