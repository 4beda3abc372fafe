import { agree, batches, number, plural, records, rows, s } from './phrases.js';

/** Sentences about files of identifiers and how they are read. */
export const input = {
  identifiersAboveHeader: (titles: number) =>
    s`Not looked up: lines above the header with an identifier: ${titles}.`,
  earlierResult: 'This is an earlier result: its lookup_* columns are rewritten.',
  otherKindNote: ({ kind, share, valid }: { kind: string; share: string; valid: string }) =>
    s`The column holds ${kind} (${share} of the sampled cells are ${valid}), but --type says otherwise.`,
  hiddenRows: (count: number) =>
    s`${plural(count, 'row is', 'rows are')} hidden in the workbook, for example by a filter, ` +
    s`and ${agree(count, 'is', 'are')} looked up like the others. ` +
    s`To leave ${agree(count, 'it', 'them')} out, copy the visible rows to a new sheet.`,
  uncomputed: (count: number, columns: string) =>
    s`${plural(count, 'formula has', 'formulas have')} no stored value (${columns}), ` +
    s`and ${agree(count, 'its cell shows', 'their cells show')} #FORMULA in a result as text. ` +
    'To have the values, open the workbook in Excel, save it, and run this again.',
  errorCells: (count: number, columns: string) =>
    s`${plural(count, 'cell shows', 'cells show')} an error such as #N/A (${columns}). ` +
    'If the values matter, correct them in Excel first.',
  stuckTable: (name: string) =>
    s`The results stand outside the table ${name}: other cells are at its right, or a query fills it. ` +
    'Sorting the table would not move them.',
  stuckFilter:
    'The results stand outside the filter of the sheet: other cells are at its right. ' +
    'Sorting by the filter would not move them.',
  mergedCells:
    'The column has merged cells over several rows: only the first row of each has its value, ' +
    'and the rows below it are empty. Unmerge the cells and fill them in.',
  whichSheet: (options: string) => s`Which sheet? [${options}] `,
  severalSheets: (file: string) => s`${file} has several sheets that hold identifiers:`,
  whichColumn: (options: string) => s`Which column? [${options}] `,
  whichColumnAgain: (options: string) => s`Type one of ${options} (Enter cancels).`,
  skipQuestion: (option: string) => s`To skip this question, add ${option}.`,
  brokenUtf8: 'UTF-8 with broken bytes',
  tab: 'tab',
  headerInLine: (line: number) => s`header in line ${line}`,
  noHeader: 'no header',
  column: (column: number, name: string) => s`column ${column} ${name}`,
  columnsJoined: (columns: string) => s`columns ${columns} joined`,
  validShare: (share: string) => s`, ${share} valid`,
  sheet: (sheet: number, name: string) => s`sheet ${sheet} ${name}`,
  nulBytesKept: (lines: string) => s`NUL bytes in ${lines} are kept as they are.`,
  badBytesKept: (lines: string) => s`Bytes that are not UTF-8, in ${lines}, are kept as they are.`,
  readAsLatin1: (lines: string) => s`UTF-8 in ${lines} is read as Latin-1.`,
  comment: 'comment',
  blank: 'blank',
  skippedLines: (lines: string, what: string) => s`No rows: ${lines} (${what}).`,
};

/** The words of the comparison of two results. */
export const diff = {
  sides: (older: string, newer: string) => s`${older} (older) and ${newer} (newer)`,
  same: 'the same',
  unansweredInBoth: '  unanswered in both',
  field: 'field',
  differsIn: 'differs in',
  moreFields: (more: number) => s`and ${plural(more, 'more field', 'more fields')}`,
  example: 'for example',
  company: 'company',
  old: 'old',
  new: 'new',
  notCompared: ({ listed }: { listed: string }) =>
    s`Not compared, because only one of the two has them: ${listed}.`,
  withoutIdentifier: ({ name, invalid }: { name: string; invalid: number }) =>
    s`${name}: ${rows(invalid)} without a valid identifier.`,
  changesFile: (output: string) => s`changes: ${output}`,
  readingRows: (name: string, count: number) => s`reading ${name}: ${rows(count)}`,
  comparing: 'comparing',
  kinds: {
    appeared: 'only in the newer',
    disappeared: 'only in the older',
    found_now: 'found now',
    no_longer_found: 'no longer found',
    answered_now: 'answered now',
    no_longer_answered: 'no longer answered',
    changed: 'with other data',
  },
};

