/** What error codes mean, and what to do; each text for one code or for several that say the same. */
export const codes = {
  usage:
    'Something on the command line, in the settings or in the input cannot be used. Nothing was sent or charged; the message says what to do.',
  noService:
    'The address of the service is missing or wrong. It begins with https://; confere auth login --base-url <url> stores it. --sandbox needs none.',
  noKey:
    'There is no usable API key; a stored one is sent only to the base URL that it was stored with. Log in with confere auth login, or name a file that holds only the key: --api-key-file <path>.',
  keyRefused:
    'The service refused the key or the account: replaced, suspended or mistyped. Check it with confere auth status, then log in again.',
  network:
    'No answer came from the service. Check network, proxy and certificates, then run the same command again; it sends nothing twice.',
  serviceFailed:
    'The service failed, or something else answers at its address. Run the same command again later; it sends nothing twice.',
  rateLimited:
    'The requests of this minute are used up; other programs may use the same ones. Run it again later, or with a longer --deadline.',
  notFound: 'The service has no record of this identifier. That is an answer, and free.',
  exitStatus:
    'Something was not found, or differs, and --exit-status reports it by the exit code. Nothing failed.',
  refusedInput: 'The service refused this identifier. It was not charged.',
  notAsked: 'An earlier lookup ended the command, so this one was not sent. See the first error.',
  someInvalid:
    'Some identifiers or rows are invalid, and were not sent. Standard output has the reasons; confere bulk check --rejects <file> writes the rows.',
  overBudget:
    'The maximum cost exceeds the balance or your budget, and nothing was sent for it. Raise the budget, send what fits with --fit-balance, or accept overage with --allow-overage; confere quota shows the balance.',
  limitPassed:
    'A price rose during the run, so that your budget was passed. Nothing more is sent; confere spend shows what was charged.',
  priceUnproved:
    'No price is known yet, and what is running may use up the rest. Run it again later, or set cost-cpf or cost-cnpj.',
  belowMin: 'Fewer credits remain than --min.',
  notifyFailed:
    'The command of --notify failed or could not be started. Batch, result and exit code are not affected.',
  batchLeft:
    'Part of the batch has no answer: invalid, not covered, still running or unconfirmed. confere bulk status shows which; the message has the command that continues.',
  declined: 'You answered no, and nothing was sent or changed.',
  needsYes: 'Nobody can be asked here, and nothing was sent or changed. Add --yes to confirm.',
  unconfirmed:
    'No answer came to a job, so it may have been charged. Run the same command again after some minutes; if that does not settle it, decide with confere bulk resolve <batch>.',
  lookupInDoubt:
    'An earlier lookup, or a batch, has no answer for it and may have been charged. Run the same command again later, after confere bulk watch for a batch; --fresh looks it up now and may be charged twice.',
  unwritable:
    'An answer of the service could not be stored or read back. Free disk space, or wait for the database, then run the same command again. With a job id in the message: confere bulk resolve <batch> --adopt <jobId>.',
  miscounted:
    'The results of this job do not match its own count. What they name is kept; ask the service about the job.',
  held: 'Another run has this batch or looks up the same identifiers. Run the same command again when it has ended: its answers are shared. confere bulk status shows the batch.',
  otherKey:
    'The batch was made with another key. Use that key; without it, confere bulk resolve <batch> --abandon abandons it.',
  noBatch:
    'There is no such batch. confere bulk list shows them; each base URL, each profile and the sandbox have their own.',
  underWay:
    'The batch is running or unconfirmed. Wait with confere bulk watch, export what is there with --partial, or abandon it with confere bulk resolve <batch> --abandon.',
  decision:
    'Decide about unconfirmed jobs one way: --adopt <jobId>, --resubmit (may be charged twice) or --abandon.',
  adoptOther:
    'The job belongs to another batch or key, has other identifiers, or names none yet. Check the job id and the key, try again later, or decide with --abandon or --resubmit.',
  inputMissing:
    'The path is wrong, protected, open in another program, or a folder, or the file is empty or still being written. confere bulk check <file> shows how a file is read.',
  tooLarge: 'It is over the limit in the message. Split it; a result also fits as CSV.',
  column:
    'It is not clear which column or sheet has the identifiers, or whether they are CPFs or CNPJs. Use --column <name> (1+2+3 joins parts), --sheet <name> or --type.',
  notATable:
    'The file is damaged or of another kind, or its text does not fit its encoding. Save it as .xlsx or as CSV in UTF-8, or correct the line in the message.',
  output:
    'A result needs a place of its own, and replaces no other file. Use another -o, --out-dir for several inputs, or --overwrite.',
  outputFailed:
    'The place cannot be written to: open in another program, protected, missing or full. Correct that; confere bulk export writes a result again, free.',
  copyDamaged:
    'The stored copy of the input is damaged. Run confere bulk run with the original file; paid records are reused.',
  notComparable:
    'bulk diff compares batches, or results of bulk run and export, of one kind. confere bulk export writes a result again.',
  state:
    'A file of confere, its disk or its database cannot be used: damaged, protected, busy or full. Repair what the message names, then run the same command again.',
  openPlace:
    'Other users of this machine own or can change a folder of confere, so nothing was read there or sent. The message has the command that closes it.',
  ledgerMoved:
    'The ledger is in use, or is being or was moved to the place in the message. Stop other runs and run the same command again; --to <place> takes another, empty place, --cancel undoes an interrupted move.',
  ledgerLost:
    'The ledger is missing, damaged or older than its batches. Restore a backup before you send anything; confere ledger check --accept accepts the loss, which may be charged again.',
  stopped: 'Stopped by Ctrl-C or a signal. What was sent is saved; the same command continues.',
  defect: 'A defect of confere. What was paid for is kept; please report it.',
  library:
    'A program uses the library wrongly, or its own function or stream failed: see the cause of the error. Nothing more was sent.',
  rowFormat: 'It does not have the form of a CPF (11 digits) or a CNPJ (14 letters and digits).',
  rowErased: 'The identifier was deleted from this machine with confere purge.',
  lookupNotOver:
    'It is being looked up, or may have been charged. Look it up again, which checks the charge, and then delete it.',
  otherVersion:
    'Another version of confere wrote this. Update confere; finish or purge an older ledger with the version that wrote it, or move it away.',
};
