import { CommanderError } from 'commander';
import type { Context } from './context.js';
import { ConfereError } from './errors.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { buildProgram } from './program.js';
import { errorLine } from './output/error-line.js';

/** Runs one command line. The only catch-all: an error becomes one sentence and an exit code. */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  let code: number = exitCodes.ok;
  const quietPipe = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  };
  context.stdout.on('error', quietPipe);
  context.stderr.on('error', quietPipe);
  try {
    const program = buildProgram(context, (result) => (code = result));
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return report(error, argv, context);
  } finally {
    context.stdout.off('error', quietPipe);
    context.stderr.off('error', quietPipe);
  }
}

function report(error: unknown, argv: readonly string[], context: Context): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (isClosedPipe(error)) return exitCodes.ok;
  const exitCode = error instanceof ConfereError ? exitCodeOf(error.kind) : exitCodes.defect;
  context.stderr.write(errorLine(error, exitCode, argv.includes('--json')));
  return exitCode;
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
