import type { CommandMessages } from '../../reader.js';
import { number, plural, s } from '../words.js';
import { DEEPEST_ANSWER } from '../../../limits.js';

/** Command lines, which only the command has. */
export const commandErrors = {
  no_identifiers: () => 'Standard input held no identifier.',
  stdin_twice: () => "'-' reads all of standard input; give it once.",
  stdout_twice: () => '--json needs stdout for itself; name a file with -o.',
  needs_yes: ({ question, nothing }, next) =>
    nothing === 'changed'
      ? s`${question} Nothing was changed; add --yes to confirm${next.shown({ set: [{ flag: '--yes' }] })}.`
      : s`${question} Nothing was sent; add --yes to confirm${next.shown({ set: [{ flag: '--yes' }] })}.`,
  purge_what: () => 'Name the CPFs and CNPJs to forget, or an age with --older-than; one of both.',
  not_erasable: ({ number: place }) =>
    s`Identifier ${place} is not a valid CPF or CNPJ; nothing was removed. Correct it, or leave it out.`,
  lookup_not_over: ({ shown }, next) =>
    s`${shown} is being looked up, or nobody knows whether its lookup was charged; until that is settled, what is stored about it stays. Look it up once more, which settles that, and then run ${next.again()} again.`,
  sandbox_needs_no_login: ({ by }) =>
    by === 'flag'
      ? 'The sandbox needs no login; leave out --sandbox to log in to the real service.'
      : 'The sandbox needs no login; unset CONFERE_SANDBOX to log in to the real service.',
  needs_key: ({ why }, next) =>
    why === 'cannot_ask'
      ? s`The key cannot be asked for here; give it on standard input: '${next.fed('auth login', '--with-key')}'.`
      : s`'auth login' takes the key from standard input, not from --api-key-file: '${next.fed('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`The command of --notify failed (${reason}); the batch is as the summary says.`,
  below_min: ({ remaining, min }) =>
    s`${plural(remaining, 'credit remains', 'credits remain')}, fewer than ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`There is no status ${wanted}; the statuses are ${statuses.join(', ')}.`,
  split_list: ({ option, list }) =>
    s`${option} was cut at a comma, as PowerShell does; nothing was sent. Write it in quotes: ${option} "${list}".`,
  one_output: () => 'Several inputs need --out-dir <dir> instead of -o.',
  two_outputs: () => 'Use either -o or --out-dir.',
  not_a_result: ({ file }) =>
    s`${file} is not a result of confere: it has no column lookup_status. What bulk run and bulk export write can be compared, and batches by their ids.`,
  broken_json: ({ file, objects, isTooDeep }) =>
    isTooDeep
      ? s`${file} is not a result of confere: after ${plural(objects, 'object', 'objects')} one has lists or objects more than ${DEEPEST_ANSWER} deep in each other. Export the result again.`
      : s`${file} is not whole JSON: after ${plural(objects, 'object', 'objects')} something else begins, or the file ends. Export the result again.`,
  different_kinds: ({ cpfs, cnpjs }) =>
    s`The identifiers of ${cpfs} are CPFs and those of ${cnpjs} are CNPJs, so that nothing can be compared; name two results of the same kind.`,
  open_place: ({ path, why }, next) =>
    why === 'writable'
      ? s`Others on this machine can change what is kept in ${path}, so nothing was read there or sent; close it with: chmod go-w ${next.word(path)}`
      : s`${path} belongs to another user of this machine, so nothing was read there or sent. Have it given to you with chown, or set CONFERE_HOME to a folder of your own, where nothing is known of what was paid for here.`,
  temporary_folder: ({ folder, reason }) =>
    reason === 'ENOENT'
      ? s`The folder for temporary files, ${folder}, does not exist: create it, or set TMPDIR (on Windows TEMP) to another one.`
      : s`The folder for temporary files, ${folder}, cannot be written to (${reason}): mend that, or set TMPDIR (on Windows TEMP) to another one.`,
  results_differ: ({ identifiers }) =>
    s`${plural(identifiers, 'identifier differs', 'identifiers differ')}.`,
  some_invalid: ({ count, of }) =>
    of === 'rows'
      ? s`${plural(count, 'row is', 'rows are')} invalid, which --strict does not accept; --rejects <file> writes each with its reason.`
      : s`${plural(count, 'identifier is', 'identifiers are')} not valid; standard output says why.`,
  some_not_found: ({ count }) =>
    s`${plural(count, 'identifier was', 'identifiers were')} not found.`,
  no_json: ({ format }) =>
    format === undefined
      ? 'This command prints no JSON; leave out --json.'
      : s`--json and --format ${format} contradict each other; leave one of them out.`,
  no_home: () =>
    'This user has no home folder; set CONFERE_HOME to a folder for settings and state.',
  no_fields: () => '--fields is for confere cpf, cnpj, quota, bulk run and bulk export.',
  bad_fault: (facts) => {
    const trouble = (): string => {
      if (facts.why === 'form') return "it must look like 'POST /cpf/bulk=503:2'";
      if (facts.why === 'no_endpoint')
        return s`there is no such endpoint; there are ${facts.endpoints.join(', ')}, and * for any part`;
      if (facts.why === 'no_answer')
        return s`'${facts.action}' is not an answer there; use a status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, or one of ${facts.answers.join(', ')}`;
      if (facts.why === 'slow_without_ms') return "slow needs its milliseconds, as in 'slow:2000'";
      if (facts.why === 'event_without_credits')
        return "spend and refund need their credits, as in 'spend:5'";
      return s`'${facts.often}' must be a count such as 2 (the first two) or a probability such as 0.1`;
    };
    return s`--fault '${facts.rule}' cannot be used: ${trouble()}.`;
  },
  bad_port: ({ port, last }) => s`Port ${port} does not exist; ports are 1 to ${last}.`,
  port_taken: ({ port }) =>
    s`Port ${port} is already in use on this machine; choose another with --port, or --port 0 for a free one.`,
  port_refused: ({ port }) =>
    s`Port ${port} is refused on this machine; choose another with --port, or --port 0 for a free one.`,
  state_newer: ({ path }) =>
    s`The sandbox state in ${path} was written by a newer version of confere: use that version, delete the file, or add --ephemeral to 'confere sandbox'.`,
} satisfies Partial<CommandMessages>;
