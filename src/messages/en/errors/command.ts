import type { CommandMessages } from '../../reader.js';
import { number, plural, s } from '../words.js';
import { DEEPEST_ANSWER } from '../../../limits.js';

/** Command lines, which only the command has. */
export const commandErrors = {
  no_identifiers: () => 'Standard input has no identifiers.',
  stdin_twice: () => "'-' reads all of standard input. Use it once.",
  stdout_twice: () => '--json needs standard output for itself. Name a file with -o.',
  needs_yes: ({ question, nothing }, next) =>
    nothing === 'changed'
      ? s`${question} Nothing was changed. Add --yes to confirm${next.shown({ set: [{ flag: '--yes' }] })}.`
      : s`${question} Nothing was sent. Add --yes to confirm${next.shown({ set: [{ flag: '--yes' }] })}.`,
  purge_what: () => 'Choose one: the CPFs and CNPJs to delete, or an age with --older-than.',
  not_erasable: ({ number: place }) =>
    s`Nothing was removed: identifier ${place} is not a valid CPF or CNPJ. Correct it or leave it out.`,
  lookup_not_over: ({ shown }, next) =>
    s`Nothing was removed: ${shown} is being looked up, or an earlier lookup of it may have been charged. Look it up again, which checks that, then run ${next.again()} again.`,
  sandbox_needs_no_login: ({ by }) =>
    by === 'flag'
      ? 'The sandbox needs no login. Leave out --sandbox to log in to the real service.'
      : 'The sandbox needs no login. Unset CONFERE_SANDBOX to log in to the real service.',
  needs_key: ({ why }, next) =>
    why === 'cannot_ask'
      ? s`There is no terminal to ask for the key. Send it on standard input: '${next.fed('auth login', '--with-key')}'.`
      : s`'auth login' reads the key from standard input, not from --api-key-file: '${next.fed('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`The --notify command failed (${reason}). The batch is as the summary says.`,
  below_min: ({ remaining, min }) =>
    s`${plural(remaining, 'credit remains', 'credits remain')}, fewer than ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`There is no status ${wanted}. Statuses: ${statuses.join(', ')}.`,
  split_list: ({ option, list }) =>
    s`Nothing was sent: ${option} was split at a comma, as PowerShell does. Put the list in quotes: ${option} "${list}".`,
  one_output: () => 'Several inputs need --out-dir <dir> instead of -o.',
  two_outputs: () => 'Use -o or --out-dir, not both.',
  not_a_result: ({ file }) =>
    s`${file} is not a result of confere: it has no column lookup_status. Compare files written by bulk run or bulk export, or batches by their ids.`,
  broken_json: ({ file, objects, isTooDeep }) =>
    isTooDeep
      ? s`${file} is not a result of confere: after ${plural(objects, 'object', 'objects')}, lists or objects are nested more than ${DEEPEST_ANSWER} deep. Export the result again.`
      : s`${file} is not complete JSON: after ${plural(objects, 'object', 'objects')} it ends or has something else. Export the result again.`,
  different_kinds: ({ cpfs, cnpjs }) =>
    s`There is nothing to compare: ${cpfs} has CPFs and ${cnpjs} has CNPJs. Name two results of the same kind.`,
  open_place: ({ path, why }, next) =>
    why === 'writable'
      ? s`Nothing was read or sent: other users of this machine can change ${path}. Close it with: chmod go-w ${next.word(path)}`
      : s`Nothing was read or sent: ${path} belongs to another user of this machine. Have it given to you with chown, or set CONFERE_HOME to a folder of your own; what was paid for here is unknown there and may be charged again.`,
  temporary_folder: ({ folder, reason }) =>
    reason === 'ENOENT'
      ? s`The folder for temporary files, ${folder}, does not exist. Create it, or set TMPDIR (on Windows TEMP) to another one.`
      : s`The folder for temporary files, ${folder}, cannot be written to (${reason}). Fix that, or set TMPDIR (on Windows TEMP) to another one.`,
  results_differ: ({ identifiers }) =>
    s`${plural(identifiers, 'identifier differs', 'identifiers differ')}.`,
  some_invalid: ({ count, of }) =>
    of === 'rows'
      ? s`${plural(count, 'row is', 'rows are')} invalid, which --strict does not accept. To write each with its reason: --rejects <file>.`
      : s`${plural(count, 'identifier is', 'identifiers are')} not valid; see standard output.`,
  some_not_found: ({ count }) =>
    s`${plural(count, 'identifier was', 'identifiers were')} not found.`,
  no_json: ({ format }) =>
    format === undefined
      ? 'This command prints no JSON. Leave out --json.'
      : s`--json and --format ${format} contradict each other. Leave one of them out.`,
  no_home: () =>
    'This user has no home folder. Set CONFERE_HOME to a folder for settings and data.',
  no_fields: () => '--fields is for confere cpf, cnpj, quota, bulk run and bulk export.',
  bad_fault: (facts) => {
    const trouble = (): string => {
      if (facts.why === 'form') return "it must look like 'POST /cpf/bulk=503:2'";
      if (facts.why === 'no_endpoint')
        return s`there is no such endpoint. Endpoints: ${facts.endpoints.join(', ')}; * matches any part`;
      if (facts.why === 'no_answer')
        return s`that endpoint has no answer '${facts.action}'. Use a status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, or one of ${facts.answers.join(', ')}`;
      if (facts.why === 'slow_without_ms') return "slow needs milliseconds, as in 'slow:2000'";
      if (facts.why === 'event_without_credits')
        return "spend and refund need credits, as in 'spend:5'";
      return s`'${facts.often}' must be a count such as 2 (the first two) or a probability such as 0.1`;
    };
    return s`--fault '${facts.rule}' is not valid: ${trouble()}.`;
  },
  bad_port: ({ port, last }) => s`Port ${port} does not exist. Use 1 to ${last}.`,
  port_taken: ({ port }) =>
    s`Port ${port} is already in use on this machine. Choose another with --port, or --port 0 for a free one.`,
  port_refused: ({ port }) =>
    s`Port ${port} is not allowed on this machine. Choose another with --port, or --port 0 for a free one.`,
  state_newer: ({ path }) =>
    s`The sandbox state in ${path} was written by a newer version of confere. Use that version, delete the file, or add --ephemeral to 'confere sandbox'.`,
} satisfies Partial<CommandMessages>;
