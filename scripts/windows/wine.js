// Runs the Node for Windows under wine, and the sandbox beside it, for one trial.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CONFERE = fileURLToPath(new URL('../../bin/confere.js', import.meta.url));
/** A module that turns off keep-alive of sockets, because setting it fails under wine. */
const NO_KEEP_ALIVE = `data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; net.Socket.prototype.setKeepAlive = function () { return this; };",
)}`;

/** A trial could not find out whether something works. */
export class Inconclusive extends Error {}

/** Creates what a trial works with. `folder`: the folder of the trial. `seconds`: how long the trial may take. */
export function createWine({ node, prefix, folder, seconds }) {
  const running = new Set();
  const deadline = Date.now() + seconds * 1000;
  let count = 0;

  const start = (program, args, { input = '', env = {} } = {}) => {
    count += 1;
    const path = (name) => join(folder, `${name}-${count}.txt`);
    writeFileSync(path('stdin'), input);
    // The streams are files, because the last bytes get lost in pipes of wine.
    const streams = [
      openSync(path('stdin'), 'r'),
      ...['stdout', 'stderr'].map((name) => openSync(path(name), 'w')),
    ];
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: streams,
    });
    streams.forEach(closeSync);
    running.add(child);
    const read = (name) => readFileSync(path(name), 'utf8');
    const exit = once(child, 'exit').then(([code]) => code);
    return {
      waitForEnd: () =>
        withinDeadline(exit).then((code) => ({
          code,
          stdout: read('stdout'),
          stderr: read('stderr'),
        })),
      kill: async () => {
        child.kill('SIGKILL');
        await withinDeadline(exit);
      },
      /** Waits until the program has printed this; returns the match. */
      waitFor: async (name, what) => {
        while (!what.test(read(name))) {
          if (child.exitCode !== null && !what.test(read(name)))
            throw new Error(`it ended without ${what}: ${read('stderr').trim()}`);
          await withinDeadline(sleep(50));
        }
        return what.exec(read(name));
      },
    };
  };

  const withinDeadline = async (work) => {
    const timer = new AbortController();
    const late = sleep(Math.max(0, deadline - Date.now()), undefined, { signal: timer.signal });
    try {
      return await Promise.race([
        work,
        late.then(() => {
          throw new Inconclusive(`not within ${seconds} s`);
        }),
      ]);
    } finally {
      timer.abort();
      late.catch(() => undefined);
    }
  };

  const wineEnv = {
    NODE_SKIP_PLATFORM_CHECK: '1',
    WINEDEBUG: '-all',
    WINEPREFIX: prefix,
    // A new folder of wine asks for programs that Node does not need.
    WINEDLLOVERRIDES: process.env.WINEDLLOVERRIDES ?? 'mscoree=;mshtml=;winemenubuilder.exe=',
    CONFERE_LANG: 'en',
    CONFERE_HOME: join(folder, 'home'),
  };
  const wine = {
    folder,
    /** Writes a file of this trial. The name is valid on both systems, because a trial runs in its folder. */
    write: (name, content) => writeFileSync(join(folder, name), content),
    read: (name) => readFileSync(join(folder, name)),
    /** Starts the Node for Windows with these arguments. */
    startNode: (args, { env = {}, ...options } = {}) =>
      start('wine', [node, ...args], { ...options, env: { ...wineEnv, ...env } }),
    startConfere: (args, options) =>
      wine.startNode(['--import', NO_KEEP_ALIVE, CONFERE, ...args], options),
    confere: (args, options) => wine.startConfere(args, options).waitForEnd(),
    /**
     * Starts the sandbox on the Node of this machine; returns its environment, and a function that reads the used
     * credits.
     */
    startService: async (...options) => {
      const args = [CONFERE, 'sandbox', '--ephemeral', '--key', 'k'.repeat(24), ...options];
      const server = start(process.execPath, args, {
        env: { CONFERE_HOME: join(folder, 'service') },
      });
      const [, url] = await server.waitFor('stdout', /BASE_URL\W+(http:[\w/.:]+)[^]*API_KEY/);
      const env = { CONFERE_BASE_URL: url, CONFERE_API_KEY: 'k'.repeat(24) };
      const readUsedCredits = async () => {
        const answer = await fetch(`${url}/quota`, {
          headers: { 'x-api-key': env.CONFERE_API_KEY },
        });
        return (await answer.json()).data.usedCredits;
      };
      return { env, readUsedCredits };
    },
    async end() {
      for (const child of running) child.kill('SIGKILL');
      await Promise.all(
        [...running].map((child) =>
          child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined,
        ),
      );
    },
  };
  return wine;
}
