import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, plural, second, s } from '../words.js';

/** The ledger, its files and its database, for every reader. */
export const ledgerErrors = {
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? s`The SQLite library cannot be loaded here (${platform} ${arch}): install what it is built on (on Windows the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run confere with Node 24.15 or newer, which has its own. Nothing was sent.`
      : s`The SQLite library for this machine is not installed (${platform} ${arch}): install confere again with its optional dependencies, or run it with Node 24.15 or newer, which has its own. Nothing was sent.`,
  state_unusable: (facts) => {
    if (facts.of === 'sandbox_file')
      return s`The sandbox state in ${facts.path} is damaged: delete the file, or add --ephemeral to 'confere sandbox'.`;
    if (facts.of !== 'file')
      return facts.of === 'sandbox'
        ? s`The sandbox cannot keep its state in ${facts.folder}: ${facts.reason}. Check the folder, or add --ephemeral, which keeps none.`
        : s`The state in ${facts.folder} cannot be used: ${facts.reason}. Check the folder. Setting CONFERE_HOME to another folder starts from nothing: what is under way or paid for is unknown there, so that the same identifiers may be charged again.`;
    const advice = {
      full: 'the disk is full; free some space',
      unreadable: 'it could not be read or written; check the disk',
      read_only: 'it may not be written; check its permissions and those of its folder',
      cannot_open:
        'it could not be opened; check its permissions and those of its folder, or wait until another program lets go of it',
      damaged: 'it is damaged; restore it from a backup',
      no_database: 'it is not a database; restore it from a backup',
    }[facts.why];
    const isGone = facts.why === 'damaged' || facts.why === 'no_database';
    return (
      s`The file ${facts.path} cannot be used: ${advice}, then run the same command again. Whatever was written down before is kept.` +
      (isGone
        ? ' Setting CONFERE_HOME to another folder starts from nothing: what is under way or paid for is unknown there, so that the same identifiers may be charged again.'
        : '')
    );
  },
  state_busy: ({ path }) =>
    s`Another program has been using ${path} for too long; wait until it has ended, and run the same command again.`,
  ledger_lost: ({ why, place, batches }, { next }) => {
    const lost =
      why === 'missing'
        ? s`Nothing was sent: the ledger in ${place} is missing or empty, and ${plural(batches, 'batch', 'batches')} of it ${agree(batches, 'is', 'are')} still there. Restore ledger.db from a backup.`
        : s`Nothing was sent: the ledger in ${place} does not know ${plural(batches, 'batch', 'batches')} on which this machine has worked, as when an old backup came back. Restore a newer one.`;
    return next === undefined
      ? s`${lost} Without one, move the folder of batches elsewhere; what they paid for may be charged again.`
      : s`${lost} Without one, '${next.command('ledger check', '--accept')}' takes the ledger as it is: what it does not know may be charged again.`;
  },
  ledger_newer: () =>
    'The ledger was written by a newer confere; update confere and run this again.',
  ledger_older: ({ place }) =>
    s`The ledger in ${place} was written by an earlier version of confere; nothing of it was changed. Finish or purge it with that version, or move it away to begin a new one.`,
  database_unusable: ({ database, why, reason }) => {
    const advice = {
      unreachable: s`it cannot be reached (${reason}); run the same command again when it can`,
      read_only: s`it takes no changes now (${reason}), as while a standby takes over; run the same command again later`,
      refused: s`the database refused it (${reason}); check the user, the password file and the rights`,
      no_transactions: s`a pooler in statement mode is in between (${reason}); set it to session or transaction mode`,
      no_options: s`a pooler in between does not accept PGOPTIONS (${reason}); unset that variable`,
      insecure: s`its certificate could not be checked (${reason}); sslrootcert names the file of an authority of your own`,
      full: s`its disk is full (${reason})`,
      encoding: s`its encoding is ${reason}, and names need UTF8; create the database with it`,
    }[why];
    return s`The ledger in ${database} cannot be used: ${advice}. Whatever was written down before is kept.`;
  },
  bad_ledger_url: (facts) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`The address of the ledger has an option that is not known: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return (
        where +
        (facts.why === 'password'
          ? 'The address of the ledger has a password, which others could see; put it into a password file (PGPASSFILE, or ~/.pgpass) and leave it out of the address.'
          : 'The address of the ledger cannot be read; write it as postgres://user@host/database.')
      );
    const insecure = {
      address: s`The database of the ledger is on ${facts.host}, another machine, so the connection must be encrypted; leave sslmode=disable out of its address.`,
      service: s`The database of the ledger is on ${facts.host}, another machine, so the connection must be encrypted; leave sslmode=disable out of its service entry.`,
      variable: s`The database of the ledger is on ${facts.host}, another machine, so the connection must be encrypted; leave PGSSLMODE=disable out of the environment.`,
    };
    return where + insecure[facts.from];
  },
  ledger_elsewhere: ({ why, place }) =>
    ({
      moved: s`This ledger was moved to ${place}, and nothing is paid from here any more; name the new one with the setting ledger or CONFERE_LEDGER, or leave both out if it is on this machine.`,
      moving: s`This ledger is being copied to ${place}, and nothing is paid from here until the copy has ended or was taken back.`,
      copying: s`A copy from ${place} into this ledger has not come to its end; run the same copy again.`,
    })[why],
  others_settling: ({ batch, by }) =>
    s`${by.host} has been finding out since ${second(by.since)} whether a request was charged, and nothing else is sent meanwhile; what is planned of batch ${batch} stays planned. Run the same command again later.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? s`This run stood still for so long that it lost batch ${batch}; what it wanted to change was not changed. Run the same command again.`
      : s`This run stood still for so long that ${by.host} took batch ${batch} over at ${second(by.since)}; what it wanted to change was not changed. Wait for that run.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandLedgerErrors = {
  ledger_copy_where: () =>
    'Name where the ledger goes with --to, or take a copy back with --cancel; one of both.',
  ledger_at_work: ({ why }, next) =>
    ({
      workers: s`Somebody works with the ledger, so that it cannot be copied; '${next.command('ledger status')}' shows who. Nothing was changed.`,
      under_way: s`Something is on its way to the service, so that the ledger cannot be copied; wait for it, or finish it with '${next.command('bulk resume')}'. Nothing was changed.`,
      job_id: s`The id of a job waits in a file to be written into the ledger; run '${next.command('bulk resume')}' first. Nothing was changed.`,
    })[why],
  ledger_not_empty: ({ place }) =>
    s`The ledger in ${place} is not empty, and a copy would replace it; nothing was changed. Name another place.`,
  ledger_differs: ({ table }, next) =>
    s`The copy differs from the ledger (${table}) and is not used. Run ${next.again()} again; if it stays so, '${next.command('ledger check')}' may show why.`,
  ledger_unsound: ({ findings }) =>
    s`The ledger does not add up (${plural(findings, 'finding', 'findings')}, above); until it is mended, nothing should be sent from it.`,
} satisfies Partial<CommandMessages>;
