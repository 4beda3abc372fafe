import { closest } from '../../closest.js';
import type { Reader } from '../reader.js';
import { argument } from '../words.js';
import type { DatabaseTrouble, FileTrouble, Holder, Of, Place } from '../../errors/facts.js';
import { agree, n, phrases, s, second } from './phrases.js';

const { place: named } = phrases;

/** A setting that comes from a file must be corrected in that file. */
function remedy(place: Place, next: Reader): string {
  if (typeof place === 'string' || place.what !== 'setting') return '';
  return s` To correct it: '${next.command('config set', place.key)} <value>' or '${next.command('config unset', place.key)}'.`;
}

const STARTS_EMPTY =
  ' With CONFERE_HOME set to another folder, confere starts empty: what is running or paid for here may be charged again.';

/** What an argument of the library must be. */
const EXPECTED = {
  above_zero: 'a number above 0',
  not_negative: 'a number of 0 or more',
  text: 'a non-empty text',
  texts: 'a list of texts',
  date: 'a valid Date',
  boolean: 'true or false',
  function: 'a function',
  signal: 'an AbortSignal',
  options: 'an object with options',
  batch: 'the id of a batch, or a unique beginning of it',
  decision: "'abandon', 'resubmit' or { adopt: jobId }",
  input: 'a path, a list of identifiers, or an async iterable of bytes',
  output: 'a path, or a writable stream',
  identifiers: 'a list of 1 to 10,000 texts',
  prices: 'credits, not negative, of cpf, cnpj and realtime',
};

export type Expectation = keyof typeof EXPECTED;

