// `npm run record`: records the terminal session of the README from the real command in the sandbox.
// Its own clock and sequential ids make every recording the same.
// `--check` compares it with docs/session.svg and writes nothing.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { svgOf } from './record/svg.js';

const COLUMNS = 100;
const SESSION = [
  'confere cpf 529.982.247-25',
  'confere check 12.ABC.345/01DE-35 1234567890',
  'confere bulk run clientes.csv -o resultado.csv --max-credits 500',
  'confere quota',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs', 'session.svg');
const { main } = createRequire(import.meta.url)('../dist/start.cjs');

/** A stream that keeps what is written to it. */
function createScreen(isTTY) {
  const screen = new Writable({
    decodeStrings: false,
    write(text, _, done) {
      shown += text;
      done();
    },
  });
  return Object.assign(screen, { isTTY, columns: COLUMNS });
}

/** A clock that only moves when a sleep ends. */
function createClock() {
  let now = Date.UTC(2026, 0, 5, 12);
  return {
    now: () => now,
    uptime: () => ({ ms: now, host: 'recorder', boot: '' }),
    sleep: async (ms) => {
      now += ms;
      await setImmediate();
    },
    timeout: () => ({ signal: new globalThis.AbortController().signal, clear: () => undefined }),
  };
}

let shown = '';
let ids = 0;
const folder = mkdtempSync(join(tmpdir(), 'confere-record-'));
const context = {
  env: { CONFERE_HOME: join(folder, 'home'), CONFERE_SANDBOX: '1' },
  platform: process.platform,
  home: folder,
  stdin: Object.assign(Readable.from([]), { isTTY: false }),
  // A terminal whose cursor cannot move: progress is in lines, because a picture does not move.
  stdout: createScreen(true),
  stderr: createScreen(true),
  clock: createClock(),
  newId: () => `7k2m9x${String((ids += 1)).padStart(4, '0')}`,
  onStopSignal: () => () => undefined,
  exit: (code) => process.exit(code),
};

/** Replaces the job ids of the sandbox, which differ in every run. */
function masked(text) {
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '5e0c…');
}

async function record() {
  copyFileSync(join(root, 'fixtures', 'clientes.csv'), join(folder, 'clientes.csv'));
  process.chdir(folder);
  for (const line of SESSION) {
    shown += `${shown === '' ? '' : '\n'}\u001b[1m$ ${line}\u001b[22m\n`;
    const code = await main(line.split(' ').slice(1), context);
    if (code === 1) throw new Error(`${line} failed:\n${shown}`);
  }
  process.chdir(root);
  return svgOf(masked(shown), COLUMNS);
}

try {
  const svg = await record();
  if (!process.argv.includes('--check')) writeFileSync(target, svg);
  else if (readFileSync(target, 'utf8') !== svg) {
    console.error(
      'docs/session.svg does not show the current output; npm run record records it again.',
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
