// `npm run record`: records the terminal session of the README, in both languages, from the real command in the
// sandbox. A simulated clock and sequential ids make every recording the same. `--check` compares the pictures with
// docs/session.svg and docs/pt-BR/session.svg and writes nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drawTerminal } from './record/svg.js';

const COLUMNS = 100;
const RUN_COMMAND = 'confere bulk run clientes.csv -o resultado.csv';
const CUT_COMMAND = "cut -d ';' -f 1,2,5,10 resultado.csv | head -4";
const PICTURES = [
  { language: 'en', path: 'docs/session.svg', title: 'A terminal session with confere' },
  {
    language: 'pt-BR',
    path: 'docs/pt-BR/session.svg',
    title: 'Uma sessão de terminal com o confere',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const { main } = createRequire(import.meta.url)('../dist/start.cjs');

/** Creates a clock that only moves when a sleep ends. */
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

/**
 * Creates a terminal without cursor movements, which a picture cannot show, and a user who answers every question with
 * `y`.
 */
function createTerminal(language, folder) {
  let shown = '';
  let ids = 0;
  const user = { stopAt: undefined, stop: undefined, input: undefined };
  const write = (text, _, done) => {
    shown += text;
    if (/\[[ys]\/N\] $/.test(text)) answer();
    else if (user.stopAt?.test(text)) interrupt();
    done();
  };
  const answer = () => {
    const yes = language === 'en' ? 'y' : 's';
    shown += `${yes}\n`;
    user.input.push(`${yes}\n`);
  };
  const interrupt = () => {
    user.stopAt = undefined;
    shown += '^C\n';
    user.stop('SIGINT');
  };
  const createScreen = () =>
    Object.assign(new Writable({ decodeStrings: false, write }), { isTTY: true, columns: COLUMNS });
  const createContext = () => {
    user.input = Object.assign(new Readable({ read: () => undefined }), { isTTY: true });
    return {
      env: { CONFERE_HOME: join(folder, 'home'), CONFERE_SANDBOX: '1', CONFERE_LANG: language },
      platform: process.platform,
      home: folder,
      stdin: user.input,
      stdout: createScreen(),
      stderr: createScreen(),
      clock,
      newId: () => `7k2m9x${String((ids += 1)).padStart(4, '0')}`,
      onStopSignal: (listener) => {
        user.stop = listener;
        return () => undefined;
      },
      exit: (code) => process.exit(code),
    };
  };
  const clock = createClock();
  const show = (line) => {
    shown += `${shown === '' ? '' : '\n'}\u001b[1m$ ${line}\u001b[22m\n`;
  };
  return {
    text: () => shown,
    clear: () => {
      shown = '';
    },
    /** Runs a command; the user presses Ctrl-C when `stopAt` is shown. */
    async run(line, stopAt) {
      show(line);
      user.stopAt = stopAt;
      const code = await main(line.split(' ').slice(1), createContext());
      if (code === 1) throw new Error(`${line} failed:\n${shown}`);
    },
    /** Shows another command, and what it prints. */
    print(line, output) {
      show(line);
      shown += output;
    },
  };
}

/** Returns the columns of the first rows that `CUT_COMMAND` prints. */
function selectColumns(text) {
  const rows = text.split(/\r?\n/).slice(0, 4);
  return rows.map((row) => `${[0, 1, 4, 9].map((n) => row.split(';')[n]).join(';')}\n`).join('');
}

async function record({ language, title }) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-record-'));
  try {
    const [header, ...rows] = readFileSync(join(root, 'fixtures', 'clientes.csv'), 'latin1').split(
      '\n',
    );
    const older = rows.splice(300);
    writeFileSync(join(folder, 'clientes.csv'), [header, ...rows, ''].join('\n'));
    writeFileSync(join(folder, 'older.csv'), [header, ...older].join('\n'));
    process.chdir(folder);
    const terminal = createTerminal(language, folder);
    // From an earlier batch, confere knows what a CPF costs.
    await terminal.run('confere bulk run older.csv');
    terminal.clear();
    await terminal.run(RUN_COMMAND, /identifiers sent|identificadores enviados/);
    await terminal.run(RUN_COMMAND);
    terminal.print(CUT_COMMAND, selectColumns(readFileSync('resultado.csv', 'utf8')));
    return drawTerminal(terminal.text(), COLUMNS, title);
  } finally {
    process.chdir(root);
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const picture of PICTURES) {
  const svg = await record(picture);
  const target = join(root, picture.path);
  if (!process.argv.includes('--check')) writeFileSync(target, svg);
  else if (readFileSync(target, 'utf8') !== svg) {
    console.error(
      `${picture.path} does not show the current output; npm run record records it again.`,
    );
    process.exitCode = 1;
  }
}