export const setupErrors = {
  bad_api_key: ({ place }: Of<'place'>) =>
    s`${named(place)} contains spaces or characters that no key has. A key is one word of unaccented letters, digits and signs.`,
  settle_too_short: ({ least }: Of<'least'>) =>
    s`Nothing was sent: a settle time below ${least} is only for a sandbox on this machine. The service may process a job for about 10 minutes after its answer was lost, and a job sent again before that is paid for twice. Leave settle out.`,
  plain_http: ({ place, origin }: Of<'place' | 'origin'>, next: Reader) =>
    s`${named(place)}: ${origin} is plain http, which would expose the key. Use https.` +
    remedy(place, next),
  bad_base_url: ({ place }: Of<'place'>, next: Reader) =>
    s`${named(place)} must look like https://service.example/path, without a user, a query or a fragment.` +
    remedy(place, next),
  bad_duration: ({ place, text }: Of<'place' | 'text'>, next: Reader) =>
    s`${named(place)}: '${text}' is not a valid duration. Use 500ms, 10s, 30m or 30d: more than zero, at most 100 years.` +
    remedy(place, next),
  bad_number: (
    facts: Of<'place' | 'text'> & { must: 'be_whole_above_zero' | 'not_be_negative' },
    next: Reader,
  ) =>
    (facts.must === 'be_whole_above_zero'
      ? s`${named(facts.place)} must be a whole number above zero: ${facts.text}.`
      : s`${named(facts.place)} must be a number of zero or more: ${facts.text}.`) +
    remedy(facts.place, next),
  unknown_extension: ({ extension, known }: Of<'extension' | 'known'>, next: Reader) =>
    s`A file that ends in .${extension} cannot be written. Use a name that ends in ${known.map((each) => `.${each}`).join(', ')}.` +
    phrases.unsent(next),
  bad_key_file: ({ path, source }: Of<'path' | 'source'>) =>
    s`The API key file ${path} (${source}) must contain only the key, in one line.`,
  key_file_unreadable: ({ source, reason }: Of<'source' | 'reason'>) =>
    s`${source} names a file that cannot be read (${reason}). Give the path of a file that contains only the key.`,
  config_unreadable: ({ path, reason }: Of<'path' | 'reason'>) =>
    s`${path} cannot be read (${reason}). Check the file and its permissions.`,
  config_unwritable: ({ path, reason }: Of<'path' | 'reason'>) =>
    s`Nothing was changed: ${path} cannot be written (${phrases.unwritten(reason)}). Correct that, then run this again.`,
  config_broken: ({ path, at, expected }: Of<'path' | 'expected'> & { at?: string }) =>
    s`${path} is not valid: ${at ?? 'its content'} should be ${expected}. Fix it, or move it away to start over.`,
  config_newer: ({ path }: Of<'path'>) =>
    s`${path} was written by a newer version of confere. Update confere, then run this again.`,
  no_api_key: (facts: Of<'place'> | Of<'profile'>, next: Reader) =>
    'place' in facts
      ? s`${named(facts.place)} is empty.`
      : s`No API key for profile ${facts.profile}. Log in with '${next.command('auth login')}', or use CONFERE_API_KEY or --api-key-file.`,
  unknown_format: (
    { wanted, formats, place }: Of<'wanted' | 'formats'> & { place?: Place },
    next: Reader,
  ) =>
    (place === undefined
      ? s`There is no format '${wanted}' here. Formats: ${formats.join(', ')}.`
      : s`${named(place)} must be one of ${formats.join(', ')}: ${wanted}.` + remedy(place, next)) +
    phrases.meant(closest(wanted, formats)),
  format_against_name: (
    facts: Of<'extension' | 'format'> & { option: '--format' | '--json' },
    next: Reader,
  ) =>
    s`The file name ends in .${facts.extension}, but the format is ${facts.format}. Leave out ${facts.option}, or use a name that ends in .${facts.format}.` +
    phrases.unsent(next),
  not_erasable: ({ number: place }: Of<'number'>) =>
    s`Nothing was removed: identifier ${place} is not a valid CPF or CNPJ. Correct it or leave it out.`,
  lookup_not_over: ({ shown }: Of<'shown'>, next: Reader) =>
    s`Nothing was removed: ${shown} is being looked up, or an earlier lookup of it may have been charged. Look it up again, which checks that, then run ${next.again()} again.`,
  open_place: ({ path, why }: Of<'path'> & { why: 'foreign' | 'writable' }) =>
    why === 'writable'
      ? s`Nothing was read or sent: other users of this machine can change ${path}. Close it with: chmod go-w ${argument(path)}`
      : s`Nothing was read or sent: ${path} belongs to another user of this machine. Have it given to you with chown, or use a folder of your own (CONFERE_HOME); what was paid for here is unknown there and may be charged again.`,
  no_sqlite: ({ platform, arch }: Of<'platform' | 'arch'>) =>
    s`Nothing was sent: the SQLite library cannot be loaded (${platform} ${arch}). Install confere again with its optional dependencies (on Windows also the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run it with Node 24.15 or newer, which includes SQLite.`,
  state_unusable: (
    facts:
      | (Of<'path'> & { of: 'file'; why: FileTrouble })
      | (Of<'folder' | 'reason'> & { of: 'ledger' | 'sandbox' })
      | (Of<'path'> & { of: 'sandbox_file' }),
  ) => {
    if (facts.of === 'sandbox_file')
      return s`The sandbox state in ${facts.path} is damaged. Delete the file, or add --ephemeral to 'confere sandbox'.`;
    if (facts.of !== 'file')
      return s`The data in ${facts.folder} cannot be used: ${facts.reason}. Check the folder.${facts.of === 'ledger' ? STARTS_EMPTY : ''}`;
    const access = 'it cannot be read or written. Check its permissions, its folder and its disk';
    const advice = {
      ...{ full: 'the disk is full. Free some space', unreadable: access, refused: access },
      damaged: 'it is damaged. Restore it from a backup',
    }[facts.why];
    return s`The file ${facts.path} cannot be used: ${advice}, then run the same command again. What was saved before is kept.${facts.why === 'damaged' ? STARTS_EMPTY : ''}`;
  },
  state_busy: ({ path }: Of<'path'>) =>
    s`Another program has been using ${path} for too long. Wait until it has ended, then run the same command again.`,
  ledger_lost: (
    facts: Of<'batches'> & { why: 'missing' | 'behind'; place: string },
    next: Reader,
  ) => {
    const lost =
      facts.why === 'missing'
        ? s`Nothing was sent: the ledger in ${facts.place} is missing or empty, but ${n.batches(facts.batches)} of it ${agree(facts.batches, 'is', 'are')} still there. Restore ledger.db from a backup.`
        : s`Nothing was sent: the ledger in ${facts.place} does not have ${n.batches(facts.batches)} that ran on this machine; it may be an old backup. Restore a newer one.`;
    return s`${lost} Without one, '${next.command('ledger check', '--accept')}' accepts the ledger as it is; what it does not have may be charged again.`;
  },
  ledger_newer: () =>
    'The ledger was written by a newer version of confere. Update confere, then run this again.',
  ledger_older: ({ place }: { place: string }) =>
    s`Nothing was changed: the ledger in ${place} was written by an earlier version of confere. Finish or purge it with that version, or move it away to start an empty one.`,
  database_unusable: (facts: Of<'database' | 'reason'> & { why: DatabaseTrouble }) => {
    const advice = {
      unreachable: s`it cannot be reached (${facts.reason}). Run the same command again when it is back`,
      read_only: s`it is read-only right now (${facts.reason}; failover?). Run the same command again later`,
      refused: s`the database refused access (${facts.reason}). Check the user, the password file and the permissions`,
      insecure: s`its certificate could not be verified (${facts.reason}). For a certificate authority of your own, set sslrootcert to its file`,
      full: s`its disk is full (${facts.reason}). Free some space`,
      encoding: s`its encoding is ${facts.reason}, but names need UTF8. Create the database with UTF8`,
    }[facts.why];
    return s`The ledger in ${facts.database} cannot be used: ${advice}. What was saved before is kept.`;
  },
  /** `from`: what says that TLS is not wanted. `place`: where the address was set, unless it was given as it is. */
  bad_ledger_url: (
    facts: { place?: Place } & (
      | { why: 'password' | 'unreadable' }
      | { why: 'insecure'; host: string; from: 'address' | 'variable' }
      | { why: 'option'; option: string }
    ),
  ) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`The address of the ledger has an unknown option: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return facts.why === 'password'
        ? `${where}The address of the ledger contains a password, which others could see. Move it to a password file (PGPASSFILE or ~/.pgpass).`
        : `${where}The address of the ledger is not valid. Write it as postgres://user@host/database.`;
    const setting =
      facts.from === 'address'
        ? 'sslmode=disable from its address'
        : 'PGSSLMODE=disable from the environment';
    return (
      where +
      s`The database of the ledger is on another machine (${facts.host}), so the connection must be encrypted. Remove ${setting}.`
    );
  },
  ledger_elsewhere: ({ why, place }: { why: 'moved' | 'moving' | 'copying'; place: string }) =>
    ({
      moved: s`This ledger was moved to ${place} and is closed for lookups. Set the setting ledger or CONFERE_LEDGER to the new one, or unset both if it is on this machine.`,
      moving: s`This ledger is being copied to ${place} and is closed for lookups until the copy has ended or is undone.`,
      copying: s`A copy from ${place} into this ledger was interrupted. Run the same copy again.`,
    })[why],
  others_settling: ({ batch, by }: Of<'batch' | 'by'>) =>
    s`Nothing more was sent: ${by.host} has been checking an unconfirmed charge since ${second(by.since)}, and batch ${batch} waits for it. Run the same command again later.`,
  batch_lost: ({ batch, by }: Of<'batch'> & { by: Holder | null }) =>
    by === null
      ? s`This process was suspended too long and lost batch ${batch}. It changed nothing after that; run the same command again.`
      : s`This process was suspended too long, and ${by.host} took over batch ${batch} at ${second(by.since)}. It changed nothing after that; wait for that run.`,
};

/** Only programs meet them, in English. */
export const libraryErrors = {
  bad_argument: (
    facts: Of<'argument' | 'given'> & { expected: Expectation | readonly string[] },
  ) => {
    const must =
      typeof facts.expected === 'string' ? EXPECTED[facts.expected] : phrases.oneOf(facts.expected);
    return s`Nothing was sent: ${facts.argument} must be ${must}, not ${facts.given}.`;
  },
  unknown_argument: ({ near }: Of<'near'>) =>
    s`Nothing was sent: the options have a name that the library does not know.` +
    phrases.meant(near),
  closed: ({ of }: { of: 'client' | 'ledger' }) =>
    s`Nothing was sent: this ${of} is closed. Open another one.`,
  confirm_failed: () => 'Nothing was sent: the function confirm threw an error.',
  input_failed: () => 'Nothing was sent: the iterable with the input threw an error.',
  input_endless: ({ gigabytes }: Of<'gigabytes'>) =>
    s`Nothing was sent: the iterable with the input has more than ${gigabytes} GB and was not read to its end.`,
  stream_closed: () =>
    'The stream was closed before the whole result was written. The results are saved; export them again.',
  defect: () =>
    'Internal error in confere; see its cause. Requests in progress may have been charged.',
};
