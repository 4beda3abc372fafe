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
  return s` '${next.command('config set', place.key)} <value>' or '${next.command('config unset', place.key)}' mends it.`;
}

/** Settings and the key, for every reader. */
export const configErrors = {
  bad_api_key: ({ place }) =>
    s`${named(place)} holds spaces or characters that no key has; a key is one word of plain letters, digits and signs.`,
  settle_too_short: ({ least }) =>
    s`A settle time below ${least} is only for a sandbox on this machine: the service may keep working on a job for about 10 minutes after its answer was lost, and what is sent again by then is paid for twice. Nothing was sent; leave settle out.`,
  plain_http: ({ place, origin }, { next }) =>
    s`${named(place)}: ${origin} is plain http, which would show the key to the network; use https.` +
    remedy(place, next),
  bad_base_url: ({ place }, { next }) =>
    s`${named(place)} must look like https://service.example/path, without a user, a query or a fragment.` +
    remedy(place, next),
  bad_duration: ({ place, text, why }, { next }) =>
    ({
      no_duration: s`${named(place)}: '${text}' is not a duration. Use 500ms, 10s, 30m or 30d.`,
      too_long: s`${named(place)} is longer than a hundred years: ${text}.`,
      zero: s`${named(place)} must be longer than zero: ${text}.`,
    })[why] + remedy(place, next),
  bad_number: ({ place, text, must }, { next }) =>
    (must === 'be_whole_above_zero'
      ? s`${named(place)} must be a whole number above zero: ${text}.`
      : s`${named(place)} must be a number of zero or more: ${text}.`) + remedy(place, next),
  unknown_extension: ({ extension, known }, { next }) =>
    s`A file that ends in .${extension} cannot be written; the name may end in ${known.map((each) => `.${each}`).join(', ')}.` +
    phrases.unsent(next),
  bad_key_file: ({ path, source, why }) =>
    why === 'several_lines'
      ? s`The API key file ${path} (${source}) has several lines; it should hold the key alone.`
      : s`The API key file ${path} (${source}) is too large for a key.`,
  key_file_unreadable: (facts) => {
    if (facts.why === 'missing')
      return s`${facts.source} names no file that exists; it takes the path of a file that holds the key.`;
    if (facts.why === 'other')
      return s`The API key file ${facts.path} (${facts.source}) cannot be read (${facts.reason}).`;
    return facts.why === 'permissions'
      ? s`The API key file ${facts.path} (${facts.source}) may not be read by you; check its permissions.`
      : s`The API key file ${facts.path} (${facts.source}) is a folder; name the file in it.`;
  },
  config_unreadable: ({ path, reason }) =>
    s`${path} cannot be read (${reason}); check the file and its permissions.`,
  config_unwritable: ({ path, reason }) =>
    isDiskFull(reason)
      ? s`${path} cannot be written: ${phrases.unwritten(reason)}. Free some space and run this again; nothing was changed.`
      : s`${path} cannot be written (${reason}); check its folder and the disk.`,
  config_broken: (facts) =>
    facts.why === 'no_json'
      ? s`${facts.path} cannot be used: it is not JSON. Mend it, or move it away to start over.`
      : s`${facts.path} cannot be used: ${facts.at ?? 'the whole'} should be ${facts.expected ?? 'something else'}. Mend it, or move it away to start over.`,
  config_newer: ({ path }) =>
    s`${path} was written by a newer confere; update confere and run this again.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandConfigErrors = {
  no_base_url: ({ profile }, next) =>
    profile === 'default'
      ? s`No base URL: '${next.command('auth login')} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`
      : s`No base URL for profile ${profile}: '${next.command('auth login')} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`,
  no_api_key: (facts, next) =>
    'place' in facts
      ? s`${named(facts.place)} is empty.`
      : s`No API key for profile ${facts.profile}: '${next.command('auth login')}' stores one, CONFERE_API_KEY or --api-key-file gives one.`,
  unknown_format: ({ wanted, formats, of }, next) => {
    const all = formats.join(', ');
    if (of === 'export')
      return s`An export cannot be written as ${wanted}; the formats are ${all}.`;
    if (of === 'command')
      return (
        s`There is no format '${wanted}' here; the formats are ${all}.` +
        phrases.meant(closest(wanted, formats))
      );
    return s`${named(of.place)} must be one of ${all}: ${wanted}.` + remedy(of.place, next);
  },
  format_against_name: ({ extension, format, option }, next) =>
    s`A file that ends in .${extension} is not written as ${format}; leave out ${option}, or use a name that ends in .${format}.` +
    phrases.unsent(next),
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}; give that service's key by CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  unknown_key: ({ key, keys, near, looksSecret, stored }, next) =>
    [
      stored === undefined
        ? s`There is no setting ${key}.`
        : s`${profileIn(stored)} has an unknown setting ${key}.`,
      ...(near === undefined ? [] : [s`Did you mean ${near}?`]),
      ...(looksSecret ? [s`An API key is stored with '${next.command('auth login')}'.`] : []),
      ...(stored === undefined ? [] : [s`'${next.command('config unset', key)}' removes it.`]),
      s`The settings are ${keys.join(', ')}.`,
    ].join(' '),
  bad_profile: ({ why }) =>
    why === 'empty'
      ? '--profile needs a name.'
      : 'A stored profile has a name of letters, digits, dots, hyphens and underscores, 64 at most.',
  no_such_profile: ({ name, known }, next) =>
    s`There is no profile ${name}; there is ${known.join(', ')}. '${next.command('auth login')}' makes it.`,
} satisfies Partial<CommandMessages>;