/** Sentences about the state of the ledger, its check and its copy. */
export const ledger = {
  accepted({ batches: count, folder }: { batches: number; folder: string }) {
    const whose = agree(count, 'that batch', 'these batches');
    return (
      s`${plural(count, 'batch is', 'batches are')} not in this ledger: records and running jobs of ${whose} may be charged again. ` +
      s`The copies of ${agree(count, 'its input', 'their inputs')} are now in ${folder}.`
    );
  },
  acceptedJobs({ jobs, folder }: { jobs: number; folder: string }) {
    const missing = plural(
      jobs,
      'job that the service accepted is',
      'jobs that the service accepted are',
    );
    return (
      s`${missing} not in this ledger: what ${agree(jobs, 'it', 'they')} found may be charged again. ` +
      s`The job ids are now in ${folder}.`
    );
  },
  copied: (moved: { batches: number; records: number; to: string }) =>
    s`Moved ${batches(moved.batches)} and ${records(moved.records)} to ${moved.to}, and verified them.`,
  oldLedgerClosed: ({ from }: { from: string }) =>
    s`The old ledger in ${from} is closed for lookups. On every machine, run:`,
  copyUndone: 'The copy was undone. This ledger works again.',
  noCopy: 'There is no interrupted move to undo.',
  place: 'Location',
  schema: 'Schema',
  engine: 'Engine',
  size: 'Size',
  records: 'Records',
  batches: 'Batches',
  inDoubt: 'Unconfirmed',
  postgres: 'PostgreSQL, shared',
  sqlite: 'SQLite, this machine',
  nothing: 'none',
  noBatches: 'none',
  sizes: (size: string, copies: string) => s`${size}, and ${copies} of inputs`,
  unknownOutcomes: (unsettled: number) => plural(unsettled, 'request', 'requests'),
  doubtedLookup: ({ name, begunAt, command }: { name: string; begunAt: string; command: string }) =>
    s`${name}, sent at ${begunAt}: '${command}' checks whether it was charged; with --fresh you may pay twice`,
  noLedger: ({ folder }: { folder: string }) =>
    s`There is no ledger yet. The first lookup or batch creates it in ${folder}.`,
  checkPassed: (checked: { batches: number; records: number }) =>
    s`Ledger check passed: ${batches(checked.batches)} and ${records(checked.records)}.`,
  damaged: ({ said }: { said: string }) =>
    s`The ledger file is damaged (${said}). Stop every run, then restore it from a backup.`,
  mixedEvents: ({ counted, told }: { counted: number; told: number }) =>
    s`Event ${number(counted)} comes after the last one, ${number(told)}: parts of two ledgers are mixed. Restore one whole backup.`,
  inputLost: ({ batch, path }: { batch: string; path: string }) =>
    s`Batch ${batch}: its copy of the input is missing or changed, so its results cannot be written. Restore ${path} from a backup.`,
  batchDamaged: ({ batch, of }: { batch: string; of: string }) =>
    s`Batch ${batch}: its stored data does not add up (${of}). Restore the ledger from a backup.`,
};

/** The words of the page that `bulk report` writes. */
export const report = {
  title: 'Batch report',
  titleOf: (batch: string) => s`Batch report ${batch}`,
  asOf: (time: string) => s`As of ${time}`,
  notes: {
    running: 'The batch has not finished: these numbers will still change.',
    incomplete: 'The batch has not finished: some identifiers have no answer.',
    unconfirmed: `The outcome of a submission is unknown: what it may have found or cost is not in these numbers.`,
  },
  sandboxNote: 'This is the sandbox: the records are invented.',
  rows: 'Rows',
  different: 'Different identifiers',
  found: 'Found',
  shareOfIdentifiers: (share: string) => s`${share} of the identifiers`,
  creditsCharged: 'Credits charged',
  savedByLedger: (saved: string) => s`${saved} saved by the ledger`,
  count: 'Count',
  share: 'Share',
  rowsByOutcome: 'Rows by outcome',
  outcomes: {
    found: 'Found',
    notFound: 'Not found',
    invalid: 'Invalid',
    duplicates: 'Duplicates',
    skipped: 'Skipped, the balance ran out',
    failed: 'Failed',
    pending: 'Not answered yet',
    unconfirmed: 'Unconfirmed',
  },
  allRows: 'All rows',
  noRows: 'The batch has no rows.',
  zerosRestored: ({ repaired }: { repaired: number }) =>
    s`${plural(repaired, 'of them has', 'of them have')} restored leading zeros.`,
  whyInvalid: 'Why rows are invalid',
  cost: 'Cost and savings',
  charged: 'Charged: found and paid for by this batch',
  saved: 'Saved: reused records',
  maximum: 'Maximum, if everything sent were found',
  kinds: { cnpj: 'Companies', cpf: 'People' },
  ofFound: (found: string) => s`Of ${found} found`,
  nothingFound: 'No record was found, so there is nothing to break down.',
  fields: {
    status: 'Registration status',
    uf: 'State (UF)',
    size: 'Size',
    activity: 'Main activity (CNAE)',
    openingYear: 'Opening year',
    sex: 'Sex',
    ageBand: 'Age',
  },
  fieldNotes: {
    sex: 'As the service infers it from the name.',
    ageBand: 'In whole years, on the day of this report.',
    activity: 'Official CNAE description.',
  },
  sexes: { F: 'Female', M: 'Male' },
  others: 'Others',
  notInformed: 'Not informed',
  until: (year: string) => s`until ${year}`,
  fromTo: (from: string, to: string) => s`${from} to ${to}`,
  orOlder: (from: string) => s`${from} or older`,
  madeBy: ({ version, timeZone }: { version: string; timeZone: string }) =>
    s`Made by confere ${version}, time zone ${timeZone}.`,
  private: 'This page holds no names, identifiers or file names, and loads nothing from a network.',
};

/** The sheet of totals in a workbook. */
export const totals = {
  resultSheet: 'Result',
  batch: 'Batch',
  file: 'File',
  createdAt: 'Started',
  writtenAt: 'Result written',
  charged: 'Credits charged',
  saved: 'Credits saved (paid for before)',
  counts: {
    rows: 'Rows',
    invalid: 'Invalid rows',
    duplicates: 'Duplicates',
    repaired: 'Rows with zeros restored',
    unique: 'Different identifiers',
    found: 'Found',
    notFound: 'Not found',
    skipped: 'Skipped, the balance ran out',
    failed: 'Failed',
    pending: 'Not answered yet',
    unconfirmed: 'Unconfirmed',
  },
  compared: ({ field }: { readonly field: string }) => s`Compared: ${field}`,
  verdicts: {
    equal: 'Equal',
    similar: 'Similar',
    different: 'Different',
    empty: 'Nothing to compare',
  },
  sandbox: 'This is the sandbox: every record is invented.',
};
