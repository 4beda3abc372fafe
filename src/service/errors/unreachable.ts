import { say } from '../../text/index.js';
/** Names of OpenSSL and Node for an invalid certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY/;

/** Whether the connection failed because of the server's certificate. */
export function isUntrusted(error: unknown): boolean {
  return CERTIFICATE.test(codeOf(error) ?? '');
}

/**
 * Why no connection to `host` came about, in brackets for a sentence; empty where nothing short
 * tells it. Where somebody else was asked in its place (a proxy), the address is told.
 */
export function reasonInBrackets(error: unknown, host: string): string {
  const [, status] = /^Proxy response \((\d{3})\)/.exec(messageOf(error)) ?? [];
  if (status !== undefined) return say` (the proxy answered ${status})`;
  const code = codeOf(error);
  if (code === undefined || !/^E[A-Z_]+$/.test(code)) return '';
  const asked = askedFor(error);
  const isHost = asked === undefined || asked === host || asked === host.replace(/:\d+$/, '');
  return isHost ? ` (${code})` : say` (${code} at ${asked})`;
}

/** The host name, or the address and port, of the failed connection, from Node's error. */
function askedFor(error: unknown): string | undefined {
  const { hostname, address, port } = error as Readonly<Record<string, unknown>>;
  if (typeof hostname === 'string') return hostname;
  return typeof address === 'string' ? `${address}:${String(port)}` : undefined;
}

function codeOf(error: unknown): string | undefined {
  const told = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof told === 'string' ? told : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
