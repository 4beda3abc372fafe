// A process of `npm run simulate`: runs its share of the seeds one after the other.
import { pathToFileURL } from 'node:url';

const { runSeeds } = await import(pathToFileURL(process.argv[2]).href);

process.once('message', async ({ failures, ...share }) => {
  let failuresLeft = failures;
  const totals = await runSeeds(share, ({ seed, violation }) => {
    process.send({ failure: { seed, message: violation.message } });
    return (failuresLeft -= 1) > 0;
  });
  const { user, system } = process.cpuUsage();
  process.send({ totals: { ...totals, cpuMs: (user + system) / 1000 } }, () =>
    process.disconnect(),
  );
});
