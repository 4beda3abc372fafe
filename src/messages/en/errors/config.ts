import type { Place } from '../../../errors/config.js';
import type { CommandMessages, ErrorMessages, NextSteps } from '../../reader.js';
import { phrases } from '../phrases.js';
import { s } from '../words.js';
import { isDiskFull } from '../../../errors/full-disk.js';
import { closest } from '../../../closest.js';

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
