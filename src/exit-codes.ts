import type { ErrorKind } from './errors.js';
import { say } from './text/say.js';

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
  notFound: 9,
  unconfirmed: 10,
  locked: 11,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each code means for a script (contract, "Exit codes"); help and docs/scripting.md say the same. */
export const exitMeanings = (): Readonly<Record<ExitCode, string>> => ({
  0: say`everything asked was answered; "not found" is an answer`,
  1: say`a defect of confere; -v shows where`,
  2: say`wrong usage, unreadable or unusable input, missing configuration`,
  3: say`finished, but some identifiers or rows were invalid (bulk: with --strict) or failed`,
  4: say`the key or the account was refused (401, or 403 that is not about credits)`,
  5: say`the service, the network, the ledger or the disk failed, and no charge is uncertain: fix that and run it again`,
  6: say`rate limited, and waiting would pass the deadline`,
  7: say`not enough credits or budget, rows skipped or pending, or fewer than quota --min`,
  8: say`jobs are still processing at the service when the deadline passed`,
  9: say`with --exit-status only: not found (cpf, cnpj), or a difference (bulk diff)`,
  10: say`outcome unknown: something may have been charged; use bulk resolve (one lookup: --fresh), nothing is resent automatically`,
  11: say`another run holds this batch, or another batch is looking up the same identifiers`,
  130: say`interrupted (Ctrl-C, SIGTERM): what was sent is saved, the message says how to continue; or you answered no`,
  143: say`interrupted (Ctrl-C, SIGTERM): what was sent is saved, the message says how to continue; or you answered no`,
});

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

export function exitCodeOf(kind: ErrorKind): ExitCode {
  return byKind[kind];
}

/** Of several codes the first in this order is used (contract: 10, 7, 4, 6, 5, 8, 3). */
const order: readonly ExitCode[] = [143, 130, 1, 10, 7, 4, 6, 5, 8, 11, 2, 3, 9, 0];

export function gravest(codes: readonly ExitCode[]): ExitCode {
  return order.find((code) => codes.includes(code)) ?? exitCodes.ok;
}
