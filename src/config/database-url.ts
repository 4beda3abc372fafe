import { UsageError } from '../errors.js';
import type { Place } from '../errors/config.js';

/** What may stand after `?`; libpq has more. */
const OPTIONS: ReadonlySet<string> = new Set([
  ...['sslmode', 'sslrootcert', 'passfile', 'service', 'host'],
]);

/**
 * Checks the address of a database that holds a ledger: `postgres://user@host/database`. The error does not repeat
 * it, because it may have a password. `place`: the variable, option or profile that it comes from.
 *
 * @throws UsageError `bad_ledger_url`; also for a password, which every list of settings or processes would show
 */
export function parseDatabaseUrl(text: string, place?: Place): string {
  const from = place === undefined ? {} : { place };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UsageError('bad_ledger_url', { why: 'unreadable', ...from });
  if (url.password !== '' || url.searchParams.has('password'))
    throw new UsageError('bad_ledger_url', { why: 'password', ...from });
  const option = [...url.searchParams.keys()].find((name) => !OPTIONS.has(name));
  if (option === undefined) return text;
  throw new UsageError('bad_ledger_url', { why: 'option', option, ...from });
}
