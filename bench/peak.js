// Preloaded in a measured process: writes its peak memory (kilobytes) when it ends.
import { writeFileSync } from 'node:fs';

const { BENCH_PEAK: file } = process.env;
// The command refuses variables that it does not know.
delete process.env.BENCH_PEAK;

process.on('exit', () => {
  writeFileSync(file, String(process.resourceUsage().maxRSS));
});
