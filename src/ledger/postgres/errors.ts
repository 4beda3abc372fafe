import { ConfereError } from '../../errors.js';
import type { DatabaseTrouble } from '../../errors/facts.js';

/** What is done again succeeds. */
const COLLISIONS = ['40001', '40P01'];

/** The server waited too long for a lock. */
const LOCK_TIMEOUT = '55P03';

/** By the code of the server or of Node, or the driver's words where there is none. */
const TROUBLE: readonly (readonly [said: RegExp, DatabaseTrouble])[] = [
  [/^(53100|58030)$/, 'full'],
  [/^25006$/, 'read_only'],
  // A server that is starting, stopping or crowded; a session that was ended, a statement that was.
  [/^(08...|57014|57P..|25P03|53[0-9]..|58...)$/, 'unreachable'],
  [/^(28...|3[DF]000|42501|0A000|0B000)$|^SASL|password must be a string/, 'refused'],
  [
    /^(UNABLE_|SELF_SIGNED|DEPTH_ZERO|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)|does not support SSL/,
    'insecure',
  ],
  [
    /^(E(CONN|HOST|NET|PIPE|ADDR|TIMEDOUT|NOTFOUND|AI_)|ENOENT)|terminated|timeout|not queryable|ended|closed/i,
    'unreachable',
  ],
];

/** Whether another attempt may succeed. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.includes(codeOf(error));
}

/** An error of the driver, without the values of rows that it adds: personal data. `otherwise`: of what nobody expected. */
export function explained(error: unknown, database: string, otherwise?: DatabaseTrouble): unknown {
  if (isCollision(error)) return error;
  const code = codeOf(error);
  if (code === LOCK_TIMEOUT) return new ConfereError('state_busy', { path: database });
  const message = error instanceof Error ? error.message : String(error);
  const why = TROUBLE.find(([said]) => said.test(code || message))?.[1] ?? otherwise;
  if (why === undefined) return new Error(`PostgreSQL ${code}: ${message}`);
  return new ConfereError('database_unusable', { database, why, reason: message || code });
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
