import { exportBatch } from '../../batch/export-batch.js';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { resultOf } from '../../batch/options.js';
import { UsageError } from '../../errors.js';
import { define } from '../shared/option.js';
import { stoppable } from '../shared/stop-signal.js';
import { refuseSplitLists } from '../shared/typed.js';
import { withStoredBatches } from './shared/batch-work.js';
import { exportOptions } from './shared/options.js';
import { dataStream } from './shared/places.js';

/** `confere bulk export`: writes to stdout unless `-o` names a file; needs no key. `given`: as for `findBatch`. */
const exportResult = define(exportOptions, (host, given?: string) => {
  const { json, output = '-', format: wanted } = host.options;
  refuseSplitLists(given === undefined ? [] : [given], host.options);
  // `--json` alone means the rows as JSON where they go to stdout.
  const format = json === true && output === '-' ? (wanted ?? 'json') : wanted;
  if (json === true && output === '-' && format !== 'json' && format !== 'jsonl')
    throw new UsageError('no_json', { format });
  const result = resultOf({ ...host.options, format });
  return stoppable(host, 'output', (stop) =>
    withStoredBatches(
      host,
      async (deps) => {
        const batch = await findPlannedBatch(deps.ledger, given);
        const target = output === '-' ? dataStream(host, format) : output;
        await exportBatch(deps, batch, { ...result, target });
      },
      stop,
    ),
  );
});

export { exportResult as export };
