import { exitCodes } from '../../exit-codes.js';
import { checkPrinter } from '../../output/lookups/check-printer.js';
import { readIdentifier } from '../../output/lookups/identifier-advice.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { formatOf } from '../shared/format.js';
import type { GlobalOptions, Host } from '../shared/host.js';
import { inputsOf, refuseStdinTwice } from '../shared/identifier-inputs.js';

/** Reads each identifier as either kind and prints what it is, in the order they were given. */
export async function runCheck(
  host: Host,
  ids: readonly string[],
  options: GlobalOptions,
): Promise<void> {
  const { stdout } = host.context;
  refuseStdinTwice(ids);
  const print = checkPrinter(formatOf(options), lookOf(stdout, host.context, options));
  let areValid = true;
  const reader = { isGone: false };
  stdout.once('error', () => (reader.isGone = true));
  for await (const input of inputsOf(host, ids, options)) {
    if (reader.isGone) break;
    const reading = readIdentifier(input);
    areValid &&= reading.valid;
    stdout.write(print(input, reading));
  }
  host.finish(areValid ? exitCodes.ok : exitCodes.partly);
}
