import { UsageError } from '../base/errors.js';

/** The options of undici's `EnvHttpProxyAgent`. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY (lower case first) as curl and git do: an address without a scheme means
 * `http://`. A proxy that is not set is an empty text. @throws UsageError `bad_proxy`, unless NO_PROXY has the host
 */
export function readProxies(host: string, env: ProxyVariables): Proxies {
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  const isExempt = isExemptHost(host, noProxy);
  const readVariable = (name: string) => {
    const variable = env[name] === undefined ? name.toUpperCase() : name;
    const text = env[variable]?.trim() ?? '';
    return text === '' || isExempt ? '' : checkProxyAddress(variable, text);
  };
  return {
    httpProxy: readVariable('http_proxy'),
    httpsProxy: readVariable('https_proxy'),
    noProxy,
  };
}

/** Checks the address of a proxy. The error does not repeat it, because it may hold a password. */
function checkProxyAddress(variable: string, text: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const badProxy = (why: 'scheme' | 'address') => new UsageError('bad_proxy', { variable, why });
  if (!URL.canParse(address)) throw badProxy('address');
  const { protocol, pathname, search, hash, username, password } = new URL(address);
  if (!['http:', 'https:'].includes(protocol)) throw badProxy('scheme');
  // An unencoded `\\` or `/` in a name or password ends the host too early, so a path means a wrong address.
  if (/^\/?$/.test(pathname) && search + hash === '' && isDecodable(username + password))
    return address;
  throw badProxy('address');
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether NO_PROXY (`list`) has the host, or a domain that the host is in. */
function isExemptHost(host: string, list: string): boolean {
  const names = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  return names.some((name) => {
    const domain = name.replace(/:\d+$/, '').replace(/^\*?\./, '');
    return name === '*' || host === domain || host.endsWith(`.${domain}`);
  });
}
