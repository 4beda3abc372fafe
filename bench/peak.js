// Preloaded in a measured process: writes its peak memory (kilobytes) when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.CONFERE_BENCH_PEAK, String(process.resourceUsage().maxRSS));
});
