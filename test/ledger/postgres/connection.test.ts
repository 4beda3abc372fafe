import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfereError } from '../../../src/base/errors.js';
import { openPostgresLedger, type PostgresPlace } from '../../../src/ledger/postgres/index.js';
import { errorSentence } from '../../../src/messages/people.js';
import { systemClock } from '../../../src/base/system.js';
import { scratchFolder } from '../../helpers/files/scratch.js';
import { SERVER_USER } from '../../helpers/postgres/binaries.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import {
  type PostgresServer,
  startServer,
  stopServer,
  urlOf,
} from '../../helpers/postgres/server.js';
import { hasOpenssl, makeCertificate } from '../../helpers/tls.js';

const PASSWORD = 'geheim:\\ e longo';
/** As a password file has it. */
const ESCAPED = 'geheim\\:\\\\ e longo';

let server: PostgresServer;
let folder = '';
let certificate = '';

/** A server that asks for a password, and for a certificate of its own on TLS. */
async function startStrict(): Promise<void> {
  folder = join(scratchFolder(), 'strict');
  mkdirSync(folder);
  chmodSync(scratchFolder(), 0o755);
  const made = makeCertificate('localhost', '127.0.0.1');
  certificate = made.path;
  const key = join(folder, 'key.pem');
  copyFileSync(join(dirname(made.path), 'key.pem'), key);
  copyFileSync(made.path, join(folder, 'cert.pem'));
  chmodSync(key, 0o600);
  if (SERVER_USER.uid !== undefined) chownSync(key, SERVER_USER.uid, SERVER_USER.gid);
  const settings = `-c ssl=on -c ssl_cert_file=${join(folder, 'cert.pem')} -c ssl_key_file=${key}`;
  server = await startServer(folder, { password: PASSWORD, settings });
}

function placeOf(given: Partial<PostgresPlace> = {}): PostgresPlace {
  const own = { url: urlOf(server), schema: 'strict', folder, variables: {}, clock: systemClock };
  return { ...own, ...given };
}

/** A password file with these lines. */
function passfile(lines: string, mode = 0o600): string {
  const path = join(scratchFolder(), 'passwords');
  rmSync(path, { force: true });
  writeFileSync(path, lines, { mode });
  return path;
}

async function failure(place: PostgresPlace): Promise<ConfereError> {
  const error: unknown = await openPostgresLedger(place).then(
    (ledger) => ledger.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfereError)) throw new Error('It was opened.', { cause: error });
  expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain('geheim');
  return error;
}

async function opens(place: PostgresPlace): Promise<void> {
  const ledger = await openPostgresLedger(place);
  expect(await ledger.tick()).toBeGreaterThan(0);
  await ledger.close();
}

describe.runIf(HAS_SERVER && hasOpenssl)('a connection', { timeout: 120_000 }, () => {
  beforeAll(startStrict, 120_000);
  afterAll(() => {
    stopServer(server, 'immediate');
    rmSync(dirname(certificate), { recursive: true });
  });

  it('a connection takes the password from the file that a variable or the address names', async () => {
    const file = passfile(
      `# mine\nother:*:*:*:wrong\n127.0.0.1:*:*:confere:${ESCAPED}\n*:*:*:*:later\n`,
    );
    await opens(placeOf({ variables: { PGPASSFILE: file } }));
    await opens(placeOf({ url: `${urlOf(server)}?passfile=${file}` }));
  });

  it('a connection is refused without the password, with a wrong one, or with a file that others may read', async () => {
    const refused = { kind: 'ledger', code: 'database_unusable', facts: { why: 'refused' } };
    expect(await failure(placeOf())).toMatchObject(refused);
    const failing = (file: string) => failure(placeOf({ variables: { PGPASSFILE: file } }));
    expect(await failing(passfile('*:*:*:*:geheim'))).toMatchObject(refused);
    const open = passfile(`*:*:*:*:${ESCAPED}`, 0o644);
    const ignored = await failing(open);
    expect(ignored).toMatchObject({ ...refused, facts: { why: 'refused', passfile: open } });
    expect(errorSentence(ignored)).toContain(
      `can read the password file ${open}, so it was ignored. Close it with: chmod 600 ${open}.`,
    );
  });

  it('a connection with TLS needs a certificate that can be checked', async () => {
    const variables = { PGPASSFILE: passfile(`*:*:*:*:${ESCAPED}`) };
    const url = `${urlOf(server)}?sslmode=require`;
    expect(await failure(placeOf({ url, variables }))).toMatchObject({
      facts: { why: 'insecure' },
    });
    await opens(placeOf({ url: `${url}&sslrootcert=${certificate}`, variables }));
    expect(
      await failure(placeOf({ url: `${url}&sslrootcert=/no/such.pem`, variables })),
    ).toMatchObject({
      facts: { why: 'insecure', reason: expect.stringContaining('/no/such.pem') as string },
    });
  });

  it('the error of an unreachable server names its address, without a password', async () => {
    const url = 'postgres://ana@127.0.0.1:1/confere';
    expect(await failure(placeOf({ url, variables: { PGPASSWORD: 'geheim' } }))).toMatchObject({
      kind: 'ledger',
      code: 'database_unusable',
      facts: { database: 'postgres://ana@127.0.0.1:1/confere', why: 'unreachable' },
    });
  });
});
