import { by, given, inside, is, m, next, or, pick, when, where } from '../sentence.js';
import * as words from '../words.js';
import type { Reader } from '../reader.js';
import { agree, count, n, num, phrases, s, second, unexpectedCharges } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Choose: '${next.command('bulk resolve', 'batch', '--abandon')}' abandons ${agree('items', 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' takes the results of that job at the service for nothing more (its support or a proxy log may know the id); '${next.command('bulk resolve', 'batch', '--resubmit')}' sends ${agree('items', 'it', 'them')} again for up to ${n.credits('cost')}, paying twice if the service took ${agree('items', 'it', 'them')}.`;

export const declined = pick('nothing', {
  changed: 'Nothing was changed.',
  sent: 'Nothing was sent.',
});

const fitOrWait = where(
  is.divisible,
  m` Add --fit-balance to send what it covers${next.shown('--fit-balance')}`,
  m` Run ${next.again} again when there are credits`,
);

/** Under `--fresh` a list of lookups pays again for those that were answered. */
const withoutFresh = where(
  is.fresh,
  ' (without --fresh, so that what was answered is not charged again)',
);

/** In a list, the others of it are paid for again. */
const lookedUpNow = where(
  is.list,
  m` To look it up now, run it alone with --fresh, which may cost ${n.credits('price')} more; with the whole list, --fresh pays for each identifier again.`,
  m` With --fresh it is looked up now, which may cost ${n.credits('price')} more.`,
);

const startsEmpty = m` With CONFERE_HOME set to another folder, confere starts empty: what is running or paid for here may be charged again.`;

/** A setting that comes from a file must be corrected in that file. */
const remedy = phrases.ofSetting(
  m` To correct it: '${next.command('config set', 'key')} <value>' or '${next.command('config unset', 'key')}'.`,
);

const tooLong = m`${'file'} has a line that is too long, or too many blank lines; write one identifier per line.`;
const packed = m`${'file'} unpacks to more than confere reads; save its sheet as CSV, or unpack it, and use that file.`;

/** The sentence of each other error code that programs meet, too. */
export const errors = () => ({
  unknown_encoding: m`Unknown encoding "${'wanted'}". Known: ${'known'}.`,
  broken_utf16: m`${'file'} has broken UTF-16 (${inside('place', phrases.recordPlace)}); save it again, as CSV in UTF-8.`,
  not_text: m`${'file'} is neither text nor an .xlsx workbook (an old .xls, a password, an archive, another kind of document?); save the list as .xlsx or CSV and use that file.`,
  damaged_gzip: m`${'file'} cannot be unpacked: ${when('endsEarly', true, 'it ends too early', 'its content is damaged')}; copy or download it again.`,
  not_for_workbooks: m`${'file'} is a workbook; --${'option'} is for text files. Leave it out.`,
  no_sheets: m`${'file'} is not a workbook and has no sheets; leave out --sheet.`,
  damaged_workbook: m`${'file'} cannot be read as a workbook: it is damaged or incomplete. Open it in a spreadsheet program and save it again, or save the sheet as CSV.`,
  unknown_sheet: m`${'file'} has no sheet ${'wanted'}. Its sheets: ${by(words.sheetList, 'sheets')}.`,
  no_identifier_sheet: m`None of the sheets of ${'file'} has a column of CPFs or CNPJs: ${by(words.sheetList, 'sheets')}. Name one with --sheet.`,
  ambiguous_sheet: m`${'file'} has several sheets that hold identifiers: ${by(words.sheetList, 'sheets')}. Choose one with --sheet, or all with --sheet all.`,
  different_sheets: m`${'file'}: sheet ${by(phrases.sheet, 'other')} has other columns than sheet ${by(phrases.sheet, 'first')}, so they cannot be one input. Choose one with --sheet.`,
  unknown_column: m`${'file'} has no column ${'wanted'}.${given('near', m` Did you mean ${by(phrases.column, 'near')}?`)} Its columns: ${by(phrases.columns, 'columns')}.`,
  result_column: m`${'file'}: ${'column'} is a column of a result, which has no identifier where a row is invalid. Use the column of the input: ${by(phrases.columns, 'columns')}. (Columns of your own must not be named lookup_….)`,
  no_identifier_column: m`${'file'} has no column of CPFs or CNPJs. Name it with --column. Its columns: ${by(phrases.columns, 'columns')}.`,
  identifier_in_parts: m`${'file'} has each ${by(words.upper, 'kind')} in pieces: use --column ${by(words.joinedOption, 'parts')}, which joins the columns ${by(phrases.columns, 'parts')}.${given('wrongly', m` Leave out --type ${'wrongly'}.`)}`,
  chance_parts: m`${'file'}: the columns ${by(phrases.columns, 'parts')}, joined, are a valid ${by(words.upper, 'kind')} in only ${by(words.percent, 'validShare')} of the sampled rows, which is chance. Name all parts in order, or the one column with the whole identifier.`,
  unknown_parts: m`${'file'}: no identifier is split into ${n.columns('count')}. A CNPJ has the parts 8+4+2, 8+6, 12+2 or 2+3+3+4+2, a CPF 9+2 or 3+3+3+2.`,
  weak_column: m`${phrases.noLikelyColumn} ${by(phrases.candidates, 'candidates')}. If it is one of them, name it with --column and its kind with --type.`,
  no_rows: m`${'file'} has no rows below its header or comments (#); add one for each identifier, or use --no-header if the first line is one.`,
  unclosed_quote: m`${'file'}: the record that starts in ${inside('place', phrases.recordPlace)} does not end: a quote (") is probably never closed, or the line is longer than ${count('longest', 'byte', 'bytes')}. Correct that line and run again.`,
  unknown_delimiter: m`The delimiter must be one character (or "tab") and no quote, got "${'wanted'}".`,
  input_empty: m`${'file'} is empty; it needs one identifier in each row.`,
  input_is_folder: m`${'file'} is a folder; name a file in it.`,
  input_missing: m`${'file'} does not exist; check the path.`,
  input_unreadable: m`${'file'} cannot be read (${'reason'}); check the path and its permissions, close it in other programs (Excel?), and run again.`,
  input_changed: m`${'file'} changed while it was read; wait until it is complete, then run again. Nothing was kept.`,
  disk_full: m`There is no room for the private copy of ${'file'}: ${by(phrases.unwritten, 'reason')}. Free some space and run again.`,
  wrong_encoding: m`${'file'} is not valid UTF-8; leave out --encoding or use --encoding latin1.`,
  mixed_encodings: m`${'file'} mixes encodings: UTF-8 in ${by(phrases.lines, 'utf8')}, something else in ${by(phrases.lines, 'other')}. Choose one with --encoding utf8 or --encoding latin1; every cell keeps its bytes either way.`,
  masked_identifiers: m`${'file'}: column ${'option'} ${'name'} holds masked identifiers (***.982.247-**), which cannot be looked up. Use a list with all their digits, or name another column with --column.`,
  not_a_table: pick('is', {
    json: m`${'file'} is JSON; make a list of it in UTF-8, for instance with jq -r '.[].cpf', and use that.`,
    markup: m`${'file'} is a web page or XML, whatever its name; open it in a spreadsheet program and save it as .xlsx or CSV.`,
    joined: m`${'file'} has identifiers beside others, or beside other text, in one cell or line; put each on a line, or in a column, of its own.`,
    quoted_lines: m`${'file'} has quotes around each whole line, so all its columns are one; remove these quotes, or open it in a spreadsheet program, split the column (Text to Columns) and save it as .xlsx.`,
  }),
  ambiguous_column: m`${phrases.severalColumns} ${by(phrases.candidates, 'candidates')}. Choose one with --column and its number.`,
  other_kind: m`${'file'}: column ${'option'} ${'name'} holds ${by(words.upper, 'kind')}s (${by(words.percent, 'validShare')} of its sampled cells are ${pick('kind', phrases.validKinds)}), not ${by(words.upper, 'wanted')}s; leave out --type, or use --type ${'kind'}.`,
  unknown_kind: m`${'file'}: column ${'column'}${given('name', m` ${'name'}`)} could hold CPFs or CNPJs; choose with --type.`,
  mixed_kinds: m`${'file'}: column ${'column'}${given('name', m` ${'name'}`)} holds few identifiers and both kinds: ${count('cpfs', 'CPF', 'CPFs')} and ${count('cnpjs', 'CNPJ', 'CNPJs')} in the sampled rows. Choose with --type cpf, cnpj or both.`,
  unknown_field: m`${pick('of', words.FIELDS_OF)}: there is no field '${'field'}'. ${given('near', m`Did you mean ${'near'}?`, m`Available: ${'known'}.`)}`,
  partners_need_cnpj: m`--partners is for CNPJ batches; this one holds CPFs.`,
  same_output: pick('of', {
    side_files: m`The result and --partners need different names.`,
    inputs: m`Nothing was sent: the results of ${'first'} and ${'second'} would both be ${'output'}. Run them one by one with -o, or rename one.`,
  }),
  output_unwritable: m`${'path'} cannot be written: ${by(phrases.unwritten, 'reason')}. ${pick(
    'kept',
    {
      results: m`The results are safe: correct that and run ${next.onward()}, or write elsewhere with -o <file>.`,
      records: m`Correct that and run ${next.againPaid} again; paid records are reused.`,
      nothing: m`Name another file.${phrases.unsent}`,
    },
  )}`,
  copy_damaged: m`No result was written: the stored copy of ${'file'} (batch ${'batch'}) is damaged. To repair it from the same file, run ${next.reading}; nothing is paid for twice.`,
  rows_differ: m`No result was written: batch ${'batch'} has ${n.rows('rows')}, but its stored copy of ${'file'} has ${num('found')}. To make a new batch from the original file: '${next.command('bulk run', 'file', '--again')}'; paid records are reused.`,
  workbook_too_large: m`A sheet of a workbook holds at most 1,048,575 rows, 16,384 columns and 4 GB; use -o with a .csv name, or --format csv.`,
  bad_api_key: m`${by(phrases.place, 'place')} is empty, or contains spaces or characters that no key has. A key is one word of unaccented letters, digits and signs.`,
  settle_too_short: m`Nothing was sent: a settle time below ${'least'} is only for a sandbox on this machine. The service may process a job for about 10 minutes after its answer was lost, and a job sent again before that is paid for twice. ${next.setting('settle', 'Leave settle out.', (command) => `To remove the setting: '${command}'.`)}`,
  plain_http: m`${by(phrases.place, 'place')}: ${'origin'} is plain http, which would expose the key. Use https.${remedy}`,
  relative_folder: m`${'variable'} must be the absolute path of a folder, and is "${'given'}". A relative path would be another ledger in each folder, and what is paid for here would be paid for again there. Correct ${'variable'}, or set CONFERE_HOME to an absolute path.`,
  bad_proxy: m`Nothing was sent: ${'variable'} ${pick('why', { scheme: 'names a proxy that is not HTTP', address: 'is not a valid address' })}. Use http://host:port or http://user:password@host:port, with special characters percent-encoded (a backslash is %5C).`,
  bad_base_url: m`${by(phrases.place, 'place')} must look like https://service.example/path, without a user, a query or a fragment.${remedy}`,
  bad_duration: m`${by(phrases.place, 'place')}: '${'text'}' is not a valid duration. Use 500ms, 10s, 30m or 30d: more than zero, at most 100 years.${remedy}`,
  bad_switch: m`${by(phrases.place, 'place')} must be true or false: ${'text'}.${remedy}`,
  bad_number: m`${pick('must', { be_whole_above_zero: m`${by(phrases.place, 'place')} must be a whole number above zero: ${'text'}.`, be_above_zero: m`${by(phrases.place, 'place')} must be a number above zero, such as 1 or 2.5: ${'text'}.`, not_be_negative: m`${by(phrases.place, 'place')} must be a number of zero or more, such as 1000 or 2.5, without a mark for thousands: ${'text'}.` })}${remedy}`,
  unknown_extension: m`A file that ends in .${'extension'} cannot be written. Use a name that ends in ${by(words.extensions, 'known')}.${phrases.unsent}`,
  bad_key_file: m`The API key file ${'path'} (${'source'}) must contain only the key, in one line.`,
  key_file_unreadable: m`${'source'} names a file that cannot be read (${'reason'}). Give the path of a file that contains only the key.`,
  config_unreadable: m`${'path'} cannot be read (${'reason'}). Check the file and its permissions.`,
  config_unwritable: m`Nothing was changed: ${'path'} cannot be written (${by(phrases.unwritten, 'reason')}). Correct that, then run this again.`,
  config_broken: m`${'path'} is not valid: ${or('at', 'its content')} should be ${'expected'}. Fix it, or move it away to start over.`,
  config_newer: m`${'path'} was written by a newer version of confere. Update confere, then run this again.`,
  unknown_format: m`${given('place', m`${by(phrases.place, 'place')} must be one of ${'formats'}: ${'wanted'}.${remedy}`, m`There is no format '${'wanted'}' here. Formats: ${'formats'}.`)}${phrases.nearest}`,
  format_against_name: m`The file name ends in .${'extension'}, but the format is ${'format'}. Leave out ${'option'}, or use a name that ends in .${'format'}.${phrases.unsent}`,
  options_contradict: m`${'one'} and ${'other'} contradict each other. Leave one of them out.`,
  open_place: pick('why', {
    writable: m`Nothing was read or sent: other users of this machine can change ${'path'}. Close it with: chmod go-w ${by(words.argument, 'path')}`,
    volume: m`Nothing was read or sent: other users of this machine can change ${'path'}, which only root can close. Use a folder of your own in it: CONFERE_HOME=${by(words.argument, 'below')}`,
    foreign: m`Nothing was read or sent: ${'path'} belongs to another user of this machine. Have it given to you with chown, or use a folder of your own (CONFERE_HOME); what was paid for here is unknown there and may be charged again.`,
    sudo: m`Nothing was read or sent: ${'path'} belongs to another user than root. Run the same command without sudo.`,
  }),
  no_sqlite: m`Nothing was sent: the SQLite library cannot be loaded (${'platform'} ${'arch'}). Install confere again with its optional dependencies (on Windows also the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run it with Node 24.15 or newer, which includes SQLite.`,
  state_unusable: pick('of', {
    sandbox_file: m`The sandbox state in ${'path'} is damaged, or confere did not make it. Delete the file or move it away, or add --ephemeral to 'confere sandbox'.`,
    value: m`The ledger has a value in the table ${'table'} that is damaged, or that confere did not write. Restore it from a backup, then run the same command again.`,
    batch: m`Nothing was changed: the ledger lists a batch that confere did not make (${'batch'}). Whoever runs the ledger can delete that row of the table batches, or restore a backup.`,
    sandbox: m`The data in ${'folder'} cannot be used: ${'reason'}. Check the folder.`,
    ledger: m`The data in ${'folder'} cannot be used: ${'reason'}. Check the folder.${startsEmpty}`,
    file: m`The file ${'path'} cannot be used: ${pick('why', {
      full: 'the disk is full. Free some space',
      unreadable: 'it cannot be read or written. Check its permissions, its folder and its disk',
      refused: 'it cannot be read or written. Check its permissions, its folder and its disk',
      damaged: 'it is damaged. Restore it from a backup',
      foreign:
        'confere did not make it (it is a link, or a database with views or triggers). Restore it from a backup',
    })}, then run the same command again. What was saved before is kept.${when('why', 'damaged', startsEmpty)}${when('why', 'foreign', startsEmpty)}`,
  }),
  program_gone: m`confere was updated or removed while this process ran, and cannot go on. Start it again (install it again if it is gone); what was saved before is kept.`,
  state_busy: m`Another program has been using ${'path'} for too long. Wait until it has ended, then run the same command again.`,
  ledger_lost: m`${pick('why', {
    missing: m`Nothing was sent: the ledger in ${'place'} is missing or empty, but ${n.batches('batches')} of it ${agree('batches', 'is', 'are')} still there. Restore ledger.db from a backup.`,
    behind: m`Nothing was sent: the ledger in ${'place'} does not have ${n.batches('batches')} that ran on this machine; it may be an old backup. Restore a newer one.`,
    jobs: m`Nothing was sent: the ledger does not have ${n.jobs('jobs')} of batch ${'batch'} that the service accepted, and what it would send instead differs; it may be an old backup. Restore a newer one.`,
  })} Without one, '${next.command('ledger check', '--accept')}' accepts the ledger as it is; what it does not have may be charged again.`,
  ledger_newer: m`The ledger was written by a newer version of confere. Update confere, then run this again.`,
  ledger_older: m`Nothing was changed: the ledger in ${'place'} was written by an earlier version of confere. Finish or purge it with that version, or move it away to start an empty one.`,
  database_unusable: m`The ledger in ${'database'} cannot be used: ${pick('why', {
    unreachable: m`it cannot be reached (${'reason'}). Run the same command again when it is back`,
    read_only: m`it is read-only right now (${'reason'}; failover?). Run the same command again later`,
    refused: m`${given('passfile', m`other users of this machine can read the password file ${'passfile'}, so it was ignored. Close it with: chmod 600 ${by(words.argument, 'passfile')}`, m`the database refused access (${'reason'}). Check the user, the password file and the permissions`)}`,
    insecure: m`${when('isPlain', true, 'its server does not encrypt connections. Turn on ssl there; for a database on this machine, leave sslmode out of its address', m`its certificate could not be verified (${'reason'}). For a certificate authority of your own, set sslrootcert to its file`)}`,
    full: m`its disk is full (${'reason'}). Free some space`,
    changed: m`its tables are not as confere made them (${'reason'}). Restore it from a backup`,
    encoding: m`its encoding is ${'reason'}, but names need UTF8. Create the database with UTF8`,
  })}. What was saved before is kept.`,
  /** `place`: where the address was set, unless it was given as it is. */
  bad_ledger_url: m`${given('place', by(phrases.place, 'place'), 'The address of the ledger')} ${pick(
    'why',
    {
      option: m`has an unknown option: ${'option'}.`,
      password: `contains a password, which others could see. Move it to a password file (PGPASSFILE or ~/.pgpass).`,
      unreadable: `is not valid. Write it as postgres://user@host/database, with one host; a pooler can stand before several.`,
      insecure: m`names a database on another machine (${'host'}), so the connection must be encrypted. Remove sslmode=disable from it.`,
    },
  )}`,
  ledger_elsewhere: pick('why', {
    moved: m`This ledger was moved to ${'place'} and is closed for lookups. Set the setting ledger or CONFERE_LEDGER to the new one, or unset both if it is on this machine.`,
    moving: m`This ledger is being copied to ${'place'} and is closed for lookups until the copy has ended or is undone.`,
    copying: m`A copy from ${'place'} into this ledger was interrupted. Run the same copy again.`,
  }),
  job_id_unreadable: m`Nothing was sent or changed: the file ${'path'}, with the id of job ${'job'} of batch ${'batch'} that the service accepted, cannot be read. Move it to another folder and run this again; the job is then unconfirmed, and can be adopted by its id if that is still legible.`,
  ledger_unwritable: pick('of', {
    record: when(
      'waits',
      true,
      'The record is paid for and saved on this machine, but the database of the ledger cannot be reached. When it is back, the next command here stores the record; then run this again.',
      'The record is paid for but could not be stored in the ledger (disk full?). Keep this output: looking it up again is charged again.',
    ),
    job_id: when(
      'waits',
      true,
      m`The service accepted job ${'job'} of batch ${'batch'} as ${'jobId'}, but the database of the ledger cannot be reached. The id is saved on this machine; when the database is back, run this again to store it.`,
      m`The service accepted job ${'job'} of batch ${'batch'} as ${'jobId'}, but the ledger could not be written. Note that id and free some disk space. Then run '${next.command('bulk resolve', 'batch', '--adopt', 'jobId')}'.`,
    ),
  }),
  input_too_large: pick('limit', {
    text: m`${'file'} holds more than ${by(words.sizeOf, 'most')} of text; split it into several files.`,
    columns: m`${'file'} has more than ${n.columns('most')}; keep only those that are needed, or put a line end after each identifier.`,
    line: tooLong,
    record: tooLong,
    blank_lines: tooLong,
    ratio: packed,
    unpacked: packed,
    parts: packed,
    lists: packed,
    styles: packed,
    texts: packed,
    text_bytes: packed,
    token: packed,
    depth: packed,
  }),
  no_valid_cell: m`${'file'}: no cell of column ${phrases.column}${phrases.why} is a valid ${pick('kind', phrases.kinds)}. ${given(
    'meant',
    m`Use ${phrases.meantOptions}: ${inside('meant', m`${by(words.percent, 'validShare')} of the sampled cells of column ${phrases.column} are ${pick('kind', phrases.validKinds)}.`)}`,
    'Name the column that has them with --column, or the delimiter with --delimiter.',
  )}`,
  output_exists: m`${'path'} exists; add --overwrite to replace it${next.shown('--overwrite')}, or ${where(is.check, '--rejects <file>', where(is.intoFolder, 'another --out-dir', '-o <file>'))} to write elsewhere.`,
  no_api_key: m`No API key for profile ${'profile'}. Log in with '${next.command('auth login')}', or use CONFERE_API_KEY or --api-key-file.`,
});
