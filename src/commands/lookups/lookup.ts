import type { Command } from 'commander';
import { withDefault } from '../../output/help/help-text.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Host } from '../shared/command-host.js';
import { addPeriodOptions, nonNegative } from '../shared/option-values.js';
import { toLookupsRequest, type LookupFlags } from './lookup-flags.js';
import { writingInto } from './output-file.js';
import { runLookups } from './run-lookups.js';
import { say } from '../../text/index.js';

/** `confere cpf`. */
export function defineCpf(command: Command, host: Host): void {
  defineLookup(command, host, 'cpf');
  command
    .option('--realtime', say`ask the revenue authority now; one CPF, needs --birth-date`)
    .option('--birth-date <date>', say`DD/MM/YYYY or DDMMYYYY`);
}

/** `confere cnpj`. */
export function defineCnpj(command: Command, host: Host): void {
  defineLookup(command, host, 'cnpj');
}

function defineLookup(command: Command, host: Host, kind: IdentifierKind): void {
  command.option('--max-credits <n>', say`stop before it may cost more`, nonNegative);
  addPeriodOptions(command)
    .option('--fresh', say`ask again for what is in the ledger`)
    .option('--reuse <age>', withDefault('reuse', say`reuse paid records up to this age`))
    .option('--deadline <duration>', say`give up instead of waiting past it (default: none)`)
    .option('--exit-status', say`exit 9 when one was not found`)
    .option('-o, --output <file|->', say`where the records go (default: stdout)`)
    .option('--overwrite', say`replace an existing file`)
    .action(async (ids: string[]) => {
      const flags = command.optsWithGlobals<LookupFlags>();
      const request = toLookupsRequest(kind, ids, flags, host.context);
      await writingInto(host, request, (into) => runLookups(into, request));
    });
}
