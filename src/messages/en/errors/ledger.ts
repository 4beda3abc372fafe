import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, plural, second, s } from '../words.js';

const STARTS_EMPTY =
  ' With CONFERE_HOME set to another folder, confere starts empty: what is running or paid for here may be charged again.';

/** The ledger, its files and its database, for every reader. */
export const ledgerErrors = {
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? s`Nothing was sent: the SQLite library cannot be loaded (${platform} ${arch}). Install what it needs (on Windows the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run confere with Node 24.15 or newer, which includes SQLite.`
      : s`Nothing was sent: the SQLite library for this machine is not installed (${platform} ${arch}). Install confere again with its optional dependencies, or run it with Node 24.15 or newer, which includes SQLite.`,
  state_unusable: (facts) => {
    if (facts.of === 'sandbox_file')
      return s`The sandbox state in ${facts.path} is damaged. Delete the file, or add --ephemeral to 'confere sandbox'.`;
    if (facts.of !== 'file')
      return facts.of === 'sandbox'
        ? s`The sandbox cannot save its state in ${facts.folder}: ${facts.reason}. Check the folder, or add --ephemeral to save nothing.`
        : s`The data in ${facts.folder} cannot be used: ${facts.reason}. Check the folder.${STARTS_EMPTY}`;
    const advice = {
      full: 'the disk is full. Free some space',
      unreadable: 'it could not be read or written. Check the disk',
      read_only: 'it is read-only. Check its permissions and those of its folder',
      cannot_open:
        'it could not be opened. Check its permissions and those of its folder, or close the program that is using it',
      damaged: 'it is damaged. Restore it from a backup',
      no_database: 'it is not a database. Restore it from a backup',
    }[facts.why];
    const isGone = facts.why === 'damaged' || facts.why === 'no_database';
    return s`The file ${facts.path} cannot be used: ${advice}, then run the same command again. What was saved before is kept.${isGone ? STARTS_EMPTY : ''}`;
  },
  state_busy: ({ path }) =>
    s`Another program has been using ${path} for too long. Wait until it has ended, then run the same command again.`,
  ledger_lost: ({ why, place, batches }, { next }) => {
    const lost =
      why === 'missing'
        ? s`Nothing was sent: the ledger in ${place} is missing or empty, but ${plural(batches, 'batch', 'batches')} of it ${agree(batches, 'is', 'are')} still there. Restore ledger.db from a backup.`
        : s`Nothing was sent: the ledger in ${place} does not have ${plural(batches, 'batch', 'batches')} that ran on this machine; it may be an old backup. Restore a newer one.`;
    return next === undefined
      ? s`${lost} Without one, move the folder of batches elsewhere; what they paid for may be charged again.`
      : s`${lost} Without one, '${next.command('ledger check', '--accept')}' accepts the ledger as it is; what it does not have may be charged again.`;
  },
  ledger_newer: () =>
    'The ledger was written by a newer version of confere. Update confere, then run this again.',
  ledger_older: ({ place }) =>
    s`Nothing was changed: the ledger in ${place} was written by an earlier version of confere. Finish or purge it with that version, or move it away to start an empty one.`,
  database_unusable: ({ database, why, reason }) => {
    const advice = {
      unreachable: s`it cannot be reached (${reason}). Run the same command again when it is back`,
      read_only: s`it is read-only right now (${reason}; failover?). Run the same command again later`,
      refused: s`the database refused access (${reason}). Check the user, the password file and the permissions`,
      no_transactions: s`a pooler in statement mode is in between (${reason}). Set it to session or transaction mode`,
      no_options: s`a pooler in between does not accept PGOPTIONS (${reason}). Unset that variable`,
      insecure: s`its certificate could not be verified (${reason}). For a certificate authority of your own, set sslrootcert to its file`,
      full: s`its disk is full (${reason}). Free some space`,
      encoding: s`its encoding is ${reason}, but names need UTF8. Create the database with UTF8`,
    }[why];
    return s`The ledger in ${database} cannot be used: ${advice}. What was saved before is kept.`;
  },
  bad_ledger_url: (facts) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`The address of the ledger has an unknown option: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return (
        where +
        (facts.why === 'password'
          ? 'The address of the ledger contains a password, which others could see. Move it to a password file (PGPASSFILE or ~/.pgpass).'
          : 'The address of the ledger is not valid. Write it as postgres://user@host/database.')
      );
    const insecure = {
      address: s`The database of the ledger is on another machine (${facts.host}), so the connection must be encrypted. Remove sslmode=disable from its address.`,
      service: s`The database of the ledger is on another machine (${facts.host}), so the connection must be encrypted. Remove sslmode=disable from its service entry.`,
      variable: s`The database of the ledger is on another machine (${facts.host}), so the connection must be encrypted. Remove PGSSLMODE=disable from the environment.`,
    };
    return where + insecure[facts.from];
  },
  ledger_elsewhere: ({ why, place }) =>
    ({
      moved: s`This ledger was moved to ${place} and is closed for lookups. Set the setting ledger or CONFERE_LEDGER to the new one, or unset both if it is on this machine.`,
      moving: s`This ledger is being copied to ${place} and is closed for lookups until the copy has ended or is undone.`,
      copying: s`A copy from ${place} into this ledger was interrupted. Run the same copy again.`,
    })[why],
  others_settling: ({ batch, by }) =>
    s`Nothing more was sent: ${by.host} has been checking an unconfirmed charge since ${second(by.since)}, and batch ${batch} waits for it. Run the same command again later.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? s`This process was suspended too long and lost batch ${batch}. It changed nothing after that; run the same command again.`
      : s`This process was suspended too long, and ${by.host} took over batch ${batch} at ${second(by.since)}. It changed nothing after that; wait for that run.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandLedgerErrors = {
  ledger_copy_where: () =>
    'Choose one: --to <place> moves the ledger, --cancel undoes an interrupted move.',
  ledger_at_work: ({ why }, next) =>
    ({
      workers: s`Nothing was changed: the ledger is in use, so it cannot be copied. To see by whom: '${next.command('ledger status')}'.`,
      under_way: s`Nothing was changed: a request to the service is in progress, so the ledger cannot be copied. Wait for it, or finish it with '${next.command('bulk resume')}'.`,
      job_id: s`Nothing was changed: the id of a job is saved in a file and not yet in the ledger. Run '${next.command('bulk resume')}' first.`,
    })[why],
  ledger_not_empty: ({ place }) =>
    s`Nothing was changed: the ledger in ${place} is not empty, and a copy would replace it. Choose another place.`,
  ledger_differs: ({ table }, next) =>
    s`The copy differs from the ledger (${table}) and is not used. Run ${next.again()} again; if it still differs, '${next.command('ledger check')}' may show why.`,
  ledger_unsound: ({ findings }) =>
    s`Ledger check failed: ${plural(findings, 'problem', 'problems')} (above). Restore a backup before sending anything.`,
} satisfies Partial<CommandMessages>;
