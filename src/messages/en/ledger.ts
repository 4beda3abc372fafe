import { agree, number, plural, s } from './words.js';

/** The ledger: its state, its check, its copy. */
export const ledger = {
  missing: (place: string, batches: number) =>
    s`Nothing was sent: the ledger in ${place} is missing or empty, and ${plural(batches, 'batch', 'batches')} of it ${agree(batches, 'is', 'are')} still there. Restore ledger.db from a backup.`,
  behind: (place: string, batches: number) =>
    s`Nothing was sent: the ledger in ${place} does not know ${plural(batches, 'batch', 'batches')} on which this machine has worked, as when an old backup came back. Restore a newer one.`,
  acceptAtOwnRisk:
    'Without one, move the folder of batches elsewhere; what they paid for may be charged again.',
  acceptWith: (accept: string) =>
    s`Without one, '${accept}' takes the ledger as it is: what it does not know may be charged again.`,
  accepted: (batches: number, folder: string) =>
    s`${plural(batches, 'batch is', 'batches are')} unknown to this ledger: what ${agree(batches, 'it', 'they')} paid for, or what is still under way, may be charged again. The copies of ${agree(batches, 'its input', 'their inputs')} are in ${folder} now.`,
  copied: (batches: number, records: number, to: string) =>
    s`Moved ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} to ${to}; both were compared.`,
  oldPaysNothing: (from: string) =>
    s`The old ledger in ${from} pays for nothing any more. Every machine now needs the new place:`,
  copyTakenBack: 'The copy was taken back; this ledger works again.',
  copyToOrCancel:
    'Name where the ledger goes with --to, or take a copy back with --cancel; one of both.',
  noCopy: 'There is no copy to take back.',
  atWork: (command: string) =>
    s`Somebody works with the ledger, so that it cannot be copied; '${command}' shows who. Nothing was changed.`,
  underWay: (finish: string) =>
    s`Something is on its way to the service, so that the ledger cannot be copied; wait for it, or finish it with '${finish}'. Nothing was changed.`,
  jobIdWaits: (finish: string) =>
    s`The id of a job waits in a file to be written into the ledger; run '${finish}' first. Nothing was changed.`,
  notEmpty: (place: string) =>
    s`The ledger in ${place} is not empty, and a copy would replace it; nothing was changed. Name another place.`,
  copyDiffers: (table: string, again: string, command: string) =>
    s`The copy differs from the ledger (${table}) and is not used. Run ${again} again; if it stays so, '${command}' may show why.`,
  place: 'Place',
  schema: 'Schema',
  engine: 'Engine',
  size: 'Size',
  records: 'Records',
  batches: 'Batches',
  atWorkTitle: 'At work',
  inDoubt: 'In doubt',
  postgres: 'PostgreSQL, shared',
  pooler: 'a pooler is in between',
  transactionPooler:
    'a pooler in transaction mode is in between, so statements are not prepared; session mode is faster',
  sqlite: 'SQLite, this machine',
  nobody: 'nobody',
  nothing: 'nothing',
  noBatches: 'none',
  sizes: (size: string, copies: string) => s`${size}, and ${copies} of inputs`,
  batch: (batch: string) => s`batch ${batch}`,
  worker: (what: string, host: string, since: string) => s`${what} on ${host} since ${since}`,
  unknownOutcomesWith: (unsettled: number, command: string) =>
    s`${plural(unsettled, 'outcome is', 'outcomes are')} unknown; '${command}' shows the batches`,
  unknownOutcomes: (unsettled: number) =>
    s`${plural(unsettled, 'outcome is', 'outcomes are')} unknown`,
  doubtedLookup: (name: string, begunAt: string, command: string) =>
    s`${name}, asked for at ${begunAt}: '${command}' sees whether it was charged; with --fresh you may pay twice`,
  none: (folder: string) =>
    s`There is no ledger yet; the first lookup or batch makes it in ${folder}.`,
  counted: (batches: number, records: number) =>
    s`${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')}`,
  addsUp: (counted: string) => s`The ledger adds up: ${counted}.`,
  damaged: (said: string) =>
    s`The file of the ledger is damaged (${said}): stop every run and restore it from a backup.`,
  orphanRows: (counted: number) =>
    s`${plural(counted, 'row belongs', 'rows belong')} to no batch: restore the ledger from a backup.`,
  mixedEvents: (counted: number, told: number) =>
    s`Event ${number(counted)} is later than the last one, ${number(told)}: parts of two ledgers were mixed; restore one whole backup.`,
  inputGone: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input is gone; restore ${path} from a backup, or its results cannot be written.`,
  inputChanged: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input was changed; restore ${path} from a backup, or its results cannot be written.`,
  rowsDiffer: (batch: string, told: number, counted: number) =>
    s`Batch ${batch}: it says ${plural(told, 'row', 'rows')}, and ${plural(counted, 'row is', 'rows are')} accounted for; restore the ledger from a backup.`,
  jobDiffers: (batch: string, job: number, told: number, counted: number) =>
    s`Batch ${batch}: job ${job} says ${plural(told, 'identifier', 'identifiers')} and has ${plural(counted, 'identifier', 'identifiers')}; restore the ledger from a backup.`,
  megabytes: (size: string) => s`${size} MB`,
  jobDamaged: (batch: string, job: number) =>
    s`Batch ${batch}: what is stored of job ${job} is damaged; restore the ledger from a backup.`,
  identifiersTwice: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'identifier is', 'identifiers are')} in it twice and could be paid for twice; restore the ledger from a backup.`,
  identifiersWithoutJob: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'identifier belongs', 'identifiers belong')} to no job and would never be sent; restore the ledger from a backup.`,
  recordsGone: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'record', 'records')} that were paid for are gone; restore the ledger from a backup.`,
  doesNotAddUp: (findings: number) =>
    s`The ledger does not add up (${plural(findings, 'finding', 'findings')}, above); until it is mended, nothing should be sent from it.`,
  older: (place: string) =>
    s`The ledger in ${place} was written by an earlier version of confere; nothing of it was changed. Finish or purge it with that version, or move it away to begin a new one.`,
  newer: 'The ledger was written by a newer confere; update confere and run this again.',
  diskFull: 'the disk is full; free some space',
  ioFailed: 'it could not be read or written; check the disk',
  readOnly: 'it may not be written; check its permissions and those of its folder',
  cannotOpen:
    'it could not be opened; check its permissions and those of its folder, or wait until another program lets go of it',
  sqliteRuntimeMissing: (platform: string, arch: string) =>
    s`The SQLite library cannot be loaded here (${platform} ${arch}): install what it is built on (on Windows the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run confere with Node 24.15 or newer, which has its own. Nothing was sent.`,
  sqliteMissing: (platform: string, arch: string) =>
    s`The SQLite library for this machine is not installed (${platform} ${arch}): install confere again with its optional dependencies, or run it with Node 24.15 or newer, which has its own. Nothing was sent.`,
  fileDamaged: 'it is damaged; restore it from a backup',
  notADatabase: 'it is not a database; restore it from a backup',
  newHomeForgets:
    'Setting CONFERE_HOME to another folder starts from nothing: what is under way or paid for is unknown there, so that the same identifiers may be charged again.',
  fileUnusable: (path: string, advice: string) =>
    s`The file ${path} cannot be used: ${advice}, then run the same command again. Whatever was written down before is kept.`,
  busy: (path: string) =>
    s`Another program has been using ${path} for too long; wait until it has ended, and run the same command again.`,
};
