import type { ErrorFacts, Sentences } from '../errors.js';
import { isDiskFull } from '../errors/full-disk.js';
import { t } from '../messages/index.js';
import { writeFailure } from './export.js';
import type { Place, StoredSetting } from '../errors/config.js';

export const configSentences = {
  bad_api_key: ({ place }) => t.config.keyHasOddCharacters(placeName(place)),
  settle_too_short: ({ least }) => t.config.settleTooShort(least),
  plain_http: ({ place, origin }) => t.config.plainHttp(placeName(place), origin),
  bad_base_url: ({ place }) => t.config.badBaseUrl(placeName(place)),
  bad_duration: badDuration,
  bad_number: badNumber,
  unknown_extension: ({ extension, known }) =>
    t.exports.badExtension(extension, known.map((each) => `.${each}`).join(', ')),
  bad_key_file: ({ path, source, why }) =>
    why === 'several_lines'
      ? t.config.keyFileHasLines(path, source)
      : t.config.keyFileTooLarge(path, source),
  key_file_unreadable: unreadableKeyFile,
  config_unreadable: ({ path, reason }) => t.config.fileUnreadable(path, reason),
  config_unwritable: ({ path, reason }) =>
    isDiskFull(reason)
      ? t.config.diskFull(path, writeFailure(reason))
      : t.config.fileUnwritable(path, reason),
  config_broken: brokenConfig,
  config_newer: ({ path }) => t.config.newerFile(path),
} satisfies Partial<Sentences>;

function badDuration({ place, text, why }: ErrorFacts['bad_duration']): string {
  const what = placeName(place);
  switch (why) {
    case 'no_duration':
      return t.config.badDuration(what, text);
    case 'too_long':
      return t.config.durationTooLong(what, text);
    case 'zero':
      return t.config.mustBeAboveZero(what, text);
  }
}

function badNumber({ place, text, must }: ErrorFacts['bad_number']): string {
  const what = placeName(place);
  return must === 'be_whole_above_zero'
    ? t.config.mustBeWholeAboveZero(what, text)
    : t.config.mustNotBeNegative(what, text);
}

function unreadableKeyFile(facts: ErrorFacts['key_file_unreadable']): string {
  const { source } = facts;
  switch (facts.why) {
    case 'missing':
      return t.config.keyFileMissing(source);
    case 'permissions':
      return t.config.keyFileNotPermitted(facts.path, source);
    case 'folder':
      return t.config.keyFileIsFolder(facts.path, source);
    case 'other':
      return t.config.keyFileUnreadable(facts.path, source, facts.reason);
  }
}

function brokenConfig(facts: ErrorFacts['config_broken']): string {
  const { path } = facts;
  if (facts.why === 'no_json') return t.config.notJson(path);
  const place = facts.at ?? t.config.whole;
  const expected = facts.expected ?? t.config.somethingElse;
  return t.config.wrongShape(path, place, expected);
}

/** The name of a value's place in a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
export function placeName(place: Place): string {
  if (typeof place === 'string') return place;
  switch (place.what) {
    case 'base_url':
      return t.config.baseUrlTitle;
    case 'api_key':
      return t.account.apiKeyTitle;
    case 'key_file':
      return t.config.keyFile(place.path);
    case 'stored_key':
      return t.config.keyOfProfile(place.profile);
    case 'setting':
      return t.config.keyOfProfilePlace(place.key, profileName(place));
  }
}

export function profileName({ profile, path }: Pick<StoredSetting, 'profile' | 'path'>): string {
  return t.config.profileIn(profile, path);
}
