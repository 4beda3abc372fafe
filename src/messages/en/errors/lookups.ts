import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { plural, s } from '../words.js';

/** Single lookups and identifiers, for every reader. */
export const lookupErrors = {
  bad_birth_date: ({ why }) =>
    ({
      form: 'The birth date must look like DD/MM/YYYY or DDMMYYYY.',
      no_day: 'The birth date is not a valid date since 1900. The order is day, month, year.',
      future: 'The birth date is in the future.',
    })[why],
  lookup_under_way: () =>
    'Nothing was sent: another process is looking up this identifier. Try again; its answer is reused.',
  job_under_lookup: ({ job, items }) =>
    s`Job ${job} was not sent: the deadline passed while single lookups had ${plural(items, 'identifier', 'identifiers')} of it. Run it again.`,
  not_asked: ({ because }, { sentence }) =>
    s`Not sent, because an earlier lookup failed: ${sentence(because)}`,
  empty: ({ kind }) => s`This is not a ${kind.toUpperCase()}: it is empty.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'This is not a CPF: it does not have 11 digits.'
      : 'This is not a CNPJ: it does not have 12 letters or digits and 2 digits.',
  check_digit: ({ kind }) => s`This is not a ${kind.toUpperCase()}: its check digits do not match.`,
  repeated: ({ kind }) =>
    s`This is not a ${kind.toUpperCase()}: all its characters are the same, and such a number is never issued.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandLookupErrors = {
  lookup_in_doubt: (facts, next) => {
    const what = (): string => {
      if (facts.why === 'too_soon')
        return s`Run the same command again in ${plural(Math.ceil(facts.ms / 1000), 'second', 'seconds')}: the balance may then show that it was free.`;
      if (facts.why === 'others_running')
        return s`The balance can show that only when no job is running (${next.watching(facts.liveBatches)}). Then run the same command again.`;
      if (facts.why !== 'undecidable')
        return {
          unreadable:
            'The balance, which may show that it was free, could not be read. Run the same command again.',
          other_account:
            'It was made with a key of another account, and only the balance there can show that. Use that key.',
          not_settled: 'Run the same command again to check the balance for a charge.',
        }[facts.why];
      return facts.prices.length === 0
        ? 'The balance cannot show whether it was charged.'
        : s`The balance cannot show whether it was charged, because the price of a record is not known yet. If you know it, set it (${phrases.prices(facts.prices, next)}) and run the same command again.`;
    };
    return s`Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged. ${what()} --fresh looks it up now, which may cost ${plural(facts.price, 'credit', 'credits')} more.`;
  },
  lookup_in_batch: ({ batch, state, price }, next) =>
    state === 'running'
      ? s`Nothing was sent: batch ${batch} is looking up this identifier. Wait for it with '${next.command('bulk watch', batch)}'; what it finds is then free.`
      : s`Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. Decide with '${next.command('bulk resolve', batch)}'; --fresh looks it up now, which may cost ${plural(price, 'credit', 'credits')} more.`,
  needs_realtime: () => '--birth-date needs --realtime.',
  needs_birth_date: () => 'A real-time lookup needs --birth-date DD/MM/YYYY.',
  one_cpf: () => 'A real-time lookup takes one CPF.',
} satisfies Partial<CommandMessages>;
