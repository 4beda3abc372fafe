import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { ConfereError } from '../../base/errors.js';

/** Environment variables of a process, some of which say where a password is. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The address of a ledger, and what a connection to it needs. */
export type DatabaseSettings = ReturnType<typeof readSettings>;

/** The rights of other users than the owner. */
const RIGHTS_OF_OTHERS = 0o077;

/** Reads an address that `parseDatabaseUrl` has accepted. @throws ConfereError `database_unusable` */
export function readSettings(url: string, schema: string, variables: Variables) {
  const parsed = new URL(url);
  const { searchParams: options } = parsed;
  // An IPv6 address stands in brackets in a URL.
  const urlHost = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1');
  const host = options.get('host') || urlHost || 'localhost';
  const { USER, USERNAME } = variables;
  const user = decodeURIComponent(parsed.username) || USER || USERNAME || '';
  const database = decodeURIComponent(parsed.pathname.slice(1)) || user;
  const port = Number(parsed.port || 5432);
  /** The address for people, without password and options. */
  const address = `postgres://${user}@${host}:${port}/${database}`;
  const isPlain = ['', 'disable'].includes(options.get('sslmode') ?? '') && isThisMachine(host);
  return {
    host,
    port,
    user,
    database,
    schema,
    address,
    /** False only for this machine. A certificate is always checked, as with libpq's `verify-full`. */
    ssl: isPlain ? (false as const) : buildTlsOptions(options.get('sslrootcert'), address),
    /** In libpq's format. */
    passfile: options.get('passfile') || variables['PGPASSFILE'] || defaultPassfile(variables),
    password: variables['PGPASSWORD'] || undefined,
  };
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** Builds the TLS options. `path`: a certificate authority that is trusted instead of the system's authorities. */
function buildTlsOptions(path: string | null, database: string): ConnectionOptions {
  try {
    const ca = path ? readFileSync(path, 'utf8') : undefined;
    return { rejectUnauthorized: true, ca };
  } catch (error) {
    const { message: reason } = error as Error;
    throw new ConfereError('database_unusable', { database, why: 'insecure', reason });
  }
}

function defaultPassfile({ APPDATA, HOME }: Variables): string | undefined {
  if (sep === '\\' && APPDATA !== undefined) return join(APPDATA, 'postgresql', 'pgpass.conf');
  return HOME === undefined ? undefined : join(HOME, '.pgpass');
}

/**
 * Returns the password of the first line that fits, as libpq does; the package `pgpass` would take the last one. A file
 * that others may read is ignored.
 */
export function findPassword({ password, passfile, ...settings }: DatabaseSettings): string {
  if (password !== undefined) return password;
  const { host, port, database, user } = settings;
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of readLines(passfile)) {
    const fields = splitFields(line);
    const matches = (value: string, n: number) => fields[n] === '*' || fields[n] === value;
    if (fields.length === 5 && wanted.every(matches)) return fields[4] ?? '';
  }
  return '';
}

/** Returns the password file if it is ignored because others may read it; undefined where no file is needed. */
export function findIgnoredPassfile({ password, passfile }: DatabaseSettings): string | undefined {
  return password === undefined && isReadableByOthers(passfile) ? passfile : undefined;
}

/** Returns whether other users may read the file. Windows has no such rights. */
function isReadableByOthers(path: string | undefined): boolean {
  try {
    return path !== undefined && sep === '/' && (statSync(path).mode & RIGHTS_OF_OTHERS) !== 0;
  } catch {
    return false;
  }
}

/** Splits a line at colons; a backslash escapes a colon or backslash within a field. */
function splitFields(line: string): string[] {
  if (line.startsWith('#')) return [];
  const fields = line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? [];
  return fields.slice(0, 5).map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'));
}

function readLines(path: string | undefined): string[] {
  try {
    if (path === undefined || isReadableByOthers(path)) return [];
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

/** Returns the number of a ledger's advisory lock within its database, made from the name of its schema. */
export function computeLockKey(schema: string): string {
  const hash = createHash('sha256').update(`confere ledger ${schema}`).digest();
  return hash.readBigInt64BE(0).toString();
}
