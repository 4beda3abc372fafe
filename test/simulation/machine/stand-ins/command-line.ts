/**
 * Stands in the place of `src/program.ts`: building the command line takes as long as many small commands, so it is
 * kept for the next command when one has ended.
 */
import type { Command } from 'commander';
import type { Context } from '../../../../src/context.js';
import { buildProgram as buildReal, type Finish } from '../../../../src/program.js';

interface Kept {
  readonly program: Command;
  readonly of: { context: Context; outcome: Finish };
}

const free: Kept[] = [];
const used = new Map<Context, Kept>();

/** A command line that nobody else uses until the command has ended. */
export async function buildProgram(context: Context, outcome: Finish): Promise<Command> {
  const kept = free.pop() ?? (await build(context, outcome));
  kept.of.context = context;
  kept.of.outcome = outcome;
  used.set(context, kept);
  return kept.program;
}

/** A command that died keeps its command line until its world has ended: something of it might still look at it. */
export function hasEnded(context: Context): void {
  const kept = used.get(context);
  if (kept === undefined) return;
  used.delete(context);
  free.push(kept);
}

/** The command lines of all that died are free for the next world. */
export function worldHasEnded(): void {
  free.push(...used.values());
  used.clear();
}

async function build(context: Context, outcome: Finish): Promise<Kept> {
  const of = { context, outcome };
  const whoever = new Proxy(context, {
    get: (_, name) => Reflect.get(of.context, name) as unknown,
  });
  const program = await buildReal(whoever, {
    finish: (code) => {
      of.outcome.finish(code);
    },
    begin: (run) => of.outcome.begin?.(run),
  });
  return { program, of };
}
