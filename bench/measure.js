// Measures whole processes: wall-clock time and peak memory.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';

const PEAK = pathToFileURL(fileURLToPath(new URL('peak.js', import.meta.url))).href;
export const CONFERE = fileURLToPath(new URL('../bin/confere.js', import.meta.url));

/** Builds a `node` command. `measurePeak` costs a few milliseconds, so measurements of time leave it out. */
export function nodeCommand(args, { env = {}, measurePeak = false, stdin } = {}) {
  return { args: measurePeak ? ['--import', PEAK, ...args] : args, env, measurePeak, stdin };
}

export function confereCommand(args, options) {
  return nodeCommand([CONFERE, ...args], options);
}

/** Runs a command once and discards its output. `until`: returns a promise that stops the clock and the command. */
export async function run({ args, env, measurePeak, stdin }, until) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-peak-'));
  const file = join(folder, 'peak');
  const started = performance.now();
  const child = execa(process.execPath, args, {
    env: { ...env, BENCH_PEAK: file },
    stdin: stdin === undefined ? 'ignore' : { file: stdin },
    stdout: 'ignore',
    stripFinalNewline: false,
    reject: false,
  });
  if (until !== undefined) {
    await Promise.race([until(), child]);
    child.kill('SIGINT');
  }
  const msUntilEvent = performance.now() - started;
  const { exitCode, signal, stderr } = await child;
  const ms = until === undefined ? performance.now() - started : msUntilEvent;
  if (until === undefined && exitCode !== 0) {
    throw new Error(`${args.join(' ')} ended with ${exitCode ?? signal}: ${stderr.slice(-500)}`);
  }
  const peakMb = measurePeak ? Number(readFileSync(file, 'utf8')) / 1024 : undefined;
  rmSync(folder, { recursive: true, force: true });
  return { ms, peakMb, stderr };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs two tasks in turns, `times` times, so that other load slows both equally. Returns the median of each (ms). */
export async function measureInTurns(ours, theirs, times) {
  const results = { ours: [], theirs: [] };
  await ours();
  await theirs();
  for (let i = 0; i < times; i += 1) {
    results.ours.push(await ours());
    results.theirs.push(await theirs());
  }
  return { ours: median(results.ours), theirs: median(results.theirs) };
}
