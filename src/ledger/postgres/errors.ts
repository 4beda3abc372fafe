import { ConfereError } from '../../errors.js';
import type { DatabaseTrouble } from '../../errors/facts.js';

/** The server waited too long for a lock. */
const LOCK_TIMEOUT = '55P03';

/** What is done again succeeds. */
const COLLISIONS = new Set(['40001', '40P01']);

/** What the server says with a code of these classes or with these codes. */
const TROUBLE: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^(53100|58030)$/, 'full'],
  [/^25006$/, 'read_only'],
  // A server that is starting, stopping or crowded; a session that was ended, a statement that was.
  [/^(08...|57014|57P..|25P03|53[0-9]..|58...)$/, 'unreachable'],
  [/^(28...|3D000|42501|0A000|0B000)$/, 'refused'],
];

/** Errors of TLS, by Node's and the driver's words. */
const INSECURE =
  /^(UNABLE_|SELF_SIGNED|DEPTH_ZERO|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)|does not support SSL/;

/** The driver's words where a password is asked for and there is none. */
const NO_PASSWORD = /^SASL|password must be a string/;

/** Errors of the network, by Node's codes and the driver's messages. */
const NETWORK =
  /^(E(CONN|HOST|NET|PIPE|ADDR|TIMEDOUT|NOTFOUND|AI_)|ENOENT)|terminated|timeout|not queryable|ended|closed/i;

/** Whether another attempt may succeed. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(codeOf(error));
}

const ofDriver = new WeakSet<object>();

export function fromDriver(error: unknown): unknown {
  // A number of a row that JavaScript has not is thrown through the driver, which goes on.
  if (error instanceof Error && !(error instanceof RangeError)) ofDriver.add(error);
  return error;
}

/** Whatever else fails inside a transaction leaves the connection as it was. */
export function isOfDriver(error: unknown): boolean {
  return error instanceof Error && ofDriver.has(error);
}

/** Without the values of rows that the driver adds to what nobody expected: personal data. */
export function explained(error: unknown, shown: string): unknown {
  if (!isOfDriver(error)) return error;
  const { message } = error as Error;
  const code = codeOf(error);
  if (code === LOCK_TIMEOUT || isCollision(error))
    return new ConfereError('state_busy', { path: shown });
  const why = troubleOf(code, message);
  if (why === undefined) return new Error(`PostgreSQL ${code}: ${message}`);
  const reason = message === '' ? code : message;
  return new ConfereError('database_unusable', { database: shown, why, reason });
}

function troubleOf(code: string, message: string): DatabaseTrouble | undefined {
  const said = TROUBLE.find(([codes]) => codes.test(code))?.[1];
  if (said !== undefined) return said;
  if (NO_PASSWORD.test(message)) return 'refused';
  if (INSECURE.test(code) || INSECURE.test(message)) return 'insecure';
  return NETWORK.test(code) || (code === '' && NETWORK.test(message)) ? 'unreachable' : undefined;
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
