import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { readCell, type Reading } from '../identifiers/index.js';
import type { Host } from './host.js';

/** `confere check`: CPFs and CNPJs checked on this machine; no key, no network. */
export function defineCheck(program: Command, host: Host): void {
  program
    .command('check <id...>')
    .description('check CPFs and CNPJs locally; no key, no network')
    .action((ids: string[], _: unknown, command: Command) => {
      const json = command.optsWithGlobals<{ json?: boolean }>().json === true;
      const readings = ids.map((input) => ({ input, reading: readCell(input) }));
      for (const { input, reading } of readings) {
        host.context.stdout.write(json ? jsonLine(input, reading) : plainLine(input, reading));
      }
      const allValid = readings.every(({ reading }) => isValid(reading));
      host.finish(allValid ? exitCodes.ok : exitCodes.partly);
    });
}

/** Zero repair is for files; on the command line a digit that is missing is a slip. */
function isValid(reading: Reading): boolean {
  return reading.valid && !reading.repaired;
}

function reasonOf(reading: Reading): string {
  return reading.valid ? 'format' : reading.reason;
}

function plainLine(input: string, reading: Reading): string {
  if (reading.valid && !reading.repaired) return `${input}\tvalid\t${reading.kind}\n`;
  const hint = reading.valid ? `\tdid you mean ${reading.id}?` : '';
  return `${input}\tinvalid\t${reasonOf(reading)}${hint}\n`;
}

function jsonLine(input: string, reading: Reading): string {
  if (reading.valid && !reading.repaired) {
    return `${JSON.stringify({ input, kind: reading.kind, id: reading.id, status: 'valid' })}\n`;
  }
  const code = reasonOf(reading);
  const error = { code, message: `Not a valid CPF or CNPJ: ${code}.`, httpStatus: null };
  return `${JSON.stringify({ input, kind: null, id: null, status: 'invalid', error })}\n`;
}
