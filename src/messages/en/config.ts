import { s } from './words.js';

/** Settings, profiles and where the key comes from. */
export const config = {
  profileIn: (profile: string, path: string) => s`profile ${profile} in ${path}`,
  baseUrlTitle: 'The base URL',
  noBaseUrl: (command: string) =>
    s`No base URL: '${command} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`,
  noBaseUrlForProfile: (profile: string, command: string) =>
    s`No base URL for profile ${profile}: '${command} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`,
  keyOfProfile: (profile: string) => s`The key of profile ${profile}`,
  keyForOtherService: (profile: string, boundTo: string, baseUrl: string) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}; give that service's key by CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  noKey: (profile: string, command: string) =>
    s`No API key for profile ${profile}: '${command}' stores one, CONFERE_API_KEY or --api-key-file gives one.`,
  empty: (place: string) => s`${place} is empty.`,
  keyHasOddCharacters: (place: string) =>
    s`${place} holds spaces or characters that no key has; a key is one word of plain letters, digits and signs.`,
  keyFile: (path: string) => s`The API key file ${path}`,
  settleTooShort: (least: string) =>
    s`A settle time below ${least} is only for a sandbox on this machine: the service may keep working on a job for about 10 minutes after its answer was lost, and what is sent again by then is paid for twice. Nothing was sent; leave settle out.`,
  plainHttp: (place: string, origin: string) =>
    s`${place}: ${origin} is plain http, which would show the key to the network; use https.`,
  badBaseUrl: (place: string) =>
    s`${place} must look like https://service.example/path, without a user, a query or a fragment.`,
  badDuration: (what: string, value: string) =>
    s`${what}: '${value}' is not a duration. Use 500ms, 10s, 30m or 30d.`,
  durationTooLong: (what: string, value: string) =>
    s`${what} is longer than a hundred years: ${value}.`,
  keyFileHasLines: (path: string, source: string) =>
    s`The API key file ${path} (${source}) has several lines; it should hold the key alone.`,
  keyFileTooLarge: (path: string, source: string) =>
    s`The API key file ${path} (${source}) is too large for a key.`,
  keyFileMissing: (source: string) =>
    s`${source} names no file that exists; it takes the path of a file that holds the key.`,
  keyFileNotPermitted: (path: string, source: string) =>
    s`The API key file ${path} (${source}) may not be read by you; check its permissions.`,
  keyFileIsFolder: (path: string, source: string) =>
    s`The API key file ${path} (${source}) is a folder; name the file in it.`,
  keyFileUnreadable: (path: string, source: string, reason: string) =>
    s`The API key file ${path} (${source}) cannot be read (${reason}).`,
  mustBeAboveZero: (what: string, value: string) => s`${what} must be longer than zero: ${value}.`,
  mustBeWholeAboveZero: (what: string, value: string) =>
    s`${what} must be a whole number above zero: ${value}.`,
  mustNotBeNegative: (what: string, value: string) =>
    s`${what} must be a number of zero or more: ${value}.`,
  mustBeOneOf: (place: string, listed: string, wanted: string) =>
    s`${place} must be one of ${listed}: ${wanted}.`,
  fileUnreadable: (path: string, reason: string) =>
    s`${path} cannot be read (${reason}); check the file and its permissions.`,
  diskFull: (path: string, why: string) =>
    s`${path} cannot be written: ${why}. Free some space and run this again; nothing was changed.`,
  fileUnwritable: (path: string, reason: string) =>
    s`${path} cannot be written (${reason}); check its folder and the disk.`,
  profileNeedsName: '--profile needs a name.',
  badProfileName:
    'A stored profile has a name of letters, digits, dots, hyphens and underscores, 64 at most.',
  noSuchProfile: (name: string, known: string, command: string) =>
    s`There is no profile ${name}; there is ${known}. '${command}' makes it.`,
  keyOfProfilePlace: (key: string, profile: string) => s`${key} of ${profile}`,
  mendSetting: (told: string, set: string, unset: string) =>
    s`${told} '${set} <value>' or '${unset}' mends it.`,
  unknownSetting: (profile: string, key: string) => s`${profile} has an unknown setting ${key}.`,
  removeSetting: (command: string) => s`'${command}' removes it.`,
  whole: 'the whole',
  somethingElse: 'something else',
  wrongShape: (path: string, place: string, expected: string) =>
    s`${path} cannot be used: ${place} should be ${expected}. Mend it, or move it away to start over.`,
  notJson: (path: string) =>
    s`${path} cannot be used: it is not JSON. Mend it, or move it away to start over.`,
  newerFile: (path: string) =>
    s`${path} was written by a newer confere; update confere and run this again.`,
  noSuchSetting: (key: string) => s`There is no setting ${key}.`,
  keyIsStoredByLogin: (command: string) => s`An API key is stored with '${command}'.`,
  settings: (keys: string) => s`The settings are ${keys}.`,
  profile: (profile: string) => s`Profile ${profile}`,
  profileAmong: (profile: string, others: string) =>
    s`Profile ${profile} (there is also ${others})`,
  noValue: (key: string, profile: string) =>
    s`${key} has no value in profile ${profile}, and no default.`,
  wasNotSet: (key: string, profile: string) => s`${key} was not set in profile ${profile}.`,
  keyBoundTo: (profile: string, boundTo: string, command: string) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent elsewhere; '${command}' stores another.`,
  fromFlag: 'flag',
  fromEnvironment: 'environment',
  fromProfile: 'profile',
  fromDefault: 'default',
  numberNotNegative: 'It must be a number of zero or more.',
  wholeAboveZero: 'It must be a whole number above zero.',
  priceForm: 'It must be cpf, cnpj or realtime with its credits, as in cpf=2.',
  needsName: 'It must be a name.',
};
