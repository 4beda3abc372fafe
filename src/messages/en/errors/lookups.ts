import type { LookupErrors } from '../../../base/error-facts.js';
import type { WhyDoubtful } from '../../../base/facts.js';
import type { Reader, Sentences } from '../../reader.js';
import { upperKind } from '../../words.js';
import { credits, phrases, s, seconds } from '../phrases.js';

/** The sentences of errors that say why an identifier was not looked up. */
export const lookupErrors: Sentences<LookupErrors> = {
  bad_birth_date: () =>
    'The birth date must be a day since 1900, written DD/MM/YYYY or DDMMYYYY, and not in the future.',
  lookup_under_way: () =>
    'Nothing was sent: another process is looking up this identifier. Try again; its answer is reused.',
  not_asked: ({ because }, to) =>
    s`Not sent, because an earlier lookup failed: ${to.sentence(because)}`,
  empty: ({ kind }) => s`This is not a ${upperKind(kind)}: it is empty.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'This is not a CPF: it does not have 11 digits.'
      : 'This is not a CNPJ: it does not have 12 letters or digits and 2 digits.',
  check_digit: ({ kind }) => s`This is not a ${upperKind(kind)}: its check digits do not match.`,
  repeated: ({ kind }) =>
    s`This is not a ${upperKind(kind)}: all its characters are the same, and such a number is never issued.`,
  lookup_in_doubt: (facts, to) =>
    'Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged. ' +
    s`${adviseOnDoubt(facts, to)}${adviseOnFresh(facts.price, to)}`,
  lookup_in_batch(facts, to) {
    const { batch } = facts;
    if (facts.state === 'running')
      return (
        s`Nothing was sent: batch ${batch} is looking up this identifier. ` +
        s`Wait for it with '${to.command('bulk watch', batch)}'; what it finds is then free.`
      );
    return (
      s`Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. ` +
      s`Decide with '${to.command('bulk resolve', batch)}'.${adviseOnFresh(facts.price, to)}`
    );
  },
};

function adviseOnDoubt(facts: WhyDoubtful, to: Reader): string {
  switch (facts.why) {
    case 'not_settled': {
      const wait = facts.ms === undefined ? '' : s` in ${seconds(facts.ms)}`;
      return s`Run ${to.sameCommand} again${wait} to check the balance for a charge.`;
    }
    case 'others_running':
      return (
        s`The balance can show that only when no job is running (${phrases.watchCommands(facts.liveBatches, to)}). ` +
        s`Then run ${to.sameCommand} again.`
      );
    case 'other_account':
      return 'It was made with a key of another account, and only the balance there can show that. Use that key.';
    case 'undecidable':
      return 'The balance cannot show whether it was charged.';
  }
}

/** Says how to look up an identifier now; in a list, `--fresh` would pay for the other identifiers again. */
function adviseOnFresh(price: number, to: Reader): string {
  const fresh = to.option('--fresh');
  return to.isList
    ? s` To look it up now, run it alone with ${fresh}, which may cost ${credits(price)} more; with the whole list, ${fresh} pays for each identifier again.`
    : s` With ${fresh} it is looked up now, which may cost ${credits(price)} more.`;
}
