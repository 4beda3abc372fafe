// One process of `npm run simulate`: runs its seeds one after the other.
import { pathToFileURL } from 'node:url';

const { runSeeds } = await import(pathToFileURL(process.argv[2]).href);

process.once('message', async ({ failures, ...campaign }) => {
  let left = failures;
  const totals = await runSeeds(campaign, ({ seed, violation }) => {
    process.send({ failure: { seed, message: violation.message } });
    return (left -= 1) > 0;
  });
  const { user, system } = process.cpuUsage();
  process.send({ totals: { ...totals, cpuMs: (user + system) / 1000 } }, () =>
    process.disconnect(),
  );
});
