import { s } from './words.js';

/** A ledger in a database that several machines share. */
export const database = {
  unusable: (database: string, advice: string) =>
    s`The ledger in ${database} cannot be used: ${advice}. Whatever was written down before is kept.`,
  unreachable: (reason: string) =>
    s`it cannot be reached (${reason}); run the same command again when it can`,
  readOnly: (reason: string) =>
    s`it takes no changes now (${reason}), as while a standby takes over; run the same command again later`,
  refused: (reason: string) =>
    s`the database refused it (${reason}); check the user, the password file and the rights`,
  statementPooler: (reason: string) =>
    s`a pooler in statement mode is in between (${reason}); set it to session or transaction mode`,
  poolerOptions: (reason: string) =>
    s`a pooler in between does not accept PGOPTIONS (${reason}); unset that variable`,
  untrusted: (reason: string) =>
    s`its certificate could not be checked (${reason}); sslrootcert names the file of an authority of your own`,
  diskFull: (reason: string) => s`its disk is full (${reason})`,
  encoding: (reason: string) =>
    s`its encoding is ${reason}, and names need UTF8; create the database with it`,
  passwordInAddress:
    'The address of the ledger has a password, which others could see; put it into a password file (PGPASSFILE, or ~/.pgpass) and leave it out of the address.',
  insecureAddress: (host: string) =>
    s`The database of the ledger is on ${host}, another machine, so the connection must be encrypted; leave sslmode=disable out of its address.`,
  insecureService: (host: string) =>
    s`The database of the ledger is on ${host}, another machine, so the connection must be encrypted; leave sslmode=disable out of its service entry.`,
  insecureVariable: (host: string) =>
    s`The database of the ledger is on ${host}, another machine, so the connection must be encrypted; leave PGSSLMODE=disable out of the environment.`,
  unknownOption: (option: string) =>
    s`The address of the ledger has an option that is not known: ${option}.`,
  unreadableAddress:
    'The address of the ledger cannot be read; write it as postgres://user@host/database.',
  moved: (place: string) =>
    s`This ledger was moved to ${place}, and nothing is paid from here any more; name the new one with the setting ledger or CONFERE_LEDGER, or leave both out if it is on this machine.`,
  beingCopied: (place: string) =>
    s`This ledger is being copied to ${place}, and nothing is paid from here until the copy has ended or was taken back.`,
  copyUnfinished: (place: string) =>
    s`A copy from ${place} into this ledger has not come to its end; run the same copy again.`,
  othersSettling: (host: string, since: string, batch: string) =>
    s`${host} has been finding out since ${since} whether a request was charged, and nothing else is sent meanwhile; what is planned of batch ${batch} stays planned. Run the same command again later.`,
  batchLost: (batch: string) =>
    s`This run stood still for so long that it lost batch ${batch}; what it wanted to change was not changed. Run the same command again.`,
  batchLostTo: (host: string, batch: string, since: string) =>
    s`This run stood still for so long that ${host} took batch ${batch} over at ${since}; what it wanted to change was not changed. Wait for that run.`,
  heldWhere: (host: string, since: string) => s` (on ${host}, since ${since})`,
};
