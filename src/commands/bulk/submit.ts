import type { Deps } from '../../batch/dependencies.js';
import type { Summary } from '../../batch/summary.js';
import { workOnHeld } from '../../batch/work-on-batch.js';
import type { ConfereError } from '../../errors.js';
import { type ExitCode, exitCodes } from '../../exit-codes.js';
import { t } from '../../messages/index.js';
import { define, under } from '../shared/option.js';
import { askingLimits } from './shared/asking.js';
import { withBatchService } from './shared/batch-work.js';
import { openInput, runDryRun } from './shared/new-batch.js';
import { inputOptions, mostUsed, spendingOptions, watchOptions } from './shared/options.js';
import { finishBatch, wasCovered } from './shared/outcome.js';
import { expandedOnes } from './shared/places.js';
import { releasing } from './watch.js';

const submitOptions = () => {
  const sending = under(t.options.sendingGroup, { ...spendingOptions(), ...watchOptions() });
  return mostUsed({ ...inputOptions(), ...sending });
};

/** `confere bulk submit`: prints the batch id on stdout before the first request. */
export const submit = define(submitOptions, async (host, given: string) => {
  const [file] = expandedOnes(host, [given]);
  if (host.options.dryRun === true) return runDryRun(host, file);
  await withBatchService(
    host,
    async (service) => {
      // The id is printed as soon as the batch stays.
      const emit: Deps['emit'] = (event) => {
        if (event.type === 'batch' && !host.json) host.context.stdout.write(`${event.id}\n`);
        service.emit(event);
      };
      const deps = { ...service, emit };
      const held = await openInput(host, deps, file);
      await releasing(held, async () => {
        const { interval } = host.options;
        const goal = { limits: askingLimits(host, deps), waits: false, interval };
        const { summary, trouble } = await workOnHeld(deps, held, goal);
        const own = exitOfSubmit(summary, trouble);
        // A script needs only the id on stdout; `bulk watch` shows the numbers.
        host.finish(finishBatch({ ...host, quiet: true }, summary, [trouble], own));
      });
    },
    file,
  );
});

/** A submission is complete when every job was accepted. */
function exitOfSubmit(summary: Summary, trouble: ConfereError | undefined): ExitCode {
  const { unconfirmed, jobs, state } = summary;
  if (unconfirmed > 0) return exitCodes.unconfirmed;
  const left = jobs.some(({ status }) => status === 'planned');
  if (!left || trouble !== undefined) return exitCodes.ok;
  // The deadline passed while the part was processed whose charge decides what else is sent.
  if (!wasCovered(summary)) return exitCodes.credits;
  return state === 'running' ? exitCodes.running : exitCodes.partly;
}
