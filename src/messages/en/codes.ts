/** Explanations of error codes, for `confere help <error code>`; several codes may share one. */
export const codes = {
  usage: `Something on the command line, in the settings or in the input cannot be used. Nothing was sent or charged; the message says what to do.`,
  noService: `The address of the service is missing or wrong. It begins with https://; confere auth login --base-url <url> stores it. --sandbox needs none.`,
  key:
    'There is no usable API key, or the service refused it. Check it with confere auth status, then log in with confere auth login, ' +
    'or name a file that holds only the key: --api-key-file <path>. A stored key is sent only to the base URL that it was stored with.',
  noAnswer:
    'No usable answer came from the service, or something else answers at its address. ' +
    'Check network, proxy and certificates, then run the same command again; it sends nothing twice.',
  rateLimited: `The requests of this minute are used up; other programs may use the same ones. Run it again later, or with a longer --deadline.`,
  notFound: `The service has no such record, which is an answer, and free; or something differs. --exit-status reports it by the exit code. Nothing failed.`,
  invalid:
    'Some identifiers or rows are invalid or were refused, and were not charged. A CPF has 11 digits, a CNPJ 14 letters and digits. ' +
    'Standard output has the reasons; confere bulk check --rejects <file> writes the rows.',
  notAsked: 'An earlier lookup ended the command, so this one was not sent. See the first error.',
  overBudget:
    'The balance or a budget does not cover this, or the balance is below --min. Nothing more is sent. ' +
    'Raise the budget, send what fits with --fit-balance, or accept overage with --allow-overage; confere quota shows the balance.',
  price:
    'The account was charged more than the records should have cost, or more than a limit. Nothing more is sent. If a record costs more on your plan, ' +
    'set cost-cpf or cost-cnpj; if other programs use the account, set shared. Where the balance could not be read, run it again later.',
  batchLeft:
    'Part of the batch has no answer: invalid, not covered, still running or unconfirmed. ' +
    'confere bulk status shows which; the message has the command that continues.',
  unconfirmed:
    'No full answer came, so it may have been charged. Run the command that sent it again after some minutes, which checks the charge; ' +
    'if that does not settle it, decide with confere bulk resolve <batch>. For a single lookup, --fresh looks it up now and may be charged twice.',
  unwritable:
    'An answer of the service could not be stored or read back. Free disk space, or wait for the database, ' +
    'then run the same command again. With a job id in the message: confere bulk resolve <batch> --adopt <jobId>.',
  held:
    'Another run has this batch or looks up the same identifiers. ' +
    'Run the same command again when it has ended: its answers are shared. confere bulk status shows the batch.',
  batch: `No batch has this id, or several begin with it. confere bulk list shows them; each base URL, each profile and the sandbox have their own.`,
  underWay:
    'The batch has not ended, or was made with another key. Wait with confere bulk watch (and that key), ' +
    'export what is there with --partial, or abandon it with confere bulk resolve <batch> --abandon.',
  decision:
    'Decide about unconfirmed jobs one way: --adopt <jobId>, --resubmit (may be charged twice) or --abandon. ' +
    'A job can be adopted when it names identifiers of this batch and was sent with your key; one just sent may name none yet.',
  input:
    'The file is missing, protected, empty, damaged or of another kind, or its text does not fit its encoding. ' +
    'Save it as .xlsx or as CSV in UTF-8, or correct what the message names. confere bulk check <file> shows how a file is read.',
  comparison: `bulk diff compares batches, or results of bulk run and export, of one kind. confere bulk export writes a result again.`,
  tooLarge: 'It is over the limit in the message. Split it; a result also fits as CSV.',
  column:
    'It is not clear which column or sheet has the identifiers, or whether they are CPFs or CNPJs. ' +
    'Use --column <name> (1+2+3 joins parts), --sheet <name> or --type.',
  output:
    'A result needs a place of its own that can be written to, and replaces no other file. ' +
    'Use another -o, --out-dir for several inputs, or --overwrite; confere bulk export writes a result again, free.',
  state:
    'A file of confere, its disk or its database cannot be used: damaged, protected, busy, full, ' +
    'or open to other users. Repair what the message names, then run the same command again.',
  copy: `The stored copy of the input is damaged. Run confere bulk run with the original file; paid records are reused.`,
  version: `Another version of confere wrote this. Update confere; finish or purge an older ledger with the version that wrote it, or move it away.`,
  ledger:
    'The ledger is in use, or is being or was moved to the place in the message. ' +
    'Stop other runs and run the same command again; --to <place> takes another, empty place, --cancel undoes an interrupted move.',
  ledgerLost:
    'The ledger is missing, damaged or older than its batches. Restore a backup before you send anything; ' +
    'confere ledger check --accept accepts the loss, which may be charged again.',
  stopped: 'Stopped by Ctrl-C or a signal. What was sent is saved; the same command continues.',
  declined: `The question was not answered with yes, and nothing was sent or changed. Where nobody can be asked, --yes confirms.`,
  notifyFailed: `The command of --notify failed or could not be started. Batch, result and exit code are not affected.`,
  programGone:
    'confere was updated or removed while it ran. Start it again; what was saved is kept.',
  systemLimit:
    'The system lets this process use too little (ulimit -n or -v). Raise the limit; what was saved is kept.',
  defect: 'A defect of confere. What was paid for is kept; please report it.',
  library: `A program uses the library wrongly, or its own function or stream failed: see the cause of the error. Nothing more was sent.`,
  resultErased:
    'The file is the result of a batch from which people or companies were erased with confere purge. confere bulk export <batch> writes the rest, free. ' +
    'Remove them from the input before you use --overwrite, or they are looked up, charged and stored again.',
  rowErased: 'The identifier was deleted from this machine with confere purge.',
};
