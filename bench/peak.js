// Loaded into a measured process: writes the most memory it held (kilobytes) when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.CONFERE_BENCH_PEAK, String(process.resourceUsage().maxRSS));
});
