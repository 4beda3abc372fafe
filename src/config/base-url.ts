import type { Place } from '../errors/facts.js';
import { UsageError } from '../errors.js';
import { defaults } from './defaults.js';

/** Without a trailing slash (contract, "Global options"). @throws UsageError `bad_base_url`, `plain_http` */
export function parseBaseUrl(text: string, place: Place): string {
  const url = parseUrl(text, place);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError('plain_http', { place, origin: url.origin });
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** @throws UsageError as `parseBaseUrl`, and if there is none */
export function requireBaseUrl({
  baseUrl = '',
  profile,
}: {
  readonly baseUrl?: string;
  readonly profile: string;
}): string {
  if (baseUrl !== '') return parseBaseUrl(baseUrl, { what: 'base_url' });
  throw new UsageError('no_base_url', { profile });
}

/** The real service may charge for a while after an answer. @throws UsageError `settle_too_short` */
export function requireSettleTime(settle: number, baseUrl: string): void {
  if (settle < defaults.settle.ms && !isLoopback(new URL(baseUrl).hostname))
    throw new UsageError('settle_too_short', { least: defaults.settle.text });
}

/** The error does not repeat the text, which may be a misplaced password or key. */
function parseUrl(text: string, place: Place): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isWeb && isPlain(url)) return url;
  throw new UsageError('bad_base_url', { place });
}

function isPlain({ username, password, search, hash }: URL): boolean {
  return username === '' && password === '' && search === '' && hash === '';
}

/** As it stands in a URL, or alone. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
