import { describe, expect, it } from 'vitest';
import { toLoginRequest } from '../../src/commands/auth/login.js';
import { toCheckRequest } from '../../src/commands/check/check.js';
import { toLookupsRequest } from '../../src/commands/lookups/lookup.js';
import { toMcpRequest } from '../../src/commands/mcp/serve-mcp.js';
import { toPurgeRequest } from '../../src/commands/purge/purge.js';
import { toQuotaRequest } from '../../src/commands/quota/quota.js';
import { toSpendRequest } from '../../src/commands/spend/spend.js';
import { toSandboxRequest } from '../../src/commands/sandbox/serve-sandbox.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { parseCommandLine } from './parse-command-line.js';

const SERVICE = { CONFERE_BASE_URL: 'https://api.example.com' };

describe('a request', () => {
  it('of quota has the format, the fields and the minimum of credits', async () => {
    const line = await parseCommandLine('quota --json --fields plan --min 5'.split(' '), SERVICE);
    const wanted = { format: 'json', fields: 'plan', min: 5, presentation: { json: true } };
    expect(toQuotaRequest(line.options, line.surroundings)).toMatchObject(wanted);
    const workbook = await parseCommandLine(['quota', '--format', 'xlsx'], SERVICE);
    expect(() => toQuotaRequest(workbook.options, workbook.surroundings)).toThrow();
  });

  it('of purge has an age in milliseconds or identifiers, and not both', async () => {
    const purge = async (ids: string[], ...words: string[]) => {
      const line = await parseCommandLine(['purge', ...ids, ...words], SERVICE);
      return toPurgeRequest(ids, line.options, line.surroundings);
    };
    const old = await purge([], '--older-than', '90d', '-n');
    expect(old).toMatchObject({ olderThan: 90 * 86_400_000, isDry: true });
    expect(await purge(['a', '-'])).toMatchObject({ ids: ['a', '-'], isDry: false });
    await expect(purge([])).rejects.toMatchObject({ code: 'purge_what' });
    await expect(purge(['a'], '--older-than', '1d')).rejects.toMatchObject({ code: 'purge_what' });
    await expect(purge(['-', '-'])).rejects.toMatchObject({ code: 'stdin_twice' });
  });

  it('of spend has days in UTC, without the end of the last one', async () => {
    const clock = createFakeClock(Date.UTC(2026, 4, 20, 23));
    const days = async (...words: string[]) => {
      const line = await parseCommandLine(['spend', ...words], SERVICE);
      return toSpendRequest(line.options, { ...line.surroundings, clock }).days;
    };
    expect(await days()).toEqual({ since: -Infinity, until: Infinity });
    const since = Date.UTC(2026, 0);
    expect(await days('--since', '2026-01', '--until', '02/2026')).toEqual({
      ...{ since, until: Date.UTC(2026, 2) },
    });
    expect(await days('--since', '01/01/2026', '--until', '2026-01-01')).toEqual({
      ...{ since, until: Date.UTC(2026, 0, 2) },
    });
    expect(await days('--since', '2d', '--until', '0d')).toEqual({
      ...{ since: Date.UTC(2026, 4, 18), until: Date.UTC(2026, 4, 21) },
    });
  });

  it('of check has identifiers, one of which may be standard input', async () => {
    const { options } = await parseCommandLine(['check', '-']);
    expect(toCheckRequest(['-'], options)).toMatchObject({ ids: ['-'], format: 'table' });
    expect(() => toCheckRequest(['-', '-'], options)).toThrow();
  });

  it('cpf, cnpj: moments in place of ages, and fields in place of their names', async () => {
    const clock = createFakeClock(1_000_000_000_000);
    const lookups = async (...words: string[]) => {
      const line = await parseCommandLine(['cnpj', 'x', ...words], SERVICE);
      return toLookupsRequest('cnpj', ['x'], line.options, { ...line.surroundings, clock });
    };
    expect(await lookups('--reuse', '1d', '--deadline', '2s', '--fields', 'uf')).toMatchObject({
      ...{ kind: 'cnpj', ids: ['x'], format: 'table', exitStatus: false },
      reuseSince: clock.now() - 86_400_000,
      deadline: clock.now() + 2_000,
      fields: [{ name: 'uf' }],
      account: { baseUrl: SERVICE.CONFERE_BASE_URL, isSandbox: false },
    });
    const fresh = await lookups('--fresh', '--exit-status', '--json');
    expect(fresh).toMatchObject({
      ...{ reuseSince: Number.MAX_SAFE_INTEGER, exitStatus: true, format: 'json' },
    });
    expect(fresh.deadline).toBeUndefined();
    await expect(lookups('--fields', 'nome')).rejects.toMatchObject({ code: 'unknown_field' });
  });

  it('mcp: what the session may spend, and an age in milliseconds', async () => {
    const words = 'mcp --sandbox --max-credits 3 --reuse 1d'.split(' ');
    const line = await parseCommandLine(words, SERVICE);
    expect(toMcpRequest(line.options, line.surroundings)).toMatchObject({
      ...{ maxCredits: 3, reuse: 86_400_000, account: { isSandbox: true } },
    });
    const bare = await parseCommandLine(['mcp'], SERVICE);
    expect(toMcpRequest(bare.options, bare.surroundings).maxCredits).toBeUndefined();
  });

  it('sandbox: the service that is wanted', async () => {
    const { options } = await parseCommandLine('sandbox --port 8787 --ephemeral'.split(' '));
    const wanted = { ephemeral: true, service: { port: 8787 } };
    expect(toSandboxRequest(options)).toMatchObject(wanted);
  });

  it('of auth login is refused in the sandbox and with a key from a file', async () => {
    const login = async (...words: string[]) => {
      const { options, surroundings } = await parseCommandLine(
        ['auth', 'login', ...words],
        SERVICE,
      );
      return toLoginRequest(options, surroundings);
    };
    expect((await login('--with-key')).secret).toEqual({ withKey: true, mayAsk: true });
    await expect(login('--sandbox')).rejects.toMatchObject({ code: 'sandbox_needs_no_login' });
    await expect(login('--api-key-file', 'key')).rejects.toMatchObject({ code: 'needs_key' });
  });
});
