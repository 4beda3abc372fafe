import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerFolder, type LedgerOwner } from '../../src/config/folders.js';

const URL_ = 'https://api.exemplo.com.br';
const folderOf = (owner: Partial<LedgerOwner>, env = {}) =>
  ledgerFolder('state', { profile: 'default', ...owner }, env);

describe('ledgerFolder', () => {
  it('has the same path as in released versions', () => {
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

  it('is the same for any notation and source of the base URL', () => {
    const one = folderOf({ baseUrl: URL_ });
    expect(folderOf({ baseUrl: 'HTTPS://API.exemplo.com.br:443//' })).toBe(one);
    expect(folderOf({}, { CONFERE_BASE_URL: URL_ })).toBe(one);
    expect(folderOf({ baseUrl: URL_ }, { CONFERE_BASE_URL: `${URL_}/v1` })).toBe(one);
  });

  it('of the sandbox is the same whatever service is set', () => {
    const env = { CONFERE_BASE_URL: URL_ };
    expect(folderOf({ isSandbox: true, baseUrl: URL_ }, env)).toBe(folderOf({ isSandbox: true }));
  });

  it.each([
    [{}, 'no_base_url'],
    [{ baseUrl: 'sandbox' }, 'bad_base_url'],
    [{ baseUrl: 'http://api.exemplo.com.br' }, 'plain_http'],
  ])('refuses %o', (owner, code) => {
    expect(() => folderOf(owner)).toThrow(expect.objectContaining({ code }));
  });
});
