import type { CommandMessages, ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { agree, plural, s } from '../words.js';

/** Single lookups and identifiers, for every reader. */
export const lookupErrors = {
  bad_birth_date: ({ why }) =>
    ({
      form: 'The birth date must look like DD/MM/YYYY or DDMMYYYY.',
      no_day: 'The birth date is not a valid date since 1900; the order is day, month, year.',
      future: 'The birth date lies in the future.',
    })[why],
  lookup_under_way: () =>
    'Another process is still looking this identifier up, so nothing was asked; try again, its answer is shared.',
  job_under_lookup: ({ job, items }) =>
    s`${plural(items, 'identifier', 'identifiers')} of job ${job} ${agree(items, 'is', 'are')} still being looked up singly, and the deadline has passed; it was not sent. Run it again.`,
  not_asked: ({ because }, { sentence }) =>
    s`Not asked, because one before it failed: ${sentence(because)}`,
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
        return s`Run the same command again in ${plural(Math.ceil(facts.ms / 1000), 'second', 'seconds')}; the balance may show then that it was free.`;
      if (facts.why === 'others_running')
        return s`The balance can show it once no job is running (${next.watching(facts.liveBatches)}); run the same command again then.`;
      if (facts.why !== 'undecidable')
        return {
          unreadable:
            'The balance, which may show that it was free, could not be read; run the same command again.',
          other_account:
            'It was made with a key of another account, and only the balance there can show it; use that key.',
          not_settled: 'Run the same command again to settle it.',
        }[facts.why];
      return facts.prices.length === 0
        ? 'The balance cannot show whether it was charged.'
        : s`The balance cannot show whether it was charged, because nothing shows yet what a record costs on this account. If you know it, say so (${phrases.prices(facts.prices, next)}), and run the same command again: the balance is then judged once more.`;
    };
    return s`An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now. ${what()} --fresh asks again, which may cost ${plural(facts.price, 'credit', 'credits')} more.`;
  },
  lookup_in_batch: ({ batch, state, price }, next) =>
    state === 'running'
      ? s`Batch ${batch} is looking this identifier up, so nothing was asked now; after '${next.command('bulk watch', batch)}' what it found is free.`
      : s`Batch ${batch} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now. '${next.command('bulk resolve', batch)}' decides; --fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
  needs_realtime: () => '--birth-date belongs to --realtime.',
  needs_birth_date: () => 'A real-time lookup needs --birth-date DD/MM/YYYY.',
  one_cpf: () => 'A real-time lookup takes one CPF.',
} satisfies Partial<CommandMessages>;
