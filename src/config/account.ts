import { readFileSync } from 'node:fs';
import { UsageError } from '../errors.js';

export interface AccountSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
}

/**
 * Flag beats environment (contract, "Global options"). Without a trailing slash.
 * @throws UsageError when there is none, it is no URL, or the key would travel unencrypted
 */
export function resolveBaseUrl({ env, baseUrl }: AccountSources): string {
  const text = baseUrl ?? env['CONFERE_BASE_URL'] ?? '';
  if (text === '') {
    throw new UsageError(
      'no_base_url',
      'No base URL: set CONFERE_BASE_URL or add --base-url <url>; --sandbox works without one.',
    );
  }
  const url = parseUrl(text);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      'plain_http',
      `${url.origin} is plain http, which would show the key to the network; use https.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Flag beats environment; a file is read and trimmed.
 * @throws UsageError when there is none or the file cannot be read
 */
export function resolveApiKey({ env, apiKeyFile }: AccountSources): string {
  const file = apiKeyFile ?? (env['CONFERE_API_KEY'] ? undefined : env['CONFERE_API_KEY_FILE']);
  const key = file === undefined ? (env['CONFERE_API_KEY'] ?? '').trim() : readKey(file);
  if (key === '') {
    throw new UsageError(
      'no_api_key',
      'No API key: set CONFERE_API_KEY, or name a file with --api-key-file <path>.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError(
      'bad_api_key',
      'The API key holds characters that no key has; it should be one line of plain text.',
    );
  }
  return key;
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(
      'key_file_unreadable',
      `The API key file ${file} cannot be read; check its path and permissions.`,
      { cause: error },
    );
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isWeb && url.username === '' && url.search === '') return url;
  throw new UsageError(
    'bad_base_url',
    'The base URL must look like https://service.example/path, without a user or a query.',
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
