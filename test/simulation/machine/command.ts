import { Readable, Writable } from 'node:stream';
import type { Context } from '../../../src/context.js';
import { main } from '../../../src/main.js';
import type { World } from '../world.js';
import type { SimProcess } from './process.js';

/** What a command left on the screen. */
export interface Screen {
  readonly argv: readonly string[];
  /** Null for a process that died. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Start {
  readonly argv: readonly string[];
  readonly key: string;
  readonly stdin: string;
}

/** Runs a command line in this process of the simulation, until it ends or dies. */
export async function runCommand(
  world: World,
  process: SimProcess,
  { argv, key, stdin }: Start,
): Promise<Screen> {
  const home = `/p${process.id}/home`;
  const stdout = new Sink(process);
  const stderr = new Sink(process);
  const context: Context = {
    env: {
      ...{ CONFERE_BASE_URL: 'http://127.0.0.1:9', CONFERE_API_KEY: key },
      ...placesOf(world, process, home),
    },
    platform: 'linux',
    home,
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout,
    stderr,
    clock: process.clock,
    newId: () => world.newId(),
    onStopSignal: (listener) => {
      process.stopListeners.add(listener);
      return () => process.stopListeners.delete(listener);
    },
    exit: () => {
      process.kill();
    },
  };
  const code = await Promise.race([main(argv, context), process.whenDead]);
  process.end();
  return { argv, code: code === 'dead' ? null : code, stdout: stdout.text, stderr: stderr.text };
}

/** Where settings and state are: settings are the same on all machines that share a ledger, and state is of each. */
function placesOf(world: World, { id, boot }: SimProcess, home: string): Record<string, string> {
  if (!world.kinds.has('machines')) return { CONFERE_HOME: home };
  const own = `/p${id}/${boot.machine.host.replace(' ', '-')}/state`;
  const ledger = 'postgres://confere@127.0.0.1/confere';
  return { XDG_CONFIG_HOME: `/p${id}/config`, XDG_STATE_HOME: own, CONFERE_LEDGER: ledger };
}

/** Keeps what a living process writes. */
class Sink extends Writable {
  text = '';

  constructor(readonly process: SimProcess) {
    super();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    if (this.process.isAlive) this.text += chunk.toString('utf8');
    done();
  }
}
