import type { Command } from 'commander';
import { withDefault } from '../../output/help/help-text.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Host } from '../shared/command-host.js';
import { addPeriodOptions, nonNegative } from '../shared/option-values.js';
import type { LookupFlags } from './lookup-flags.js';
import { say } from '../../text/index.js';

/** `confere cpf` and `confere cnpj`. */
export function defineLookups(program: Command, host: Host): void {
  lookup(program, host, 'cpf')
    .option('--realtime', say`ask the revenue authority now; one CPF, needs --birth-date`)
    .option('--birth-date <date>', say`DD/MM/YYYY or DDMMYYYY`);
  lookup(program, host, 'cnpj');
}

function lookup(program: Command, host: Host, kind: IdentifierKind): Command {
  const command = program
    .command(`${kind} <${kind}...>`)
    .description(say`look up ${kind.toUpperCase()}s; - reads them from stdin, one per line`);
  command.option('--max-credits <n>', say`stop before it may cost more`, nonNegative);
  return addPeriodOptions(command)
    .option('--fresh', say`ask again for what is in the ledger`)
    .option('--reuse <age>', withDefault('reuse', say`reuse paid records up to this age`))
    .option('--deadline <duration>', say`give up instead of waiting past it (default: none)`)
    .option('--exit-status', say`exit 9 when one was not found`)
    .option('-o, --output <file|->', say`where the records go (default: stdout)`)
    .option('--overwrite', say`replace an existing file`)
    .action(async (ids: string[], _: unknown, command: Command) => {
      const { toLookupsRequest } = await import('./lookup-flags.js');
      const { runLookups } = await import('./run-lookups.js');
      const { writingInto } = await import('./output-file.js');
      const flags = command.optsWithGlobals<LookupFlags>();
      const request = toLookupsRequest(kind, ids, flags, host.context);
      await writingInto(host, request, (into) => runLookups(into, request));
    });
}
