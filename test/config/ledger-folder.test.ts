import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../src/config/addresses.js';
import { parseDuration } from '../../src/config/defaults.js';
import {
  configFiles,
  locateLedger,
  stateFolder,
  type LedgerChoice,
} from '../../src/config/folders.js';
import {
  readProfileName,
  readValue,
  unknownSettingError,
  type SettingName,
} from '../../src/config/settings.js';
import { buildLimitOption } from '../../src/messages/reader.js';
import { expectCases } from '../helpers/cases.js';

type Surroundings = readonly [
  platform: string,
  home: string,
  env: Readonly<Record<string, string>>,
];

const OTHERS: Readonly<Record<string, (value: never) => unknown>> = {
  duration: (text: string) => parseDuration(text, '--x'),
  profile: (name: string) => readProfileName(name, {}),
  unknown: (name: string) => {
    const { near, looksSecret } = unknownSettingError(name).facts as Readonly<
      Record<string, unknown>
    >;
    return { near, looksSecret };
  },
  ledger: (url: string) => parseDatabaseUrl(url),
  folders: ([platform, home, env]: Surroundings) => {
    const all = { platform, home, env };
    return { config: configFiles(all).config, state: stateFolder(all) };
  },
  place: (choice: Partial<LedgerChoice>) =>
    locateLedger('state', { profile: 'default', ...choice }),
};

it('values of settings, durations, profiles and folders are read as values.txt says', async () => {
  await expectCases(new URL('values.txt', import.meta.url), (given) => {
    const [, name = '', json = ''] = /^(\S+) (.*)$/.exec(given) ?? [];
    const value = JSON.parse(json) as never;
    const told = OTHERS[name]?.(value) ?? readValue(name as SettingName, value, `THE ${name}`);
    if (name === 'max-credits')
      expect(readValue(name, buildLimitOption(Number(told)).value ?? '', 'x')).toBe(told);
    // A path of Windows has other separators.
    return JSON.stringify(told).replaceAll('\\\\', '/');
  });
});

it('a duration is a safe number, whatever its text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const ms = parseDuration(text, '--x');
        expect(ms >= 0 && ms <= Number.MAX_SAFE_INTEGER).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad_duration' });
      }
    }),
  );
});

it('a ledger is its own for each profile, service and sandbox; PostgreSQL does not cut its name', () => {
  const ledger = 'postgres://confere@db.example/confere';
  const long = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
  const one = 'https://api.exemplo.com.br';
  const urls = [one, `${one}/v1`, `${one}:8443`, long, `${long}/v1`];
  const places = ['default', 'b'].flatMap((profile) => [
    ...urls.map((baseUrl) => locateLedger('state', { profile, baseUrl, ledger })),
    locateLedger('state', { profile, isSandbox: true }),
  ]);
  expect(new Set(places.map(({ folder }) => folder)).size).toBe(places.length);
  const schemas = places.flatMap(({ shared }) => shared?.schema ?? []);
  expect(new Set(schemas).size).toBe(2 * urls.length);
  for (const schema of schemas) expect(schema).toMatch(/^[a-z0-9_]{1,63}$/);
});
