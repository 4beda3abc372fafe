import type { Place } from '../base/facts.js';
import { UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import { defaults } from './defaults.js';

/**
 * Returns a base URL without a trailing slash (contract, "Global options"). @throws UsageError `bad_base_url`,
 * `plain_http`
 */
export function parseBaseUrl(text: string, place: Place): string {
  const url = parseUrl(text, place);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError('plain_http', { place, origin: url.origin });
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** @throws UsageError `no_base_url`, `bad_base_url`, `plain_http` */
export function requireBaseUrl(given: { baseUrl?: string; profile: string }): string {
  const { baseUrl = '', profile } = given;
  if (baseUrl !== '') return parseBaseUrl(baseUrl, { what: 'base_url' });
  throw new UsageError('no_base_url', { profile });
}

/**
 * Refuses a settle time (ms) below the default, because the real service charges late; a local one may charge at once.
 * @throws UsageError `settle_too_short`
 */
export function requireSettleTime(settleTime: number, baseUrl: string): void {
  if (settleTime < defaults.settle.ms && !isLoopback(new URL(baseUrl).hostname))
    throw new UsageError('settle_too_short', { least: defaults.settle.text });
}

/** Parses a URL; the error does not repeat the text, which may be a misplaced password or key. */
function parseUrl(text: string, place: Place): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isWeb && hasOnlyAddress(url)) return url;
  throw new UsageError('bad_base_url', { place });
}

function hasOnlyAddress({ username, password, search, hash }: URL): boolean {
  return username === '' && password === '' && search === '' && hash === '';
}

/** Returns whether a host, as in a URL or alone, is this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}

/** The options that may follow `?` in the address of a database; libpq has more. */
const DATABASE_OPTIONS = ['sslmode', 'sslrootcert', 'passfile', 'host'];
const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * Checks the address of a database; the error does not repeat it, since it may have a password. @throws UsageError
 * `bad_ledger_url`
 */
export function parseDatabaseUrl(text: string, place?: Place): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fault = findFault(url);
  if (fault === undefined) return text;
  throw new UsageError('bad_ledger_url', { ...fault, place });
}

function findFault(url: URL | undefined): ErrorFacts['bad_ledger_url'] | undefined {
  const isPostgres = url !== undefined && /^postgres(ql)?:$/.test(url.protocol);
  if (!isPostgres || !isDecodable(url.href)) return { why: 'unreadable' };
  const { searchParams: options } = url;
  if (mayHavePassword(url)) return { why: 'password' };
  const option = [...options.keys()].find((name) => !DATABASE_OPTIONS.includes(name));
  if (option !== undefined) return { why: 'option', option };
  const tlsMode = options.get('sslmode') || undefined;
  if (tlsMode !== undefined && !TLS_MODES.includes(tlsMode))
    return { why: 'option', option: `sslmode=${tlsMode}` };
  const host = options.get('host') ?? url.hostname;
  const isOtherMachine = host !== '' && !host.startsWith('/') && !isLoopback(host);
  return tlsMode === 'disable' && isOtherMachine ? { why: 'insecure', host } : undefined;
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns whether an address may have a password, also a password whose special characters were not escaped, or that
 * was written into the user name, because the rest of an address is shown.
 */
function mayHavePassword({ username, password, searchParams, pathname, hash }: URL): boolean {
  const hasStrayAt = [pathname, hash, ...searchParams.keys()].some((part) => part.includes('@'));
  const isInUserName = /:|%3a/i.test(username);
  return password !== '' || searchParams.has('password') || hasStrayAt || isInUserName;
}
