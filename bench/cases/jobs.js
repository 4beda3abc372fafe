// Collects four jobs of 10,000 companies of 6 KB each, and measures the peak memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCnpj } from '../inputs.js';
import { confereCommand, run } from '../measure.js';
import { makeCompany, startServer } from '../server.js';

/** The memory limit in megabytes. This case has no reference program. */
const ALLOWED_MB = 400;
const COMPANIES = 40_000;

export async function jobs() {
  const server = await startServer({ kind: 'cnpj', makeRecord: makeCompany });
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const input = join(home, 'in.csv');
  writeFileSync(
    input,
    `cnpj\n${Array.from({ length: COMPANIES }, (_, n) => makeCnpj(n)).join('\n')}\n`,
  );
  await run(confereCommand(['bulk', 'submit', input, '-q'], { env }));
  const watch = ['bulk', 'watch', '--interval', '50ms', '-q'];
  const { peakMb } = await run(confereCommand(watch, { env, measurePeak: true }));
  server.close();
  rmSync(home, { recursive: true });
  const what = 'bulk watch, memory, four jobs of 10,000 companies';
  return [
    { what, reference: 'allowed', reach: '≤ 1', unit: 'MB', ours: peakMb, theirs: ALLOWED_MB },
  ];
}
