import type { LedgerErrors } from '../../../base/error-facts.js';
import type { FileTrouble } from '../../../base/facts.js';
import type { Reader, Sentences } from '../../reader.js';
import { quoteArgument } from '../../words.js';
import { agree, batches, jobs, phrases, s } from '../phrases.js';

/**
 * The sentences of errors about the ledger. Each keeps its own type, so that `program_gone` can be written without a
 * reader: when the files of confere are gone, no code for a reader can be loaded.
 */
export const ledgerErrors = {
  no_sqlite: ({ platform, arch }) =>
    s`Nothing was sent: the SQLite library cannot be loaded (${platform} ${arch}). ` +
    'Install confere again with its optional dependencies (on Windows also the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), ' +
    'or run it with Node 24.15 or newer, which includes SQLite.',
  program_gone: () =>
    'confere was updated or removed while this process ran, and cannot go on. ' +
    'Start it again (install it again if it is gone); what was saved before is kept.',
  state_unusable(facts, to) {
    switch (facts.of) {
      case 'sandbox_file':
        return (
          s`The sandbox state in ${facts.path} is damaged, or confere did not make it. ` +
          "Delete the file or move it away, or add --ephemeral to 'confere sandbox'."
        );
      case 'value':
        return (
          s`The ledger has a value in the table ${facts.table} that is damaged, or that confere did not write. ` +
          s`Restore it from a backup, then run ${to.sameCommand} again.`
        );
      case 'batch':
        return (
          s`Nothing was changed: the ledger lists a batch that confere did not make (${facts.batch}). ` +
          'Whoever runs the ledger can delete that row of the table batches, or restore a backup.'
        );
      case 'sandbox':
        return describeUnusableFolder(facts);
      case 'ledger':
        return describeUnusableFolder(facts) + warnOfEmptyLedger(to);
      case 'file': {
        const { path, why } = facts;
        const isLost = why === 'damaged' || why === 'foreign';
        return (
          s`The file ${path} cannot be used: ${FILE_TROUBLES[why]}, then run ${to.sameCommand} again. ` +
          s`What was saved before is kept.${isLost ? warnOfEmptyLedger(to) : ''}`
        );
      }
    }
  },
  state_busy: ({ path }, to) =>
    s`Another program has been using ${path} for too long. Wait until it has ended, then run ${to.sameCommand} again.`,
  ledger_lost: (facts, to) =>
    s`Nothing was sent: ${describeLoss(facts)} ${adviseWithoutBackup(to)}`,
  ledger_newer: () =>
    'The ledger was written by a newer version of confere. Update confere, then run this again.',
  ledger_older: ({ place }) =>
    s`Nothing was changed: the ledger in ${place} was written by an earlier version of confere. ` +
    'Finish or purge it with that version, or move it away to start an empty one.',
  database_unusable: (facts, to) =>
    s`The ledger in ${facts.database} cannot be used: ${describeDatabaseTrouble(facts, to)}. What was saved before is kept.`,
  bad_ledger_url(facts, to) {
    // A program passes the address as a value, so no option or setting names the address.
    const address = facts.place ? phrases.place(facts.place, to) : 'The address of the ledger';
    switch (facts.why) {
      case 'option':
        return s`${address} has an unknown option: ${facts.option}.`;
      case 'password':
        return s`${address} contains a password, which others could see. Move it to a password file (PGPASSFILE or ~/.pgpass).`;
      case 'unreadable':
        return (
          s`${address} is not valid. Write it as postgres://user@host/database, with one host; ` +
          'a pooler can stand before several.'
        );
      case 'insecure':
        return (
          s`${address} names a database on another machine (${facts.host}), so the connection must be encrypted. ` +
          'Remove sslmode=disable from it.'
        );
    }
  },
  ledger_elsewhere({ why, place }) {
    switch (why) {
      case 'moved':
        return (
          s`This ledger was moved to ${place} and is closed for lookups. ` +
          'Set the setting ledger or CONFERE_LEDGER to the new one, or unset both if it is on this machine.'
        );
      case 'moving':
        return s`This ledger is being copied to ${place} and is closed for lookups until the copy has ended or is undone.`;
      case 'copying':
        return s`A copy from ${place} into this ledger was interrupted. Run the same copy again.`;
    }
  },
  ledger_unwritable(facts, to) {
    if (facts.of === 'record')
      return facts.waits
        ? 'The record is paid for and saved on this machine, but the database of the ledger cannot be reached. ' +
            'When it is back, the next command here stores the record; then run this again.'
        : 'The record is paid for but could not be stored in the ledger (disk full?). ' +
            'Keep this output: looking it up again is charged again.';
    const { batch, job, jobId, waits } = facts;
    const accepted = s`The service accepted job ${job} of batch ${batch} as ${jobId}`;
    if (waits)
      return (
        s`${accepted}, but the database of the ledger cannot be reached. ` +
        'The id is saved on this machine; when the database is back, run this again to store it.'
      );
    return (
      s`${accepted}, but the ledger could not be written. Note that id and free some disk space. ` +
      s`Then run '${to.command('bulk resolve', batch, '--adopt', jobId)}'.`
    );
  },
  job_id_unreadable: ({ path, batch, job }) =>
    s`Nothing was sent or changed: the file ${path}, with the id of job ${job} of batch ${batch} that the service accepted, cannot be read. ` +
    'Move it to another folder and run this again; ' +
    'the job is then unconfirmed, and can be adopted by its id if that is still legible.',
} satisfies Sentences<LedgerErrors>;

