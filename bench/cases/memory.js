// The peak memory for 10 million rows, compared with a million. Takes many minutes and some gigabytes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvOf } from '../inputs.js';
import { confere, run } from '../measure.js';
import { startServer } from '../server.js';

export async function memory(few = 1_000_000, many = 10_000_000) {
  const small = await peaks(await csvOf(few));
  const large = await peaks(await csvOf(many));
  return ['check', 'submit', 'export'].map((command) => ({
    what: `bulk ${command}, memory, ${many / 1_000_000}M rows`,
    reference: `${few / 1_000_000}M rows`,
    reach: '≤ 1.2, < 350 MB',
    unit: 'MB',
    ours: large[command],
    theirs: small[command],
  }));
}

async function peaks(input) {
  const server = await startServer();
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const peakOf = async (args, until) =>
    (await run(confere([...args, '-q'], { env, measurePeak: true }), until)).peakMb;
  const check = await peakOf(['bulk', 'check', input]);
  const submit = await peakOf(['bulk', 'submit', input], server.firstPost);
  // Rows without a result are exported too, and each needs its entry in the ledger.
  const out = join(home, 'out.csv');
  const written = await peakOf(['bulk', 'export', '--partial', '-o', out]);
  server.close();
  rmSync(home, { recursive: true });
  return { check, submit, export: written };
}
