import { UsageError } from '../errors.js';
import { say } from '../text/index.js';

/**
 * A base URL without a trailing slash; a path prefix is kept (contract, "Global options").
 * @throws UsageError naming `what` when it is no URL, or the key would travel unencrypted
 */
export function parseBaseUrl(text: string, what: string): string {
  const url = parseUrl(text, what);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      'plain_http',
      say`${what}: ${url.origin} is plain http, which would show the key to the network; use https.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** The text is not repeated: what was put there by mistake may be a password or a key. */
function parseUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isWeb && isPlain(url)) return url;
  throw new UsageError(
    'bad_base_url',
    say`${what} must look like https://service.example/path, without a user, a query or a fragment.`,
  );
}

function isPlain({ username, password, search, hash }: URL): boolean {
  return username === '' && password === '' && search === '' && hash === '';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