const FILE_TROUBLES: Readonly<Record<FileTrouble, string>> = {
  full: 'the disk is full. Free some space',
  unreadable: 'it cannot be read or written. Check its permissions, its folder and its disk',
  refused: 'it cannot be read or written. Check its permissions, its folder and its disk',
  damaged: 'it is damaged. Restore it from a backup',
  foreign:
    'confere did not make it (it is a link, or a database with views or triggers). Restore it from a backup',
};

function describeUnusableFolder({ folder, reason }: { folder: string; reason: string }): string {
  return s`The data in ${folder} cannot be used: ${reason}. Check the folder.`;
}

/** Says what another folder may cost. A program names the folder in its call instead of a variable. */
function warnOfEmptyLedger({ who }: Reader): string {
  const elsewhere =
    who === 'program'
      ? 'In another folder the ledger'
      : 'With CONFERE_HOME set to another folder, confere';
  return ` ${elsewhere} starts empty: what is running or paid for here may be charged again.`;
}

function describeLoss(facts: LedgerErrors['ledger_lost']): string {
  switch (facts.why) {
    case 'missing':
      return (
        s`the ledger in ${facts.place} is missing or empty, but ${batches(facts.batches)} of it ${agree(facts.batches, 'is', 'are')} still there. ` +
        'Restore ledger.db from a backup.'
      );
    case 'behind':
      return (
        s`the ledger in ${facts.place} does not have ${batches(facts.batches)} that ran on this machine; ` +
        'it may be an old backup. Restore a newer one.'
      );
    case 'jobs':
      return (
        s`the ledger does not have ${jobs(facts.jobs)} of batch ${facts.batch} that the service accepted, ` +
        'and what it would send instead differs; it may be an old backup. Restore a newer one.'
      );
  }
}

/** Says what to do without a backup. Programs have no call that accepts the ledger as it is. */
function adviseWithoutBackup(to: Reader): string {
  if (to.who === 'program')
    return 'Without one, what the ledger does not have may be charged again.';
  return (
    s`Without one, '${to.command('ledger check', '--accept')}' accepts the ledger as it is; ` +
    'what it does not have may be charged again.'
  );
}

function describeDatabaseTrouble(facts: LedgerErrors['database_unusable'], to: Reader): string {
  const { why, reason, passfile, isPlain } = facts;
  switch (why) {
    case 'unreachable':
      return s`it cannot be reached (${reason}). Run ${to.sameCommand} again when it is back`;
    case 'read_only':
      return s`it is read-only right now (${reason}; failover?). Run ${to.sameCommand} again later`;
    case 'refused':
      return passfile
        ? s`other users of this machine can read the password file ${passfile}, so it was ignored. ` +
            s`Close it with: chmod 600 ${quoteArgument(passfile)}`
        : s`the database refused access (${reason}). Check the user, the password file and the permissions`;
    case 'insecure':
      return isPlain
        ? 'its server does not encrypt connections. Turn on ssl there; ' +
            'for a database on this machine, leave sslmode out of its address'
        : s`its certificate could not be verified (${reason}). For a certificate authority of your own, set sslrootcert to its file`;
    case 'full':
      return s`its disk is full (${reason}). Free some space`;
    case 'changed':
      return s`its tables are not as confere made them (${reason}). Restore it from a backup`;
    case 'encoding':
      return s`its encoding is ${reason}, but names need UTF8. Create the database with UTF8`;
  }
}
