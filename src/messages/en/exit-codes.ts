/** What each exit code means. */
export const exitCodes = {
  ok: 'everything asked was answered; "not found" is an answer',
  defect: 'a defect of confere; -v shows where',
  usage: 'wrong usage, unreadable or unusable input, missing configuration',
  invalid: 'finished, but some identifiers or rows were invalid (bulk: with --strict) or failed',
  refused: 'the key or the account was refused (401, or 403 that is not about credits)',
  service:
    'the service, the network, the ledger or the disk failed, and no charge is uncertain: fix that and run it again',
  rateLimited: 'rate limited, and waiting would pass the deadline',
  credits: 'not enough credits or budget, rows skipped or pending, or fewer than quota --min',
  running: 'jobs are still processing at the service when the deadline passed',
  notFound: 'with --exit-status only: not found (cpf, cnpj), or a difference (bulk diff)',
  unconfirmed:
    'outcome unknown: something may have been charged; use bulk resolve (one lookup: --fresh), nothing is resent automatically',
  held: 'another run holds this batch, or another batch is looking up the same identifiers',
  interrupted:
    'interrupted (Ctrl-C, SIGTERM): what was sent is saved, the message says how to continue; or you answered no',
  heading: 'How a command ended, for scripts:',
  severalAtOnce:
    'Several at once: the most serious one, in the order 10, 7, 4, 6, 5, 8, 3. In a batch, invalid rows alone leave it at 0, unless --strict.',
  shortHeading: 'Exit codes (all: confere help exit-codes):',
};
