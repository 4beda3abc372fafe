// Windows' Node under wine, and the sandbox beside it, as one trial sees them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CONFERE = fileURLToPath(new URL('../../bin/confere.js', import.meta.url));
/** Setting it fails under wine. */
const NO_KEEP_ALIVE = `data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; net.Socket.prototype.setKeepAlive = function () { return this; };",
)}`;

/** What a trial could not find out: nothing is known to be wrong. */
export class Unsaid extends Error {}

/** `folder`: that of the trial. `seconds`: how long it may take; what runs then is killed. */
export function createWine({ node, prefix, folder, seconds }) {
  const running = new Set();
  const deadline = Date.now() + seconds * 1000;
  let count = 0;

  const start = (program, args, { input = '', env = {} } = {}) => {
    count += 1;
    const path = (name) => join(folder, `${name}-${count}.txt`);
    writeFileSync(path('stdin'), input);
    // Files, because what was written last gets lost in pipes of wine.
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
      ended: () =>
        inTime(exit).then((code) => ({ code, stdout: read('stdout'), stderr: read('stderr') })),
      kill: async () => {
        child.kill('SIGKILL');
        await inTime(exit);
      },
      /** Waits until it has printed this; returns the match. */
      said: async (name, what) => {
        while (!what.test(read(name))) {
          if (child.exitCode !== null && !what.test(read(name)))
            throw new Error(`it ended without ${what}: ${read('stderr').trim()}`);
          await inTime(sleep(50));
        }
        return what.exec(read(name));
      },
    };
  };

  const inTime = async (work) => {
    const timer = new AbortController();
    const late = sleep(Math.max(0, deadline - Date.now()), undefined, { signal: timer.signal });
    try {
      return await Promise.race([
        work,
        late.then(() => {
          throw new Unsaid(`not within ${seconds} s`);
        }),
      ]);
    } finally {
      timer.abort();
      late.catch(() => undefined);
    }
  };

  const ownEnv = {
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
    /** A file of this trial; its name is good for both systems, because a trial works in its folder. */
    write: (name, content) => writeFileSync(join(folder, name), content),
    read: (name) => readFileSync(join(folder, name)),
    /** Windows' Node with these arguments. */
    node: (args, { env = {}, ...options } = {}) =>
      start('wine', [node, ...args], { ...options, env: { ...ownEnv, ...env } }),
    begin: (args, options) => wine.node(['--import', NO_KEEP_ALIVE, CONFERE, ...args], options),
    confere: (args, options) => wine.begin(args, options).ended(),
    /** The service, on this machine's Node; returns the environment that leads to it, and the credits used. */
    service: async (...options) => {
      const args = [CONFERE, 'sandbox', '--ephemeral', '--key', 'k'.repeat(24), ...options];
      const server = start(process.execPath, args, {
        env: { CONFERE_HOME: join(folder, 'service') },
      });
      const [, url] = await server.said('stdout', /BASE_URL\W+(http:[\w/.:]+)[^]*API_KEY/);
      const env = { CONFERE_BASE_URL: url, CONFERE_API_KEY: 'k'.repeat(24) };
      const used = async () => {
        const answer = await fetch(`${url}/quota`, {
          headers: { 'x-api-key': env.CONFERE_API_KEY },
        });
        return (await answer.json()).data.usedCredits;
      };
      return { env, used };
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
