import { number, plural, s } from './words.js';

/** Results as files. */
export const exports = {
  knownFields: (known: string) =>
    s`There are: ${known}. A field that is new at the service is written data.<name>.`,
  noSuchResultField: (field: string, hint: string) =>
    s`--fields: a result has no field '${field}'. ${hint}`,
  badFormat: (wanted: string, listed: string) =>
    s`An export cannot be written as ${wanted}; the formats are ${listed}.`,
  notEnded: (batch: string, command: string) =>
    s`Batch ${batch} has not ended; '${command}' waits for it, --partial exports what there is.`,
  copyDamaged: (file: string, batch: string, reading: string) =>
    s`The copy of ${file} that batch ${batch} keeps is damaged, so no result was written. ${reading} puts the copy right if the file is still the same, and nothing is paid for twice.`,
  rowsDiffer: ({
    batch,
    rows,
    file,
    found,
    command,
  }: {
    batch: string;
    rows: number;
    file: string;
    found: number;
    command: string;
  }) =>
    s`Batch ${batch} has ${plural(rows, 'row', 'rows')}, and the copy of ${file} that it keeps gives ${number(found)}, so the result is not whole. '${command}' with the original file makes a new batch; what was paid for is answered by the ledger.`,
  noFolder: (path: string) => s`${path} cannot be written: its folder does not exist.`,
  forCnpjBatches: (option: string) => s`${option} is for CNPJ batches; this one holds CPFs.`,
  sameOutput:
    'The result, --partners and --secondary-cnaes need a name each; two of them are the same file.',
  mendAndRerun: (again: string) =>
    s`Mend that and run ${again} again, which takes what is paid for from the ledger.`,
  resultsSafe: (onward: string) =>
    s`The results are safe; ${onward} writes them when that is mended, or -o <file> elsewhere.`,
  hasErased: ({
    path,
    batch,
    rows,
    command,
    file,
  }: {
    path: string;
    batch: string;
    rows: number;
    command: string;
    file: string;
  }) =>
    s`${path} is the result of batch ${batch}, of which ${plural(rows, 'row was', 'rows were')} erased with purge; nothing was sent. '${command}' writes the rest. Before you replace it with --overwrite, take the erased people and companies out of ${file}, or they are looked up, charged and stored again.`,
  exists: (path: string, shown: string) =>
    s`${path} exists; add --overwrite to replace it${shown}, or -o <file> to write elsewhere.`,
  heldOpen: (path: string) =>
    s`${path} is open in another program, Excel perhaps; close it there, or name another file.`,
  whyHeld: 'another program has it open',
  whyHeldOrProtected: 'another program has it open, or it is protected',
  reservedName: (path: string) =>
    s`Windows cannot have a file ${path}: a name must not be a device (nul, aux, com1), contain any of : * ? " < > | or end in a point or a blank.`,
  whyNoFolder: 'its folder does not exist',
  whyNotPermitted: 'the folder may not be written to',
  whyReadOnly: 'the file system is read-only',
  whyDiskFull: 'the disk is full',
  whyQuota: 'your share of the disk is full',
  whyTooLarge: 'it would be larger than a file may be here',
  whyIsFolder: 'it is a folder',
  whyNameTooLong: 'its name is too long',
  whyLinkLoop: 'it is a link that leads back to itself',
  whyFolderIsFile: 'its folder is a file',
  failed: (path: string, why: string, advice: string) =>
    s`${path} could not be written: ${why}. ${advice}`,
  tooManyRows: (most: number) =>
    s`A workbook holds ${plural(most, 'row', 'rows')} and there are more here; use -o with a name that ends in .csv, or --format csv without -o.`,
  tooManyColumns: (most: number) =>
    s`A workbook holds ${plural(most, 'column', 'columns')} and a row here has more; use -o with a name that ends in .csv, or --format csv without -o.`,
  workbookTooLarge:
    'A workbook cannot hold a sheet of more than 4 GB and this one would be; use -o with a name that ends in .csv, or --format csv without -o.',
  rejectsWouldReplaceInput: '--rejects would replace the input; name another file.',
  badExtension: (extension: string, known: string) =>
    s`A file that ends in .${extension} cannot be written; the name may end in ${known}.`,
  extensionContradicts: (extension: string, format: string, option: string) =>
    s`A file that ends in .${extension} is not written as ${format}; leave out ${option}, or use a name that ends in .${format}.`,
  nameAnotherFile: 'Name another file.',
  reportOnStdout: 'stdout holds the report; name a file with --rejects.',
  workbookNotForTerminal: 'A workbook is not for the terminal; name a file with -o.',
  pageNotForTerminal: 'A page is not for the terminal; name a file with -o, as in -o report.html.',
  reportWritten: (file: string) => s`Report: ${file}`,
  writeElsewhere: '-o <file> writes it elsewhere.',
  noSuchField: (field: string, listed: string) =>
    s`--fields: there is no field '${field}'. There are: ${listed}. A field that is new at the service is written data.<name>.`,
  noSuchFieldNear: (field: string, near: string) =>
    s`--fields: there is no field '${field}'. Did you mean ${near}?`,
  noSuchQuotaField: (field: string, listed: string) =>
    s`--fields: there is no field '${field}' in the balance. There are: ${listed}.`,
  notARegularFile: (path: string) =>
    s`${path} is a link or no regular file, and would be replaced by one; name another file, or -o - for standard output.`,
  isFolder: (file: string) => s`${file} is a folder; name a file in it.`,
  resultsCollide: (first: string, second: string, output: string) =>
    s`The results of ${first} and ${second} would both be ${output}; nothing was sent. Run them one by one with -o, or rename one.`,
  resultIsInput: (file: string, output: string) =>
    s`The result of ${file} would be ${output}, which is an input itself; nothing was sent. Leave results out of the inputs, or use --out-dir.`,
  oneSideFile: (option: string) =>
    s`${option} is one file for one input; run several inputs one by one, or export each batch with it.`,
  skipQuestion: (written: string) => s`To skip this question, add --column ${written}.`,
  outputFileFailed: (path: string, because: string, onward: string) =>
    s`${path} could not be written: ${because}. Free some space and run ${onward} again.`,
  outputFailedPaid: (because: string, onward: string) =>
    s`The output could not be written: ${because}. Free some space and run ${onward} again; what was paid for is kept and costs nothing more.`,
  outputFailed: (because: string, onward: string) =>
    s`The output could not be written: ${because}. Free some space and run ${onward} again.`,
  stdoutFailed: (reason: string) => s`The output could not be written (${reason}).`,
  neverReplaceBatchInput: (output: string) =>
    s`${output} is the input of the batch, which is never replaced. Name another file.`,
  neverReplaceInput: (output: string) =>
    s`${output} is the input itself, which is never replaced; nothing was sent. Name another file.`,
};
