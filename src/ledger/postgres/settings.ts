import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { ConfereError } from '../../base/errors.js';

/** The variables of a process that say where a password is. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where a ledger is, and how to get there. */
export type DatabaseSettings = ReturnType<typeof readSettings>;

/** Rights that others than the owner have. */
const OTHERS = 0o077;

/** Reads an address that `parseDatabaseUrl` let pass. @throws ConfereError `database_unusable` */
export function readSettings(url: string, schema: string, variables: Variables) {
  const parsed = new URL(url);
  const { searchParams: options } = parsed;
  // An IPv6 address stands in brackets in a URL.
  const named = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1');
  const host = options.get('host') || named || 'localhost';
  const { USER, USERNAME } = variables;
  const user = decodeURIComponent(parsed.username) || USER || USERNAME || '';
  const database = decodeURIComponent(parsed.pathname.slice(1)) || user;
  const port = Number(parsed.port || 5432);
  /** For people: without password and options. */
  const shown = `postgres://${user}@${host}:${port}/${database}`;
  const isPlain = ['', 'disable'].includes(options.get('sslmode') ?? '') && isThisMachine(host);
  return {
    host,
    port,
    user,
    database,
    schema,
    shown,
    /** False only to this machine itself. A certificate is always checked, as with libpq's `verify-full`. */
    ssl: isPlain ? (false as const) : trusting(options.get('sslrootcert'), shown),
    /** In libpq's format. */
    passfile: options.get('passfile') || variables['PGPASSFILE'] || usualPassfile(variables),
    password: variables['PGPASSWORD'] || undefined,
  };
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** `path`: an authority that is trusted in place of those of the system. */
function trusting(path: string | null, database: string): ConnectionOptions {
  try {
    const ca = path ? readFileSync(path, 'utf8') : undefined;
    return { rejectUnauthorized: true, ca };
  } catch (error) {
    const { message: reason } = error as Error;
    throw new ConfereError('database_unusable', { database, why: 'insecure', reason });
  }
}

function usualPassfile({ APPDATA, HOME }: Variables): string | undefined {
  if (sep === '\\' && APPDATA !== undefined) return join(APPDATA, 'postgresql', 'pgpass.conf');
  return HOME === undefined ? undefined : join(HOME, '.pgpass');
}

/** As with libpq the first line of the file that fits; a file that others may read is passed over. `pgpass` takes the last line. */
export function findPassword({ password, passfile, ...settings }: DatabaseSettings): string {
  if (password !== undefined) return password;
  const { host, port, database, user } = settings;
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of linesOf(passfile)) {
    const fields = fieldsOf(line);
    const fits = (value: string, n: number) => fields[n] === '*' || fields[n] === value;
    if (fields.length === 5 && wanted.every(fits)) return fields[4] ?? '';
  }
  return '';
}

/** The password file, if others may read it, so that it is passed over; undefined where none is needed. */
export function ignoredPassfile({ password, passfile }: DatabaseSettings): string | undefined {
  return password === undefined && isOpen(passfile) ? passfile : undefined;
}

/** Windows has no such rights. */
function isOpen(path: string | undefined): boolean {
  try {
    return path !== undefined && sep === '/' && (statSync(path).mode & OTHERS) !== 0;
  } catch {
    return false;
  }
}

/** A backslash stands before a colon or backslash of a field. */
function fieldsOf(line: string): string[] {
  if (line.startsWith('#')) return [];
  const fields = line.match(/(?:\\.|[^:\\])*(?::|$)/g) ?? [];
  return fields.slice(0, 5).map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'));
}

function linesOf(path: string | undefined): string[] {
  try {
    if (path === undefined || isOpen(path)) return [];
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
