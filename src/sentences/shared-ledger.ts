import type { Holder } from '../errors/batch.js';
import type { DatabaseTrouble, TlsSource } from '../errors/state.js';
import type { ErrorFacts, Sentences } from '../errors.js';
import { formatSecond, t } from '../messages/index.js';
import { placeName } from './config.js';

/** About the ledger of several machines, without a word of the command line. */
export const sharedLedgerSentences = {
  database_unusable: ({ database, why, reason }) => {
    const advice = databaseAdvice(why, reason);
    return t.database.unusable(database, advice);
  },
  bad_ledger_url: (facts) => {
    const { place } = facts;
    return place === undefined ? badUrl(facts) : `${placeName(place)}: ${badUrl(facts)}`;
  },
  ledger_elsewhere: ({ why, place }) => {
    switch (why) {
      case 'moved':
        return t.database.moved(place);
      case 'moving':
        return t.database.beingCopied(place);
      case 'copying':
        return t.database.copyUnfinished(place);
    }
  },
  others_settling: ({ batch, by }) =>
    t.database.othersSettling(by.host, formatSecond(by.since), batch),
  batch_lost: ({ batch, by }) =>
    by === null
      ? t.database.batchLost(batch)
      : t.database.batchLostTo(by.host, batch, formatSecond(by.since)),
} satisfies Partial<Sentences>;

function badUrl(facts: ErrorFacts['bad_ledger_url']): string {
  switch (facts.why) {
    case 'password':
      return t.database.passwordInAddress;
    case 'insecure':
      return insecure(facts.host, facts.from);
    case 'option':
      return t.database.unknownOption(facts.option);
    case 'unreadable':
      return t.database.unreadableAddress;
  }
}

function insecure(host: string, from: TlsSource): string {
  switch (from) {
    case 'address':
      return t.database.insecureAddress(host);
    case 'service':
      return t.database.insecureService(host);
    case 'variable':
      return t.database.insecureVariable(host);
  }
}

/** Who holds a batch, where several machines work; empty on one machine. */
export function heldWhere(by: Holder | null | undefined): string {
  if (by == null) return '';
  return t.database.heldWhere(by.host, formatSecond(by.since));
}

function databaseAdvice(why: DatabaseTrouble, reason: string): string {
  switch (why) {
    case 'unreachable':
      return t.database.unreachable(reason);
    case 'read_only':
      return t.database.readOnly(reason);
    case 'refused':
      return t.database.refused(reason);
    case 'no_transactions':
      return t.database.statementPooler(reason);
    case 'no_options':
      return t.database.poolerOptions(reason);
    case 'insecure':
      return t.database.untrusted(reason);
    case 'full':
      return t.database.diskFull(reason);
    case 'encoding':
      return t.database.encoding(reason);
  }
}
