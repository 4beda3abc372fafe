/** OpenSSL's and Node's names for a certificate that does not stand up. */
const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY/;

/** Whether no connection came about because of the other side's certificate. */
export function isUntrusted(error: unknown): boolean {
  return CERTIFICATE.test(codeOf(error) ?? '');
}

/** Why no connection came about, in brackets for a sentence; empty where nothing short tells it. */
export function reasonInBrackets(error: unknown): string {
  const [, status] = /^Proxy response \((\d{3})\)/.exec(messageOf(error)) ?? [];
  if (status !== undefined) return ` (the proxy answered ${status})`;
  const code = codeOf(error);
  return code !== undefined && /^E[A-Z_]+$/.test(code) ? ` (${code})` : '';
}

function codeOf(error: unknown): string | undefined {
  const told = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof told === 'string' ? told : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
