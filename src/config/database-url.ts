import { UsageError, type ErrorFacts } from '../errors.js';
import { isLoopback } from './base-url.js';
import type { Place } from '../errors/facts.js';

/** What may stand after `?`; libpq has more. */
const OPTIONS: ReadonlySet<string> = new Set([
  ...['sslmode', 'sslrootcert', 'passfile', 'service', 'host'],
]);

const TLS = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The error does not repeat the address, which may have a password. @throws UsageError `bad_ledger_url` */
export function parseDatabaseUrl(text: string, place?: Place): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const why =
    url === undefined || !/^postgres(ql)?:$/.test(url.protocol) ? UNREADABLE : faultOf(url);
  if (why === undefined) return text;
  throw new UsageError('bad_ledger_url', { ...why, place });
}

const UNREADABLE = { why: 'unreadable' } as const;

function faultOf(url: URL): ErrorFacts['bad_ledger_url'] | undefined {
  const { searchParams: options } = url;
  if (hasPassword(url)) return { why: 'password' };
  const option = [...options.keys()].find((name) => !OPTIONS.has(name));
  if (option !== undefined) return { why: 'option', option };
  const mode = options.get('sslmode') || undefined;
  if (mode !== undefined && !TLS.includes(mode))
    return { why: 'option', option: `sslmode=${mode}` };
  const host = options.get('host') ?? url.hostname;
  const isElsewhere = host !== '' && !host.startsWith('/') && !isLoopback(host);
  return mode === 'disable' && isElsewhere ? { why: 'insecure', host, from: 'address' } : undefined;
}

/** Also where its signs were not escaped, or were escaped as a user's: everything else of an address is shown. */
function hasPassword({ username, password, searchParams, pathname, hash }: URL): boolean {
  const isMisread = [pathname, hash, ...searchParams.keys()].some((part) => part.includes('@'));
  const isUsers = /:|%3a/i.test(username);
  return password !== '' || searchParams.has('password') || isMisread || isUsers;
}
