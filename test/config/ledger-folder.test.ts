import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ledgerPlace,
  type LedgerChoice,
  configFiles,
  stateFolder,
} from '../../src/config/folders.js';
import { parseDatabaseUrl } from '../../src/config/addresses.js';

const URL_ = 'https://api.exemplo.com.br';
const folderOf = (owner: Partial<LedgerChoice>) =>
  ledgerPlace('state', { profile: 'default', ...owner }).folder;

describe('the folder of a ledger', () => {
  it('has the same path in every version', () => {
    const ledgers = join('state', 'ledgers');
    expect(folderOf({ baseUrl: URL_ })).toBe(join(ledgers, 'api.exemplo.com.br-82bd3494'));
    expect(folderOf({ isSandbox: true })).toBe(join(ledgers, 'sandbox-27ee73da'));
    expect(folderOf({ baseUrl: 'http://127.0.0.1:8080/v1' })).toBe(
      join(ledgers, '127.0.0.1_8080-814022b1'),
    );
  });

  it.each([
    [{}, 'no_base_url'],
    [{ baseUrl: 'sandbox' }, 'bad_base_url'],
    [{ baseUrl: 'http://api.exemplo.com.br' }, 'plain_http'],
  ])('refuses %o', (owner, code) => {
    expect(() => folderOf(owner)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the place of a ledger', () => {
  const ledger = 'postgres://confere@db.example/confere';
  const placeOf = (owner: Partial<LedgerChoice> & { ledger?: string }) =>
    ledgerPlace('state', { profile: 'default', ...owner });

  it('is a folder of this machine without a shared ledger, and in the sandbox', () => {
    expect(placeOf({ baseUrl: URL_ })).toEqual({
      folder: folderOf({ baseUrl: URL_ }),
      identity: { profile: 'default', baseUrl: URL_ },
    });
    expect(placeOf({ isSandbox: true, ledger })).toEqual({
      folder: folderOf({ isSandbox: true }),
      identity: { profile: 'default', baseUrl: null },
    });
  });

  it('is a schema that each machine names alike, with private copies in a folder of their own', () => {
    expect(placeOf({ baseUrl: URL_, ledger })).toEqual({
      folder: join('state', 'ledgers', 'api.exemplo.com.br-82bd3494-shared'),
      identity: { profile: 'default', baseUrl: URL_ },
      shared: { url: ledger, schema: 'confere_api_exemplo_com_br_82bd3494' },
    });
  });

  it('is its own for each profile, service and sandbox; PostgreSQL does not cut its name', () => {
    const long = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
    const urls = [URL_, `${URL_}/v1`, `${URL_}:8443`, long, `${long}/v1`];
    const places = ['default', 'b'].flatMap((profile) => [
      ...urls.map((baseUrl) => placeOf({ profile, baseUrl, ledger })),
      placeOf({ profile, isSandbox: true }),
    ]);
    expect(new Set(places.map(({ folder }) => folder)).size).toBe(places.length);
    const schemas = places.flatMap(({ shared }) => shared?.schema ?? []);
    expect(new Set(schemas).size).toBe(2 * urls.length);
    for (const schema of schemas) expect(schema).toMatch(/^[a-z0-9_]{1,63}$/);
  });
});

const home = join('/', 'home', 'u');
const config = (platform: string, env: Record<string, string>) =>
  configFiles({ platform, home, env }).config;

describe('the folders', () => {
  it.each([
    ['linux', {}, join(home, '.config', 'confere', 'config.json')],
    ['linux', { XDG_CONFIG_HOME: '/x' }, join('/x', 'confere', 'config.json')],
    ['linux', { XDG_CONFIG_HOME: 'x' }, join(home, '.config', 'confere', 'config.json')],
    ['linux', { XDG_CONFIG_HOME: '/x', CONFERE_HOME: '/c' }, join('/c', 'config.json')],
    ['win32', {}, join(home, 'AppData', 'Roaming', 'confere', 'config.json')],
  ])('of settings on %s with %j', (platform, env, path) => {
    expect(config(platform, env)).toBe(path);
  });

  it.each([
    ['linux', {}, join(home, '.local', 'state', 'confere')],
    ['linux', { CONFERE_HOME: '/c' }, join('/c', 'state')],
    ['win32', { LOCALAPPDATA: '/l' }, join('/l', 'confere', 'state')],
  ])('of state on %s with %j', (platform, env, path) => {
    expect(stateFolder({ platform, home, env })).toBe(path);
  });
});

describe('a relative folder', () => {
  it.each([
    ['linux', { CONFERE_HOME: '~/x' }, home, 'CONFERE_HOME'],
    ['linux', { CONFERE_HOME: 'x' }, home, 'CONFERE_HOME'],
    ['linux', {}, '', 'HOME'],
    ['linux', { HOME: '.' }, '.', 'HOME'],
    ['win32', { LOCALAPPDATA: 'l', APPDATA: 'l' }, home, /APPDATA/],
    ['win32', {}, '', 'USERPROFILE'],
  ])('is refused on %s with %j in the home %j', (platform, env, own, variable) => {
    const error = expect.objectContaining({
      kind: 'usage',
      code: 'relative_folder',
      facts: expect.objectContaining({
        variable: expect.stringMatching(variable) as string,
      }) as object,
    }) as Error;
    expect(() => stateFolder({ platform, home: own, env })).toThrow(error);
    expect(() => configFiles({ platform, home: own, env })).toThrow(error);
  });
});

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
