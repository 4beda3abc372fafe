import { parseDuration } from '../../config/duration.js';
import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { toAccountRequest } from '../shared/account-request.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { refuseStdinTwice } from '../shared/identifier-inputs.js';
import { toInteraction, toOneAnswerPresentation } from '../shared/presentation.js';
import type { RemovalRequest } from './agree-to-removal.js';
import { forget } from './forget.js';
import { removeOld } from './remove-old.js';

export interface PurgeOptions extends GlobalOptions {
  readonly olderThan?: string;
  readonly dryRun?: boolean;
}

/** `olderThan`: milliseconds. `ids`: as typed; `-` stands for the lines of standard input. */
export type PurgeRequest = RemovalRequest &
  ({ readonly olderThan: number } | { readonly ids: readonly string[] });

/** @throws UsageError for an invalid duration, and unless either an age or identifiers are given */
export function toPurgeRequest(
  ids: readonly string[],
  options: PurgeOptions,
  surroundings: Pick<Context, 'env'>,
): PurgeRequest {
  const { olderThan } = options;
  if ((olderThan === undefined) === (ids.length === 0)) throw new UsageError('purge_what', {});
  refuseStdinTwice(ids);
  return {
    account: toAccountRequest(options, surroundings),
    presentation: toOneAnswerPresentation(options),
    interaction: toInteraction(options),
    isDry: options.dryRun === true,
    ...(olderThan === undefined
      ? { ids }
      : { olderThan: parseDuration(olderThan, '--older-than') }),
  };
}

/** `confere purge`: removes what is old, or what is about some people and companies, after asking the user. */
export async function runPurge(host: Host, request: PurgeRequest): Promise<void> {
  await ('ids' in request
    ? forget(host, request, request.ids)
    : removeOld(host, request, request.olderThan));
  host.finish(exitCodes.ok);
}
