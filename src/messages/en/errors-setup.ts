import { closest } from '../../closest.js';
import type { Place } from '../../errors/config.js';
import { isDiskFull } from '../../errors/full-disk.js';
import { DEEPEST_ANSWER } from '../../limits.js';
import type { CommandMessages, ErrorMessages, NextSteps } from '../reader.js';
import { number, phrases, plural, s } from './phrases.js';

const { place: named, profile: profileIn } = phrases;

/** A setting that comes from a file must be corrected in that file. */
function remedy(place: Place, next: NextSteps | undefined): string {
  if (next === undefined || typeof place === 'string' || place.what !== 'setting') return '';
  return s` To correct it: '${next.command('config set', place.key)} <value>' or '${next.command('config unset', place.key)}'.`;
}

/** Settings and the key, for every reader. */
export const configErrors = {
  bad_api_key: ({ place }) =>
    s`${named(place)} contains spaces or characters that no key has. A key is one word of unaccented letters, digits and signs.`,
  settle_too_short: ({ least }) =>
    s`Nothing was sent: a settle time below ${least} is only for a sandbox on this machine. The service may process a job for about 10 minutes after its answer was lost, and a job sent again before that is paid for twice. Leave settle out.`,
  plain_http: ({ place, origin }, { next }) =>
    s`${named(place)}: ${origin} is plain http, which would expose the key. Use https.` +
    remedy(place, next),
  bad_base_url: ({ place }, { next }) =>
    s`${named(place)} must look like https://service.example/path, without a user, a query or a fragment.` +
    remedy(place, next),
  bad_duration: ({ place, text, why }, { next }) =>
    ({
      no_duration: s`${named(place)}: '${text}' is not a valid duration. Use 500ms, 10s, 30m or 30d.`,
      too_long: s`${named(place)} is longer than a hundred years: ${text}.`,
      zero: s`${named(place)} must be longer than zero: ${text}.`,
    })[why] + remedy(place, next),
  bad_number: ({ place, text, must }, { next }) =>
    (must === 'be_whole_above_zero'
      ? s`${named(place)} must be a whole number above zero: ${text}.`
      : s`${named(place)} must be a number of zero or more: ${text}.`) + remedy(place, next),
  unknown_extension: ({ extension, known }, { next }) =>
    s`A file that ends in .${extension} cannot be written. Use a name that ends in ${known.map((each) => `.${each}`).join(', ')}.` +
    phrases.unsent(next),
  bad_key_file: ({ path, source, why }) =>
    why === 'several_lines'
      ? s`The API key file ${path} (${source}) has several lines. It must contain only the key.`
      : s`The API key file ${path} (${source}) is too large to be a key.`,
  key_file_unreadable: (facts) => {
    if (facts.why === 'missing')
      return s`${facts.source} names a file that does not exist. Give the path of a file that contains the key.`;
    if (facts.why === 'other')
      return s`The API key file ${facts.path} (${facts.source}) cannot be read (${facts.reason}).`;
    return facts.why === 'permissions'
      ? s`You are not allowed to read the API key file ${facts.path} (${facts.source}). Check its permissions.`
      : s`The API key file ${facts.path} (${facts.source}) is a folder. Name the file in it.`;
  },
  config_unreadable: ({ path, reason }) =>
    s`${path} cannot be read (${reason}). Check the file and its permissions.`,
  config_unwritable: ({ path, reason }) =>
    isDiskFull(reason)
      ? s`Nothing was changed: ${path} cannot be written (${phrases.unwritten(reason)}). Free some space, then run this again.`
      : s`${path} cannot be written (${reason}). Check its folder and the disk.`,
  config_broken: (facts) =>
    facts.why === 'no_json'
      ? s`${facts.path} is not valid JSON. Fix it, or move it away to start over.`
      : s`${facts.path} is not valid: ${facts.at ?? 'its content'} should be ${facts.expected ?? 'something else'}. Fix it, or move it away to start over.`,
  config_newer: ({ path }) =>
    s`${path} was written by a newer version of confere. Update confere, then run this again.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandConfigErrors = {
  no_base_url: ({ profile }, next) =>
    profile === 'default'
      ? s`No service address. Log in with '${next.command('auth login')} --base-url <url>', use --base-url or CONFERE_BASE_URL, or try --sandbox.`
      : s`No service address for profile ${profile}. Log in with '${next.command('auth login')} --base-url <url>', use --base-url or CONFERE_BASE_URL, or try --sandbox.`,
  no_api_key: (facts, next) =>
    'place' in facts
      ? s`${named(facts.place)} is empty.`
      : s`No API key for profile ${facts.profile}. Log in with '${next.command('auth login')}', or use CONFERE_API_KEY or --api-key-file.`,
  unknown_format: ({ wanted, formats, of }, next) => {
    const all = formats.join(', ');
    if (of === 'export') return s`A result cannot be written as ${wanted}. Formats: ${all}.`;
    if (of === 'command')
      return (
        s`There is no format '${wanted}' here. Formats: ${all}.` +
        phrases.meant(closest(wanted, formats))
      );
    return s`${named(of.place)} must be one of ${all}: ${wanted}.` + remedy(of.place, next);
  },
  format_against_name: ({ extension, format, option }, next) =>
    s`The file name ends in .${extension}, but the format is ${format}. Leave out ${option}, or use a name that ends in .${format}.` +
    phrases.unsent(next),
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}. Set that service's key with CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  unknown_key: ({ key, keys, near, looksSecret, stored }, next) =>
    [
      stored === undefined
        ? s`There is no setting ${key}.`
        : s`${profileIn(stored)} has an unknown setting ${key}.`,
      ...(near === undefined ? [] : [s`Did you mean ${near}?`]),
      ...(looksSecret ? [s`To store an API key: '${next.command('auth login')}'.`] : []),
      ...(stored === undefined ? [] : [s`To remove it: '${next.command('config unset', key)}'.`]),
      s`Settings: ${keys.join(', ')}.`,
    ].join(' '),
  bad_profile: ({ why }) =>
    why === 'empty'
      ? '--profile needs a name.'
      : 'A profile name has letters, digits, dots, hyphens and underscores, up to 64.',
  no_such_profile: ({ name, known }, next) =>
    s`There is no profile ${name}. Profiles: ${known.join(', ')}. To create it: '${next.command('auth login')}'.`,
} satisfies Partial<CommandMessages>;

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
