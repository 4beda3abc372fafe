import { UsageError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import type { GlobalOptions } from '../../shared/global-options.js';
import { wantsJson } from '../../shared/answer-format.js';
import type { Host } from '../../shared/command-host.js';
import { toInteraction, toPresentation } from '../../shared/presentation.js';
import { toInputOptions, type InputFlags } from '../options/input-options.js';
import { printCheck, type InputCheckRequest } from './check-input.js';

/** The options of `bulk check`, as commander hands them over. */
export interface CheckFlags extends GlobalOptions, InputFlags {
  readonly rejects?: string;
  readonly overwrite?: boolean;
}

export interface CheckRequest extends InputCheckRequest {
  /** Invalid rows set the exit code. */
  readonly strict: boolean;
}

/** @throws UsageError if the invalid rows would go to stdout */
export function toCheckRequest(file: string, flags: CheckFlags): CheckRequest {
  const { rejects, overwrite, strict } = flags;
  if (rejects === '-') throw new UsageError('rejects_need_file', {});
  return {
    file,
    input: toInputOptions(flags),
    presentation: toPresentation(flags),
    interaction: toInteraction(flags),
    asJson: wantsJson(flags),
    strict: strict === true,
    ...(rejects === undefined ? {} : { rejects: { path: rejects, overwrite: overwrite === true } }),
  };
}

/** `confere bulk check`: sends nothing and stores nothing. */
export async function runCheck(host: Host, request: CheckRequest): Promise<void> {
  const { invalid } = await printCheck(host, request);
  host.finish(request.strict && invalid > 0 ? exitCodes.partly : exitCodes.ok);
}
