import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { ConfereError, UsageError } from '../../errors.js';
import type { TlsSource } from '../../errors/state.js';

/** The variables of a process that say where settings and a password are. */
export type Variables = Readonly<Record<string, string | undefined>>;

type Texts = Readonly<Record<string, string>>;

/** Where a ledger is, and how to get there. */
export type Settings = ReturnType<typeof readSettings>;

/** What may stand after `?`. */
const OPTIONS = ['sslmode', 'sslrootcert', 'passfile', 'service', 'host'];

/** Rights that others than the owner have. */
const OTHERS = 0o077;

/**
 * Reads `postgres://user@host:port/database?…`. What it leaves out comes from the service entry, libpq's variables and defaults.
 *
 * @throws UsageError `bad_ledger_url` if it has a password (a process list shows it), an unknown option, or no TLS to another
 *   machine; ConfereError `database_unusable` if the file of an authority cannot be read
 */
export function readSettings(url: string, schema: string, variables: Variables) {
  const parsed = parse(url);
  const options = optionsOf(parsed);
  const service = options['service'] ?? variables['PGSERVICE'];
  const entry = service === undefined ? {} : serviceEntry(service, variables);
  const of = (name: string, given: string | undefined, variable: string) =>
    (given || undefined) ?? entry[name] ?? (variables[variable] || undefined);
  // An IPv6 address stands in brackets in a URL.
  const named = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const host = of('host', options['host'] ?? decoded(named), 'PGHOST') ?? 'localhost';
  const { USER, LOGNAME, USERNAME = '' } = variables;
  const user = of('user', decoded(parsed.username), 'PGUSER') ?? USER ?? LOGNAME ?? USERNAME;
  const database = of('dbname', decoded(parsed.pathname.slice(1)), 'PGDATABASE') ?? user;
  const port = Number(of('port', parsed.port, 'PGPORT') ?? 5432);
  const sslmode = of('sslmode', options['sslmode'], 'PGSSLMODE');
  const sslrootcert = of('sslrootcert', options['sslrootcert'], 'PGSSLROOTCERT');
  /** For people: without password and options. */
  const shown = `postgres://${user}@${host}:${port}/${database}`;
  const isPlain = sslmode === 'disable' || (sslmode === undefined && isThisMachine(host));
  if (isPlain && !isThisMachine(host)) {
    const from = sourceOf(options, entry);
    throw new UsageError('bad_ledger_url', { why: 'insecure', host, from });
  }
  return {
    ...{ host, port, user, database, schema, shown },
    /** False only to this machine itself. A certificate is always checked, as with libpq's `verify-full`. */
    ssl: isPlain ? (false as const) : trusting(sslrootcert, shown),
    /** The file with passwords (libpq's format); undefined where there is none. */
    passfile: of('passfile', options['passfile'], 'PGPASSFILE') ?? usualPassfile(variables),
    /** A password that a service entry or `PGPASSWORD` has. */
    password: entry['password'] ?? (variables['PGPASSWORD'] || undefined),
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

function optionsOf({ searchParams }: URL): Texts {
  for (const option of searchParams.keys()) {
    if (option === 'password') throw new UsageError('bad_ledger_url', { why: 'password' });
    if (!OPTIONS.includes(option))
      throw new UsageError('bad_ledger_url', { why: 'option', option });
  }
  return Object.fromEntries(searchParams);
}

/** Where it is said that TLS is not wanted. */
function sourceOf(options: Texts, entry: Texts): TlsSource {
  if (options['sslmode']) return 'address';
  return entry['sslmode'] === undefined ? 'variable' : 'service';
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** `path`: an authority that is trusted in place of those of the system. */
function trusting(path: string | undefined, database: string): ConnectionOptions {
  if (path === undefined) return { rejectUnauthorized: true };
  try {
    return { rejectUnauthorized: true, ca: readFileSync(path, 'utf8') };
  } catch (error) {
    const { message: reason } = error as Error;
    throw new ConfereError('database_unusable', { database, why: 'insecure', reason });
  }
}

/** The entry of a service in libpq's `pg_service.conf`: a section of `name=value` lines. Empty where there is none. */
function serviceEntry(service: string, { HOME, PGSERVICEFILE, PGSYSCONFDIR }: Variables): Texts {
  const places = [
    PGSERVICEFILE,
    HOME === undefined ? undefined : join(HOME, '.pg_service.conf'),
    PGSYSCONFDIR === undefined ? undefined : join(PGSYSCONFDIR, 'pg_service.conf'),
  ];
  for (const place of places) {
    const entry = sectionOf(linesOf(place), service);
    if (entry !== undefined) return entry;
  }
  return {};
}

function sectionOf(lines: readonly string[], service: string): Texts | undefined {
  let entry: Record<string, string> | undefined;
  for (const line of lines.map((each) => each.trim())) {
    const section = /^\[(.*)\]$/.exec(line)?.[1];
    if (section !== undefined && entry !== undefined) return entry;
    if (section === service) entry = {};
    const setting = /^([a-z_]+)\s*=\s*(.*)$/.exec(line);
    if (entry !== undefined && setting?.[1] !== undefined) entry[setting[1]] = setting[2] ?? '';
  }
  return entry;
}

function usualPassfile({ APPDATA, HOME }: Variables): string | undefined {
  if (sep === '\\' && APPDATA !== undefined) return join(APPDATA, 'postgresql', 'pgpass.conf');
  return HOME === undefined ? undefined : join(HOME, '.pgpass');
}

/**
 * The password: of the service entry or variable, else of the first line of the password file that fits (libpq's format). As
 * with libpq, a file that others may read is passed over. The package `pgpass` takes the last line that fits.
 */
export function findPassword({ password, passfile, ...settings }: Settings): string {
  if (password !== undefined) return password;
  const { host, port, database, user } = settings;
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of linesOf(passfile, OTHERS)) {
    const fields = fieldsOf(line);
    const fits = (value: string, n: number) => fields[n] === '*' || fields[n] === value;
    if (fields.length === 5 && wanted.every(fits)) return fields[4] ?? '';
  }
  return '';
}

/** A backslash stands before a colon or backslash of a field. */
function fieldsOf(line: string): string[] {
  if (line.startsWith('#')) return [];
  const fields = line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? [];
  return fields.slice(0, 5).map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'));
}

/** None of a file that is not there, or has one of these rights; Windows has no such rights. */
function linesOf(path: string | undefined, refused = 0): string[] {
  try {
    if (path === undefined || (sep === '/' && (statSync(path).mode & refused) !== 0)) return [];
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

/** The number of the advisory lock of a ledger within its database, made of the name of its schema. */
export function lockKey(schema: string): string {
  const hash = createHash('sha256').update(`confere ledger ${schema}`).digest();
  return hash.readBigInt64BE(0).toString();
}
