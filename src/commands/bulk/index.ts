import type { Command } from 'commander';
import { withDefault } from '../../output/help/with-default.js';
import { say } from '../../text/say.js';
import type { Host } from '../shared/host.js';
import { addUnfinished } from './unfinished.js';
import {
  addExportOptions,
  addInputOptions,
  addReportOptions,
  addSpendingOptions,
  addWatchOptions,
  type BulkOptions,
} from './options.js';

const optionsOf = (command: Command) => command.optsWithGlobals<BulkOptions>();

/** `confere bulk …`; the code of a command is loaded when it runs. */
export function defineBulk(program: Command, host: Host): void {
  const bulk = program
    .command('bulk')
    .description(say`files of identifiers, looked up in background jobs`);
  defineSending(bulk, host);
  addUnfinished(bulk, host);
  defineStored(bulk, host);
}

function defineSending(bulk: Command, host: Host): void {
  addInputOptions(bulk.command('check <file>'))
    .description(say`what a submit would find and cost; no key, no network, nothing stored`)
    .option('--rejects <file>', say`write the invalid rows there, each with its reason`)
    .option('--overwrite', say`replace an existing file`)
    .action(async (file: string, _: unknown, command: Command) => {
      await (await import('./check.js')).runCheck(host, file, optionsOf(command));
    });
  addWatchOptions(addSpendingOptions(addInputOptions(bulk.command('submit <file>'))))
    .description(say`read, validate and submit; prints the batch id`)
    .action(async (file: string, _: unknown, command: Command) => {
      await (await import('./submit.js')).runSubmit(host, file, optionsOf(command));
    });
  addExportOptions(
    addWatchOptions(addSpendingOptions(addInputOptions(bulk.command('run <file...>')))),
  )
    .description(say`submit, watch and export in one; again, it continues`)
    .option('--out-dir <dir>', say`folder of the results of several inputs`)
    .action(async (files: string[], _: unknown, command: Command) => {
      await (await import('./run.js')).runRun(host, files, optionsOf(command));
    });
}

function defineStored(bulk: Command, host: Host): void {
  addWatchOptions(bulk.command('watch [batch]'))
    .description(say`poll until every job has ended (default: the newest batch)`)
    .option(
      '--settle <duration>',
      withDefault('settle', say`how long the balance must stand still after a lost answer`),
    )
    .option('--strict', say`exit 3 when rows are invalid`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      await (await import('./watch.js')).runWatch(host, batch, optionsOf(command));
    });
  addExportOptions(bulk.command('export [batch]'))
    .description(say`merged results, one row per input row, in input order`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      await (await import('./export.js')).runExport(host, batch, optionsOf(command));
    });
  addReportOptions(bulk.command('report [batch]'))
    .description(say`a page about a batch, in numbers alone: no names, no identifiers`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      await (await import('./report.js')).runReport(host, batch, optionsOf(command));
    });
  bulk
    .command('list')
    .description(say`every batch, the newest first`)
    .action(async (_: unknown, command: Command) => {
      await (await import('./list.js')).runList(host, optionsOf(command));
    });
  bulk
    .command('status [batch]')
    .description(say`where a batch stands`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      await (await import('./list.js')).runStatus(host, batch, optionsOf(command));
    });
  bulk
    .command('delete <batch>')
    .description(say`remove a batch from this machine: its input, its results and their records`)
    .action(async (batch: string, _: unknown, command: Command) => {
      await (await import('./delete.js')).runDelete(host, batch, optionsOf(command));
    });
}
