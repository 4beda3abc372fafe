import type { Holder } from '../errors/batch.js';
import type { DatabaseTrouble, TlsSource } from '../errors/state.js';
import type { ErrorFacts, Sentences } from '../errors.js';
import { formatSecond, say } from '../text/index.js';
import { placeName } from './config.js';

/** About the ledger of several machines, without a word of the command line. */
export const sharedLedgerSentences = {
  database_unusable: ({ database, why, reason }) => {
    const advice = databaseAdvice(why, reason);
    return say`The ledger in ${database} cannot be used: ${advice}. Whatever was written down before is kept.`;
  },
  bad_ledger_url: (facts) => {
    const { place } = facts;
    return place === undefined ? badUrl(facts) : `${placeName(place)}: ${badUrl(facts)}`;
  },
  ledger_elsewhere: ({ why, place }) => {
    switch (why) {
      case 'moved':
        return say`This ledger was moved to ${place}, and nothing is paid from here any more; name the new one with the setting ledger or CONFERE_LEDGER, or leave both out if it is on this machine.`;
      case 'moving':
        return say`This ledger is being copied to ${place}, and nothing is paid from here until the copy has ended or was taken back.`;
      case 'copying':
        return say`A copy from ${place} into this ledger has not come to its end; run the same copy again.`;
    }
  },
  others_settling: ({ batch, by }) =>
    say`${by.host} has been finding out since ${formatSecond(by.since)} whether a request was charged, and nothing else is sent meanwhile; what is planned of batch ${batch} stays planned. Run the same command again later.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? say`This run stood still for so long that it lost batch ${batch}; what it wanted to change was not changed. Run the same command again.`
      : say`This run stood still for so long that ${by.host} took batch ${batch} over at ${formatSecond(by.since)}; what it wanted to change was not changed. Wait for that run.`,
} satisfies Partial<Sentences>;

function badUrl(facts: ErrorFacts['bad_ledger_url']): string {
  switch (facts.why) {
    case 'password':
      return say`The address of the ledger has a password, which others could see; put it into a password file (PGPASSFILE, or ~/.pgpass) and leave it out of the address.`;
    case 'insecure':
      return insecure(facts.host, facts.from);
    case 'option':
      return say`The address of the ledger has an option that is not known: ${facts.option}.`;
    case 'unreadable':
      return say`The address of the ledger cannot be read; write it as postgres://user@host/database.`;
  }
}

function insecure(host: string, from: TlsSource): string {
  switch (from) {
    case 'address':
      return say`The database of the ledger is on ${host}, another machine, so the connection must be encrypted; leave sslmode=disable out of its address.`;
    case 'service':
      return say`The database of the ledger is on ${host}, another machine, so the connection must be encrypted; leave sslmode=disable out of its service entry.`;
    case 'variable':
      return say`The database of the ledger is on ${host}, another machine, so the connection must be encrypted; leave PGSSLMODE=disable out of the environment.`;
  }
}

/** Who holds a batch, where several machines work; empty on one machine. */
export function heldWhere(by: Holder | null | undefined): string {
  if (by == null) return '';
  return say` (on ${by.host}, since ${formatSecond(by.since)})`;
}

function databaseAdvice(why: DatabaseTrouble, reason: string): string {
  switch (why) {
    case 'unreachable':
      return say`it cannot be reached (${reason}); run the same command again when it can`;
    case 'read_only':
      return say`it takes no changes now (${reason}), as while a standby takes over; run the same command again later`;
    case 'refused':
      return say`the database refused it (${reason}); check the user, the password file and the rights`;
    case 'no_transactions':
      return say`a pooler in statement mode is in between (${reason}); set it to session or transaction mode`;
    case 'no_options':
      return say`a pooler in between does not accept PGOPTIONS (${reason}); unset that variable`;
    case 'insecure':
      return say`its certificate could not be checked (${reason}); sslrootcert names the file of an authority of your own`;
    case 'full':
      return say`its disk is full (${reason})`;
    case 'encoding':
      return say`its encoding is ${reason}, and names need UTF8; create the database with it`;
  }
}
