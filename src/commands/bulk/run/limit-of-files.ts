import { exactCredits } from '../../../money/spending/sums.js';
import { ConfereError, type ErrorFacts } from '../../../errors.js';
import { creditsLeftText } from '../../../output/batches/files-table.js';
import type { Host } from '../../shared/command-host.js';
import type { RunFileRequest } from './run-one-file.js';

/** Reduces `--max-credits` by what the earlier files may have cost (`spent`, credits). */
export function withLeft(host: Host, request: RunFileRequest, spent: number): RunFileRequest {
  const { spending, presentation, file } = request;
  const { maxCredits } = spending;
  if (maxCredits === undefined || spent === 0) return request;
  const left = exactCredits(Math.max(0, maxCredits - spent));
  if (!presentation.quiet) host.context.stderr.write(creditsLeftText(file, left, maxCredits));
  return { ...request, spending: { ...spending, maxCredits: left } };
}

/** A refusal by what is left of the limit names the user's own limit, too. `limit`: as the user gave it. */
export function namingLimit(error: ConfereError, limit: number | undefined): ConfereError {
  if (limit === undefined || error.code !== 'over_max_credits') return error;
  const facts = error.facts as ErrorFacts['over_max_credits'];
  if (facts.of !== 'batch' || facts.maxCredits === limit) return error;
  return new ConfereError('over_max_credits', { ...facts, limit }, { cause: error });
}
