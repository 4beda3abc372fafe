import type { NoAnswerReason } from '../base/facts.js';
import { readErrorCode } from '../base/errors.js';

export type FailureReason = NoAnswerReason | 'aborted';

/** A request without a usable answer. Only `service` sees it: `errors.ts` makes a `ServiceError` of it. */
export class RequestFailure extends Error {
  override readonly name = 'Failure';
  constructor(
    readonly reason: FailureReason,
    /** Whether any byte of the request may have been written. */
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY/;

export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_ERROR.test(readErrorCode(error));
}

/** Why no connection was made: a proxy's status, or Node's code and the address that was tried. */
interface Obstacle {
  readonly proxyStatus?: string;
  readonly code?: string;
  /** Undefined if it is the address of the service. */
  readonly address?: string;
}

/**
 * Finds in Node's error why `host` was not reached. The address is named only if it is not the host's, such as a
 * proxy's.
 */
export function findObstacle(host: string, error: unknown): Obstacle {
  const message = error instanceof Error ? error.message : '';
  const [, proxyStatus] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  if (proxyStatus !== undefined) return { proxyStatus };
  const code = readErrorCode(error);
  if (!/^E[A-Z_]+$/.test(code)) return {};
  const triedAddress = findTriedAddress(error);
  const isService =
    triedAddress === undefined ||
    triedAddress === host ||
    triedAddress === host.replace(/:\d+$/, '');
  return isService ? { code } : { code, address: triedAddress };
}

/** Finds the host name, or the address and port, of the failed connection in Node's error. */
function findTriedAddress(error: unknown): string | undefined {
  const { hostname, address, port } = error as Readonly<Record<string, unknown>>;
  if (typeof hostname === 'string') return hostname;
  return typeof address === 'string' ? `${address}:${String(port)}` : undefined;
}
