import { defaults } from '../../config/defaults.js';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import { exitCodes, type ExitCode } from '../../exit-codes.js';
import { errorLine } from '../../output/error-line.js';
import { quotaPrinter } from '../../output/account/quota-formats.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { toAccountRequest } from '../shared/account-request.js';
import { formatOf, type AnswerFormat } from '../shared/answer-format.js';
import type { GlobalOptions } from '../shared/global-options.js';
import type { Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { toPresentation } from '../shared/presentation.js';
import { withService } from '../shared/with-account.js';

export interface QuotaOptions extends GlobalOptions {
  readonly min?: number;
}

export interface QuotaRequest extends OnAccount {
  readonly format: AnswerFormat;
  /** Fields of the answer as comma-separated dotted paths; all when left out. */
  readonly fields?: string;
  /** The minimum of remaining credits. */
  readonly min?: number;
}

/** @throws UsageError for an unknown format */
export function toQuotaRequest(options: QuotaOptions, surroundings: Pick<Context, 'env'>) {
  const { fields, min } = options;
  return {
    account: toAccountRequest(options, surroundings),
    presentation: toPresentation(options),
    format: formatOf(options),
    ...(fields === undefined ? {} : { fields }),
    ...(min === undefined ? {} : { min }),
  } satisfies QuotaRequest;
}

/** Requests the balance and prints it; if it is below `min`, still prints it and ends with exit code 7. */
export async function runQuota(host: Host, request: QuotaRequest): Promise<void> {
  const { stdout, clock } = host.context;
  const look = lookOf(stdout, host.context, request.presentation);
  const print = quotaPrinter(request.format, look, request.fields);
  const limits = {
    deadline: clock.now() + defaults.longestWait.ms,
    stoppable: 'balance',
  } as const;
  // Balance requests do not count for the rate limit (spec, "Rate limit rules" 4), so the ledger is not
  // opened.
  await withService(host, request, limits, async ({ client, stop }) => {
    const quota = await client.quota();
    stdout.write(print(quota));
    host.finish(tellIfTooFew(host, request, quota.remainingCredits));
    if (stop.aborted) throw stop.reason;
  });
}

function tellIfTooFew({ context, next }: Host, request: QuotaRequest, remaining: number): ExitCode {
  const { min, format } = request;
  if (min === undefined || remaining >= min) return exitCodes.ok;
  const told = new ConfereError('below_min', { remaining, min });
  context.stderr.write(errorLine(told, exitCodes.credits, format === 'json', next));
  return exitCodes.credits;
}
