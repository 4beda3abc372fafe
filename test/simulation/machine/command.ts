import { Readable, Writable } from 'node:stream';
import type { Context } from '../../../src/base/context.js';
import { main } from '../../../src/main.js';
import type { Variables, World } from '../world.js';
import type { SimProcess } from './process.js';

/** What a command left on the screen; without a code it died. */
export type Screen = Awaited<ReturnType<typeof runCommand>>;

/** Runs a command line in this process of the simulation, until it ends or dies. */
export async function runCommand(
  world: World,
  process: SimProcess,
  {
    argv,
    key,
    stdin,
    variables,
  }: { argv: readonly string[]; key: string; stdin: string; variables: Variables },
) {
  const home = `/p${process.id}/home`;
  const [out, err] = [sink(process), sink(process)];
  const places = placesOf(world, process, home);
  const context: Context = {
    env: {
      CONFERE_BASE_URL: 'http://127.0.0.1:9',
      CONFERE_API_KEY: key,
      ...places,
      ...variables,
    },
    platform: 'linux',
    home,
    userName: 'ana',
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout: out.stream,
    stderr: err.stream,
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
  return { argv, code: code === 'dead' ? null : code, stdout: out.text(), stderr: err.text() };
}

/** Where settings and state are: settings are the same on all machines that share a ledger, and state is of each. */
function placesOf(world: World, { id, boot }: SimProcess, home: string): Record<string, string> {
  if (!world.kinds.has('machines')) return { CONFERE_HOME: home };
  const own = `/p${id}/${boot.machine.host.replace(' ', '-')}/state`;
  const ledger = 'postgres://confere@127.0.0.1/confere';
  return { XDG_CONFIG_HOME: `/p${id}/config`, XDG_STATE_HOME: own, CONFERE_LEDGER: ledger };
}

/** Keeps what a living process writes. */
function sink(process: SimProcess) {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      if (process.isAlive) text += chunk.toString('utf8');
      done();
    },
  });
  return { stream, text: () => text };
}
