import { createServer } from 'node:net';

/** Below what Linux, macOS and Windows hand out by themselves, to a server at port 0 or to a connection. */
const [FIRST, COUNT] = [20_000, 12_000];
/** The workers of a run, and runs beside it, begin at different places. */
let next = (process.pid * 4_001) % COUNT;

/**
 * A port for a server that is started later, or that goes away for a while and comes back. A port that the system
 * chose (0) may be another's as soon as it is closed.
 */
export async function reservedPort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('All ports are taken.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
