// The peak memory for 10 million rows, compared with a million. Takes many minutes and some gigabytes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCsv } from '../inputs.js';
import { confereCommand, run } from '../measure.js';
import { startServer } from '../server.js';

export async function memory(smallRows = 1_000_000, largeRows = 10_000_000) {
  const small = await measurePeaks(await createCsv(smallRows));
  const large = await measurePeaks(await createCsv(largeRows));
  return ['check', 'submit', 'export'].map((command) => ({
    what: `bulk ${command}, memory, ${largeRows / 1_000_000}M rows`,
    reference: `${smallRows / 1_000_000}M rows`,
    reach: '≤ 1.2, < 350 MB',
    unit: 'MB',
    ours: large[command],
    theirs: small[command],
  }));
}

async function measurePeaks(input) {
  const server = await startServer();
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const measurePeakMb = async (args, until) =>
    (await run(confereCommand([...args, '-q'], { env, measurePeak: true }), until)).peakMb;
  const check = await measurePeakMb(['bulk', 'check', input]);
  const submit = await measurePeakMb(['bulk', 'submit', input], server.firstPost);
  // Rows without a result are exported too, and each needs its entry in the ledger.
  const out = join(home, 'out.csv');
  const exported = await measurePeakMb(['bulk', 'export', '--partial', '-o', out]);
  server.close();
  rmSync(home, { recursive: true });
  return { check, submit, export: exported };
}
