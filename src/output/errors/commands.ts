import type { ErrorFacts } from '../../errors.js';
import type { CommandFacts, Stop } from '../../errors/commands.js';
import { DEEPEST_ANSWER } from '../../limits.js';
import { t } from '../../messages/index.js';
import { shellWord, type NextSteps } from '../next-step/next-steps.js';
import { choicesText } from './batch.js';
import type { CommandSentences } from './command-sentences.js';
import { usageErrors } from './usage.js';

export const commandErrors = {
  ...usageErrors,
  no_identifiers: () => t.usage.emptyStdin,
  stdin_twice: () => t.usage.stdinOnce,
  stdout_twice: () => t.usage.jsonNeedsStdout,
  needs_yes: ({ question, nothing }, next) => {
    const yes = next.shown({ set: [{ flag: '--yes' }] });
    return nothing === 'changed'
      ? t.usage.confirmChange(question, yes)
      : t.usage.confirmSending(question, yes);
  },
  purge_what: () => t.removal.nameOrAge,
  not_erasable: ({ number }) => t.removal.badIdentifier(number),
  lookup_not_over: ({ shown }, next) => t.removal.underWay(shown, next.again()),
  terminated: stopped,
  sandbox_needs_no_login: ({ by }) => sandboxNeedsNoLogin(by),
  needs_key: ({ why }, next) =>
    why === 'cannot_ask'
      ? t.account.cannotAskForKey(next.fed('auth login', '--with-key'))
      : t.account.keyFromStdin(next.fed('auth login', '--with-key')),
  needs_realtime: () => t.usage.birthDateNeedsRealtime,
  needs_birth_date: () => t.usage.realtimeNeedsBirthDate,
  one_cpf: () => t.usage.realtimeTakesOneCpf,
  below_min: ({ remaining, min }) => t.account.fewerThanMin(remaining, min),
  workbook_to_terminal: () => t.exports.workbookNotForTerminal,
  page_to_terminal: () => t.exports.pageNotForTerminal,
  rejects_need_file: () => t.exports.reportOnStdout,
  unknown_status: ({ wanted, statuses }) => t.usage.noSuchStatus(wanted, statuses.join(', ')),
  split_list: ({ option, list }) => t.usage.cutAtComma(option, list),
  one_output: () => t.usage.needsOutDir,
  two_outputs: () => t.usage.outputOrOutDir,
  output_is_input: outputIsInput,
  one_side_file: ({ table }) =>
    t.exports.oneSideFile(table === 'partners' ? '--partners' : '--secondary-cnaes'),
  one_decision: decisions,
  not_a_result: ({ file }) => t.diff.notAResult(file),
  broken_json: ({ file, objects, isTooDeep }) =>
    isTooDeep ? t.diff.tooDeep(file, objects, DEEPEST_ANSWER) : t.diff.notWholeJson(file, objects),
  different_kinds: ({ cpfs, cnpjs }) => t.diff.kindsDiffer(cpfs, cnpjs),
  open_place: ({ path, why }) =>
    why === 'writable'
      ? t.usage.placeWritable(path, shellWord(path, ''))
      : t.usage.placeOfOther(path),
  temporary_folder: ({ folder, reason }) =>
    reason === 'ENOENT'
      ? t.usage.noTemporaryFolder(folder)
      : t.usage.temporaryFolderUnwritable(folder, reason),
  results_differ: ({ identifiers }) => t.diff.differences(identifiers),
  some_invalid: ({ count, of }) =>
    of === 'rows' ? t.usage.invalidStrict(count) : t.usage.notValid(count),
  some_not_found: ({ count }) => t.usage.notFound(count),
  no_json: ({ format }) => (format === undefined ? t.usage.noJson : t.usage.jsonAndFormat(format)),
  ledger_copy_where: () => t.ledger.copyToOrCancel,
  ledger_at_work: ({ why }, next) => {
    const finish = next.command('bulk resume');
    switch (why) {
      case 'workers':
        return t.ledger.atWork(next.command('ledger status'));
      case 'under_way':
        return t.ledger.underWay(finish);
      case 'job_id':
        return t.ledger.jobIdWaits(finish);
    }
  },
  ledger_not_empty: ({ place }) => t.ledger.notEmpty(place),
  ledger_differs: ({ table }, next) =>
    t.ledger.copyDiffers(table, next.again(), next.command('ledger check')),
  ledger_unsound: ({ findings }) => t.ledger.doesNotAddUp(findings),
} satisfies CommandSentences<keyof CommandFacts>;

function outputIsInput({ file, output, of }: ErrorFacts['output_is_input']): string {
  if (of === 'comparison') return t.diff.wouldReplaceInput(file);
  if (of === 'export') return t.exports.neverReplaceBatchInput(output);
  if (of === 'run') return t.exports.neverReplaceInput(output);
  return t.exports.resultIsInput(file, output);
}

/** Each choice as a command, and what it may cost. */
function decisions({ open }: ErrorFacts['one_decision'], next: NextSteps): string {
  if (open !== undefined) return choicesText(open, next);
  const drop = ['--resubmit', '--abandon', '--adopt'];
  const one = (flag: string) => next.shown({ drop, set: [{ flag }] });
  return t.doubt.chooseOne(one('--resubmit'), one('--abandon'));
}

/** What is safe, or did not happen, when somebody stops a command. */
export function stopped({ during, batch, open }: Stop, next: NextSteps): string {
  switch (during) {
    case 'batch':
      return `${stoppedBatch(open)} ${t.usage.toContinue(next.onward(batch))}`;
    case 'input':
      return t.usage.stoppedNothingSent;
    case 'output':
      return t.usage.stoppedNothingWritten;
    case 'lookups':
      return t.usage.stoppedRestNotAsked;
    case 'balance':
      return t.usage.stoppedNothingPaid;
    case 'question':
    case 'call':
    case 'session':
      return t.usage.stopped;
    case 'login':
      return t.account.stoppedNothingStored;
  }
}

/** What costs something without anybody watching, and what does not. */
function stoppedBatch({ jobs, running, unsent }: NonNullable<Stop['open']> = NOTHING): string {
  const goesOn = jobs === 0 ? t.usage.stoppedSaved : t.usage.stoppedWatching(jobs, running);
  if (unsent === 0) return goesOn;
  return `${goesOn} ${t.usage.notSent(unsent)}`;
}

const NOTHING = { jobs: 0, running: 0, unsent: 0 };

export function sandboxNeedsNoLogin(by: 'flag' | 'environment'): string {
  return by === 'flag' ? t.account.sandboxNeedsNoLogin : t.account.sandboxVariableNeedsNoLogin;
}
