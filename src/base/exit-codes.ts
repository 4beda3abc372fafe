import type { ErrorKind } from './facts.js';

/** The contract's exit codes ("Exit codes"). */
export const exitCodes = {
  ok: 0,
  defect: 1,
  usage: 2,
  partly: 3,
  auth: 4,
  service: 5,
  rateLimited: 6,
  credits: 7,
  running: 8,
  /**
   * The answer "no" of a command that was asked to answer by its exit code, such as `bulk diff --exit-status`. An error
   * of kind `not_found` is an answer of the service, and ends with `ok`.
   */
  answeredNo: 9,
  unconfirmed: 10,
  locked: 11,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byKind: Readonly<Record<ErrorKind, ExitCode>> = {
  usage: exitCodes.usage,
  defect: exitCodes.defect,
  auth: exitCodes.auth,
  service: exitCodes.service,
  network: exitCodes.service,
  ledger: exitCodes.service,
  rate_limited: exitCodes.rateLimited,
  credits: exitCodes.credits,
  deadline: exitCodes.running,
  not_found: exitCodes.ok,
  refused_input: exitCodes.partly,
  unconfirmed: exitCodes.unconfirmed,
  locked: exitCodes.locked,
  interrupted: exitCodes.interrupted,
  terminated: exitCodes.terminated,
};

export function exitCodeFor(kind: ErrorKind): ExitCode {
  return byKind[kind];
}

/** All codes, the gravest first, which is chosen where several apply (contract: 10, 7, 4, 6, 5, 8, 3). */
const FROM_GRAVEST: readonly ExitCode[] = [143, 130, 1, 10, 7, 4, 6, 5, 8, 11, 2, 3, 9, 0];

export function chooseGravest(codes: readonly ExitCode[]): ExitCode {
  return FROM_GRAVEST.find((code) => codes.includes(code)) ?? exitCodes.ok;
}
