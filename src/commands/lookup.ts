import type { Command } from 'commander';
import { withDefault } from '../config/keys.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Host } from './host.js';
import type { LookupFlags } from './lookup-flags.js';

/** `confere cpf` and `confere cnpj`. */
export function defineLookups(program: Command, host: Host): void {
  lookup(program, host, 'cpf')
    .option('--realtime', 'ask the revenue authority now; one CPF, needs --birth-date')
    .option('--birth-date <date>', 'DD/MM/YYYY or DDMMYYYY');
  lookup(program, host, 'cnpj');
}

function lookup(program: Command, host: Host, kind: IdentifierKind): Command {
  return program
    .command(`${kind} <${kind}...>`)
    .description(`look up ${kind.toUpperCase()}s; - reads them from stdin, one a line`)
    .option('--fresh', 'ask again for what is in the ledger')
    .option(
      '--reuse <age>',
      withDefault('reuse', 'oldest paid record that answers instead of the service'),
    )
    .option('--deadline <duration>', 'give up instead of waiting past it (default: none)')
    .option('--exit-status', 'exit 9 when one was not found')
    .action(async (ids: string[], _: unknown, command: Command) => {
      const { runLookups } = await import('./run-lookups.js');
      await runLookups(host, kind, ids, command.optsWithGlobals<LookupFlags>());
    });
}
