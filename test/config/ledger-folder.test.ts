import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerPlace, type LedgerOwner } from '../../src/config/folders.js';

const URL_ = 'https://api.exemplo.com.br';
const folderOf = (owner: Partial<LedgerOwner>) =>
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

  it('differs for each profile, service and sandbox', () => {
    const owners = ['default', 'b'].flatMap((profile) => [
      { profile, isSandbox: true },
      { profile, baseUrl: URL_ },
      { profile, baseUrl: `${URL_}/v1` },
      { profile, baseUrl: `${URL_}:8443` },
    ]);
    expect(new Set(owners.map((owner) => folderOf(owner))).size).toBe(owners.length);
  });

  it.each([
    [{}, 'no_base_url'],
    [{ baseUrl: 'sandbox' }, 'bad_base_url'],
    [{ baseUrl: 'http://api.exemplo.com.br' }, 'plain_http'],
  ])('refuses %o', (owner, code) => {
    expect(() => folderOf(owner)).toThrow(expect.objectContaining({ code }));
  });
});

describe('ledgerPlace', () => {
  const ledger = 'postgres://confere@db.example/confere';
  const placeOf = (owner: Partial<LedgerOwner> & { ledger?: string }) =>
    ledgerPlace('state', { profile: 'default', ...owner });

  it('is a folder of this machine without a shared ledger, and in the sandbox', () => {
    expect(placeOf({ baseUrl: URL_ })).toEqual({ folder: folderOf({ baseUrl: URL_ }) });
    expect(placeOf({ isSandbox: true, ledger })).toEqual({ folder: folderOf({ isSandbox: true }) });
  });

  it('is a schema that each machine names alike, with private copies in a folder of their own', () => {
    expect(placeOf({ baseUrl: URL_, ledger })).toEqual({
      folder: join('state', 'ledgers', 'api.exemplo.com.br-82bd3494-shared'),
      shared: { url: ledger, schema: 'confere_api_exemplo_com_br_82bd3494' },
    });
  });

  it('is a schema of its own for each profile and service, that PostgreSQL does not cut', () => {
    const long = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
    const owners = ['default', 'b'].flatMap((profile) =>
      [URL_, `${URL_}/v1`, long, `${long}/v1`].map((baseUrl) => ({ profile, baseUrl, ledger })),
    );
    const schemas = owners.map((owner) => placeOf(owner).shared?.schema ?? '');
    expect(new Set(schemas).size).toBe(owners.length);
    for (const schema of schemas) expect(schema).toMatch(/^[a-z0-9_]{1,63}$/);
  });
});
