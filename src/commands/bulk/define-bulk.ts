import { Option, type Command } from 'commander';
import { say } from '../../text/say.js';
import type { Host } from '../shared/command-host.js';
import { addDiffOptions, type DiffFlags } from './diff/diff-options.js';
import { addInputOptions, addStrict } from './options/input-options.js';
import { addExportOptions, addOverwrite } from './options/result-options.js';
import { addSpendingOptions } from './options/spending-options.js';
import { addSettle, addWatchOptions } from './options/waiting-options.js';
import { defineUnfinished } from './unfinished/define-unfinished.js';

/** `confere bulk …`; the code of each command is loaded when it runs. */
export function defineBulk(program: Command, host: Host): void {
  const bulk = program
    .command('bulk')
    .description(say`files of identifiers, looked up in background jobs`);
  defineSending(bulk, host);
  defineUnfinished(bulk, host);
  defineStored(bulk, host);
}

function defineSending(bulk: Command, host: Host): void {
  const { context } = host;
  addOverwrite(
    addInputOptions(bulk.command('check <file>'))
      .description(say`what a submit would find and cost; no key, no network, nothing stored`)
      .option('--rejects <file>', say`write the invalid rows there, each with its reason`),
  ).action(async (file: string, _: unknown, command: Command) => {
    const { runCheck, toCheckRequest } = await import('./check/check-file.js');
    await runCheck(host, toCheckRequest(file, command.optsWithGlobals(), context));
  });
  mostUsed(addWatchOptions(addSpendingOptions(addInputOptions(bulk.command('submit <file>')))))
    .description(say`read, validate and submit; prints the batch id`)
    .action(async (file: string, _: unknown, command: Command) => {
      const { runSubmit, toSubmitRequest } = await import('./submit/submit-file.js');
      await runSubmit(host, toSubmitRequest(file, command.optsWithGlobals(), context));
    });
  mostUsed(
    addExportOptions(
      addWatchOptions(addSpendingOptions(addInputOptions(bulk.command('run <file...>')))),
    ),
  )
    .description(say`submit, watch and export in one; again, it continues`)
    .option('--out-dir <dir>', say`folder of the results of several inputs`)
    .action(async (files: string[], _: unknown, command: Command) => {
      const { runRun, toRunRequest } = await import('./run/run-files.js');
      await runRun(host, toRunRequest(files, command.optsWithGlobals(), context));
    });
}

const MOST_USED = ['--output', '--max-credits', '--dry-run', '--column', '--deadline'];

/** In the help, the options that matter stand above the headings of all others. */
function mostUsed(command: Command): Command {
  for (const option of command.options) {
    if (MOST_USED.includes(option.long ?? '')) option.helpGroup(say`Most used:`);
  }
  return command;
}

function defineStored(bulk: Command, host: Host): void {
  const { context } = host;
  addStrict(addSettle(addWatchOptions(bulk.command('watch [batch]'))))
    .description(say`poll until every job has ended (default: the batch last worked on)`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const { runWatch, toWatchRequest } = await import('./unfinished/watch-batch.js');
      await runWatch(host, toWatchRequest(batch, command.optsWithGlobals(), context));
    });
  addExportOptions(bulk.command('export [batch]'))
    .description(say`merged results, one row per input row, in input order`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const { runExport, toExportRequest } = await import('./stored/export-batch.js');
      await runExport(host, toExportRequest(batch, command.optsWithGlobals(), context));
    });
  addReportOptions(bulk.command('report [batch]'))
    .description(say`a page about a batch, in numbers alone: no names, no identifiers`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const { runReport, toReportRequest } = await import('./stored/report-batch.js');
      await runReport(host, toReportRequest(batch, command.optsWithGlobals(), context));
    });
  defineDiff(bulk, host);
  bulk
    .command('list')
    .description(say`every batch, the newest first`)
    .action(async (_: unknown, command: Command) => {
      const { runList, toListRequest } = await import('./stored/list-batches.js');
      await runList(host, toListRequest(command.optsWithGlobals(), context));
    });
  bulk
    .command('status [batch]')
    .description(say`the state of a batch`)
    .action(async (batch: string | undefined, _: unknown, command: Command) => {
      const { runStatus, toStatusRequest } = await import('./stored/list-batches.js');
      await runStatus(host, toStatusRequest(batch, command.optsWithGlobals(), context));
    });
  bulk
    .command('delete <batch>')
    .description(say`remove a batch from this machine: its input, its results and their records`)
    .option('-n, --dry-run', say`show what would go, remove nothing`)
    .action(async (batch: string, _: unknown, command: Command) => {
      const { runDelete, toDeleteRequest } = await import('./stored/delete-batch.js');
      await runDelete(host, toDeleteRequest(batch, command.optsWithGlobals(), context));
    });
}

function defineDiff(bulk: Command, host: Host): void {
  addDiffOptions(bulk.command('diff <older> <newer>'))
    .description(say`what changed between two batches or results; no key, no network`)
    .action(async (older: string, newer: string, _: unknown, command: Command) => {
      const { runDiff, toDiffRequest } = await import('./diff/run-diff.js');
      const flags = command.optsWithGlobals<DiffFlags>();
      await runDiff(host, toDiffRequest([older, newer], flags, host.context));
    });
}

function addReportOptions(command: Command): Command {
  return addOverwrite(
    command.option('-o, --output <file|->', say`where the page goes (default: stdout)`),
  )
    .addOption(
      new Option('--lang <language>', say`language of the page (default: the locale's)`).choices([
        'pt-BR',
        'en',
      ]),
    )
    .option('--title <text>', say`heading of the page`);
}
