/** What error codes mean, and what to do; each text for one code or for several that say the same. */
export const codes = {
  usage:
    'Something on the command line, in the settings or in the input cannot be used. Nothing was sent or charged; the message says what to do.',
  noService:
    'The address of the service is missing or wrong. It begins with https://; confere auth login --base-url <url> stores it. --sandbox needs none.',
  noKey:
    'There is no usable API key. Log in with confere auth login, or name a file that holds only the key: --api-key-file <path>.',
  otherServiceKey:
    'A stored key is sent only to the base URL that it was stored with. Log in again, or in another profile.',
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
  overBalance:
    'The maximum cost exceeds the balance. --fit-balance sends what it covers, --allow-overage accepts overage; confere quota shows the balance.',
  overBudget:
    'The maximum cost exceeds your own budget, and nothing was sent. Raise it, or send what it covers with --fit-balance.',
  limitPassed:
    'A price rose during the run, so that your budget was passed. Nothing more is sent; confere spend shows what was charged.',
  priceUnproved:
    'No price is known yet, and what is running may use up the rest. Run it again later, or set cost-cpf or cost-cnpj.',
  belowMin: 'Fewer credits remain than --min.',
  notCovered:
    'The balance or a budget did not cover this job, so it was not sent. confere bulk resume sends it.',
  notifyFailed:
    'The command of --notify failed or could not be started. Batch, result and exit code are not affected.',
  batchLeft:
    'Part of the batch has no answer: invalid, not covered, still running or unconfirmed. confere bulk status shows which; the message has the command that continues.',
  declined: 'You answered no, and nothing was sent or changed.',
  needsYes: 'Nobody can be asked here, and nothing was sent or changed. Add --yes to confirm.',
  unconfirmed:
    'No answer came to a job, so it may have been charged. Run the same command again after some minutes; if that does not settle it, decide with confere bulk resolve <batch>.',
  lookupInDoubt:
    'An earlier lookup got no answer, so it may have been charged. Run the same command again later; --fresh looks it up now and may be charged twice.',
  lookupInBatch:
    'A batch has sent this identifier and has no answer yet. Wait for it with confere bulk watch; then it costs nothing more.',
  unwritable:
    'An answer of the service could not be stored. Free disk space, or wait for the database, then run the same command again. With a job id in the message: confere bulk resolve <batch> --adopt <jobId>.',
  miscounted:
    'The results of this job do not match its own count. What they name is kept; ask the service about the job.',
  held: 'Another run has this batch, or has changed it. Run the same command again when it has ended; confere bulk status shows it.',
  elsewhere:
    'Another run is looking up the same identifiers. Wait for it with confere bulk watch; then they cost nothing more.',
  othersSettling:
    'Another machine is checking an unconfirmed charge. Run the same command again later.',
  otherKey:
    'The batch was made with another key. Use the profile in the message; without that key, confere bulk resolve <batch> --abandon abandons it.',
  noBatch:
    'There is no such batch. confere bulk list shows them; each base URL, each profile and the sandbox have their own.',
  notEnded:
    'The batch has not ended. Wait with confere bulk watch, or export what is there with --partial.',
  underWay:
    'It is running or unconfirmed and may be charged, so it is not deleted. Wait with confere bulk watch, or abandon it with confere bulk resolve <batch> --abandon.',
  decision:
    'Decide about unconfirmed jobs one way: --adopt <jobId>, --resubmit (may be charged twice) or --abandon.',
  adoptOther:
    'The job belongs to another batch or key, or has other identifiers. Check the job id and the key.',
  adoptNameless:
    'The job names no identifiers. Try again later; if it has ended, decide with --abandon or --resubmit.',
  inputMissing:
    'The path is wrong, protected, open in another program, or a folder. confere bulk check <file> shows how a file is read.',
  inputEmpty:
    'There is nothing in it yet, or it is still being written. Wait for it; use --no-header if its first line is data.',
  tooLarge: 'It is over the limit in the message. Split it; a result also fits as CSV.',
  column:
    'It is not clear which column has the identifiers. Name it with --column <name>; if they are split into parts, with --column 1+2+3.',
  kind: 'It is not clear whether these are CPFs or CNPJs. Use --type cpf, cnpj or both.',
  encoding: 'The text does not fit its encoding. Leave out --encoding, or save the file as UTF-8.',
  notATable:
    'It is not a table, or a quote is never closed. Correct the line in the message, or name the delimiter with --delimiter.',
  damaged: 'The file is damaged, or of another kind. Save it again as .xlsx or CSV.',
  sheet: 'It is not clear which sheet has the identifiers. Name it with --sheet <name>.',
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
  newer: 'A newer version of confere wrote this. Update confere.',
  ledgerMoved:
    'The ledger is being moved, or was moved, to the place in the message. Stop other runs and run the same command again; confere ledger copy --cancel undoes an interrupted move.',
  ledgerLost:
    'The ledger is missing, damaged or older than its batches. Restore a backup before you send anything; confere ledger check --accept accepts the loss, which may be charged again.',
  stopped: 'Stopped by Ctrl-C or a signal. What was sent is saved; the same command continues.',
  defect: 'A defect of confere. What was paid for is kept; please report it.',
  library:
    'A program uses the library wrongly, or its own function or stream failed: see the cause of the error. Nothing more was sent.',
  rowEmpty: 'The cell is empty, so there is nothing to look up.',
  rowFormat: 'It does not have the form of a CPF (11 digits) or a CNPJ (14 letters and digits).',
  rowCheckDigit: 'The check digits do not match: a digit is wrong, or two changed places.',
  rowRepeated: 'One digit repeated is never a valid identifier.',
  rowAmbiguous:
    'Zeros were lost, and it could be a CPF or a CNPJ. Use --type cpf or --type cnpj, or restore the zeros.',
  rowRounded:
    'A spreadsheet rounded the number, and its last digits are lost. Format the column as text, and export it again.',
  rowOtherKind: 'It is a CPF with leading zeros in a column of CNPJs. Keep its last 11 digits.',
  rowRoot: 'It is only the root of a CNPJ; the branch and the check digits are missing.',
  rowErased: 'The identifier was deleted from this machine with confere purge.',
  jobIdUnreadable:
    'The file that keeps the id of an accepted job cannot be read. Move it to another folder and run the same command again; if the id is still legible, confere bulk resolve <batch> --adopt <jobId> takes it.',
  ledgerPlace:
    'Choose another, empty place with --to <place>, or undo an interrupted move with --cancel.',
  lookupNotOver:
    'It is being looked up, or may have been charged. Look it up again, which checks the charge, and then delete it.',
  lookupUnderWay:
    'Another process is looking it up. Run the same command again: its answer is shared.',
  fileOption:
    'The option does not fit the kind of file: --sheet is for workbooks, --delimiter and --encoding are for text files. Leave it out.',
  ledgerOlder:
    'An earlier version wrote this ledger. Finish or purge it with that version, or move it away.',
};
