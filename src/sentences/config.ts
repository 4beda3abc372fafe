import type { ErrorFacts, Sentences } from '../errors.js';
import { isDiskFull } from '../errors/full-disk.js';
import { say } from '../text/index.js';
import { writeFailure } from './export.js';
import type { Place, StoredSetting } from '../errors/config.js';

export const configSentences = {
  bad_api_key: ({ place }) =>
    say`${placeName(place)} holds spaces or characters that no key has; a key is one word of plain letters, digits and signs.`,
  settle_too_short: ({ least }) =>
    say`A settle time below ${least} is only for a sandbox on this machine: the service may keep working on a job for about 10 minutes after its answer was lost, and what is sent again by then is paid for twice. Nothing was sent; leave settle out.`,
  plain_http: ({ place, origin }) =>
    say`${placeName(place)}: ${origin} is plain http, which would show the key to the network; use https.`,
  bad_base_url: ({ place }) =>
    say`${placeName(place)} must look like https://service.example/path, without a user, a query or a fragment.`,
  bad_duration: badDuration,
  bad_number: badNumber,
  unknown_extension: ({ extension, known }) =>
    say`A file that ends in .${extension} cannot be written; the name may end in ${known.map((each) => `.${each}`).join(', ')}.`,
  bad_key_file: ({ path, source, why }) =>
    why === 'several_lines'
      ? say`The API key file ${path} (${source}) has several lines; it should hold the key alone.`
      : say`The API key file ${path} (${source}) is too large for a key.`,
  key_file_unreadable: unreadableKeyFile,
  config_unreadable: ({ path, reason }) =>
    say`${path} cannot be read (${reason}); check the file and its permissions.`,
  config_unwritable: ({ path, reason }) =>
    isDiskFull(reason)
      ? say`${path} cannot be written: ${writeFailure(reason)}. Free some space and run this again; nothing was changed.`
      : say`${path} cannot be written (${reason}); check its folder and the disk.`,
  config_broken: brokenConfig,
  config_newer: ({ path }) =>
    say`${path} was written by a newer confere; update confere and run this again.`,
} satisfies Partial<Sentences>;

function badDuration({ place, text, why }: ErrorFacts['bad_duration']): string {
  const what = placeName(place);
  switch (why) {
    case 'no_duration':
      return say`${what}: '${text}' is not a duration. Use 500ms, 10s, 30m or 30d.`;
    case 'too_long':
      return say`${what} is longer than a hundred years: ${text}.`;
    case 'zero':
      return say`${what} must be longer than zero: ${text}.`;
  }
}

function badNumber({ place, text, must }: ErrorFacts['bad_number']): string {
  const what = placeName(place);
  return must === 'be_whole_above_zero'
    ? say`${what} must be a whole number above zero: ${text}.`
    : say`${what} must be a number of zero or more: ${text}.`;
}

function unreadableKeyFile(facts: ErrorFacts['key_file_unreadable']): string {
  const { source } = facts;
  switch (facts.why) {
    case 'missing':
      return say`${source} names no file that exists; it takes the path of a file that holds the key.`;
    case 'permissions':
      return say`The API key file ${facts.path} (${source}) may not be read by you; check its permissions.`;
    case 'folder':
      return say`The API key file ${facts.path} (${source}) is a folder; name the file in it.`;
    case 'other':
      return say`The API key file ${facts.path} (${source}) cannot be read (${facts.reason}).`;
  }
}

function brokenConfig(facts: ErrorFacts['config_broken']): string {
  const { path } = facts;
  if (facts.why === 'no_json')
    return say`${path} cannot be used: it is not JSON. Mend it, or move it away to start over.`;
  const place = facts.at ?? say`the whole`;
  const expected = facts.expected ?? say`something else`;
  return say`${path} cannot be used: ${place} should be ${expected}. Mend it, or move it away to start over.`;
}

/** The name of a value's place in a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
export function placeName(place: Place): string {
  if (typeof place === 'string') return place;
  switch (place.what) {
    case 'base_url':
      return say`The base URL`;
    case 'api_key':
      return say`The API key`;
    case 'key_file':
      return say`The API key file ${place.path}`;
    case 'stored_key':
      return say`The key of profile ${place.profile}`;
    case 'setting':
      return say`${place.key} of ${profileName(place)}`;
  }
}

export function profileName({ profile, path }: Pick<StoredSetting, 'profile' | 'path'>): string {
  return say`profile ${profile} in ${path}`;
}
