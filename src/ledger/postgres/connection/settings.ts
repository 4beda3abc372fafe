import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { ConfereError, UsageError } from '../../../errors.js';
import type { TlsSource } from '../../../errors/state.js';
import { serviceEntry, type Variables } from './service-file.js';
import { createHash } from 'node:crypto';

/** Where a ledger is, and how to get there. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** False only to this machine itself. */
  readonly ssl: false | ConnectionOptions;
  /** The file with passwords (libpq's format); undefined where there is none. */
  readonly passfile: string | undefined;
  /** A password that a service entry or `PGPASSWORD` has. */
  readonly password: string | undefined;
  readonly schema: string;
  /** For people: without password and options. */
  readonly shown: string;
}

/** What may stand after `?`. */
const OPTIONS: ReadonlySet<string> = new Set([
  ...['sslmode', 'sslrootcert', 'passfile', 'service', 'host'],
]);

/**
 * Reads `postgres://user@host:port/database?…`. What it leaves out comes from the service entry, libpq's variables and
 * libpq's defaults.
 *
 * @throws UsageError `bad_ledger_url` if it has a password (a process list shows it), an option that is not known, or
 *   asks for a connection to another machine without TLS; ConfereError `database_unusable` if the file of an authority
 *   cannot be read
 */
export function readSettings(url: string, schema: string, variables: Variables): Settings {
  const parsed = parse(url);
  const options = optionsOf(parsed);
  const service = options['service'] ?? variables['PGSERVICE'];
  const entry = service === undefined ? {} : serviceEntry(service, variables);
  const of = (name: string, given: string | undefined, variable: string) =>
    (given || undefined) ?? entry[name] ?? (variables[variable] || undefined);
  // An IPv6 address stands in brackets in a URL.
  const named = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const host = of('host', options['host'] ?? decoded(named), 'PGHOST') ?? 'localhost';
  const user = of('user', decoded(parsed.username), 'PGUSER') ?? userOf(variables);
  const database = of('dbname', decoded(parsed.pathname.slice(1)), 'PGDATABASE') ?? user;
  const port = Number(of('port', parsed.port, 'PGPORT') ?? 5432);
  const sslmode = of('sslmode', options['sslmode'], 'PGSSLMODE');
  const sslrootcert = of('sslrootcert', options['sslrootcert'], 'PGSSLROOTCERT');
  const shown = `postgres://${user}@${host}:${port}/${database}`;
  return {
    ...{ host, port, user, database, schema },
    ssl: isPlain(host, sslmode, sourceOf(options, entry))
      ? false
      : { rejectUnauthorized: true, ...authorityOf(sslrootcert, shown) },
    passfile: of('passfile', options['passfile'], 'PGPASSFILE') ?? usualPassfile(variables),
    password: entry['password'] ?? (variables['PGPASSWORD'] || undefined),
    shown,
  };
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol))
    throw new UsageError('bad_ledger_url', { why: 'unreadable' });
  if (parsed.password !== '') throw new UsageError('bad_ledger_url', { why: 'password' });
  return parsed;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UsageError('bad_ledger_url', { why: 'unreadable' });
  }
}

function optionsOf({ searchParams }: URL): Readonly<Record<string, string>> {
  for (const option of searchParams.keys()) {
    if (option === 'password') throw new UsageError('bad_ledger_url', { why: 'password' });
    if (!OPTIONS.has(option)) throw new UsageError('bad_ledger_url', { why: 'option', option });
  }
  return Object.fromEntries(searchParams);
}

/** Where it is said that TLS is not wanted. */
function sourceOf(
  options: Readonly<Record<string, string>>,
  entry: Readonly<Record<string, string>>,
): TlsSource {
  if (options['sslmode']) return 'address';
  return entry['sslmode'] === undefined ? 'variable' : 'service';
}

/** Where TLS is used, a certificate is always checked, as with libpq's `verify-full`. */
function isPlain(host: string, sslmode: string | undefined, from: TlsSource): boolean {
  if (sslmode !== 'disable') return sslmode === undefined && isThisMachine(host);
  if (!isThisMachine(host)) throw new UsageError('bad_ledger_url', { why: 'insecure', host, from });
  return true;
}

/** An authority that is trusted in place of those of the system. */
function authorityOf(path: string | undefined, database: string): ConnectionOptions {
  if (path === undefined) return {};
  try {
    return { ca: readFileSync(path, 'utf8') };
  } catch (error) {
    const { message: reason } = error as Error;
    throw new ConfereError('database_unusable', { database, why: 'insecure', reason });
  }
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

function usualPassfile(variables: Variables): string | undefined {
  const { APPDATA, HOME } = variables;
  if (sep === '\\' && APPDATA !== undefined) return join(APPDATA, 'postgresql', 'pgpass.conf');
  return HOME === undefined ? undefined : join(HOME, '.pgpass');
}

/** Whoever runs the process. */
function userOf({ USER, LOGNAME, USERNAME }: Variables): string {
  return USER ?? LOGNAME ?? USERNAME ?? '';
}

/** The number of the advisory lock of a ledger within its database, made of the name of its schema. */
export function lockKey(schema: string): string {
  const hash = createHash('sha256').update(`confere ledger ${schema}`).digest();
  return hash.readBigInt64BE(0).toString();
}
