import type { Place } from '../../errors/config.js';
import { closest } from '../../closest.js';
import type { ErrorFacts } from '../../errors.js';
import { configSentences, placeName, profileName } from '../../sentences/config.js';
import { say } from '../../text/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { unsent, type CommandSentences } from './command-sentences.js';

export const configErrors = {
  ...configSentences,
  no_base_url: ({ profile }, next) =>
    profile === 'default'
      ? say`No base URL: '${next.command('auth login')} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`
      : say`No base URL for profile ${profile}: '${next.command('auth login')} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`,
  no_api_key: (facts, next) =>
    'place' in facts
      ? say`${placeName(facts.place)} is empty.`
      : say`No API key for profile ${facts.profile}: '${next.command('auth login')}' stores one, CONFERE_API_KEY or --api-key-file gives one.`,
  plain_http: (facts, next) => withRemedy(next, facts.place, configSentences.plain_http(facts)),
  bad_base_url: (facts, next) => withRemedy(next, facts.place, configSentences.bad_base_url(facts)),
  bad_duration: (facts, next) => withRemedy(next, facts.place, configSentences.bad_duration(facts)),
  bad_number: (facts, next) => withRemedy(next, facts.place, configSentences.bad_number(facts)),
  unknown_format: unknownFormat,
  unknown_extension: (facts, next) => unsent(configSentences.unknown_extension(facts), next),
  format_against_name: ({ extension, format, option }, next) =>
    unsent(
      say`A file that ends in .${extension} is not written as ${format}; leave out ${option}, or use a name that ends in .${format}.`,
      next,
    ),
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    say`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}; give that service's key by CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  unknown_key: unknownKey,
  bad_profile: ({ why }) =>
    why === 'empty'
      ? say`--profile needs a name.`
      : say`A stored profile has a name of letters, digits, dots, hyphens and underscores, 64 at most.`,
  no_such_profile: ({ name, known }, next) =>
    say`There is no profile ${name}; there is ${known.join(', ')}. '${next.command('auth login')}' makes it.`,
} satisfies Partial<CommandSentences>;

/** A setting that comes from a file must be corrected in that file. */
function withRemedy(next: NextSteps, place: Place, told: string): string {
  if (typeof place === 'string' || place.what !== 'setting') return told;
  const { key } = place;
  return say`${told} '${next.command('config set', key)} <value>' or '${next.command('config unset', key)}' mends it.`;
}

function unknownFormat(
  { wanted, formats, of }: ErrorFacts['unknown_format'],
  next: NextSteps,
): string {
  const listed = formats.join(', ');
  if (of === 'export')
    return say`An export cannot be written as ${wanted}; the formats are ${listed}.`;
  if (of === 'command') {
    const near = closest(wanted, formats);
    const told = say`There is no format '${wanted}' here; the formats are ${listed}.`;
    return near === undefined ? told : `${told} ${say`Did you mean ${`'${near}'`}?`}`;
  }
  return withRemedy(
    next,
    of.place,
    say`${placeName(of.place)} must be one of ${listed}: ${wanted}.`,
  );
}

function unknownKey(
  { key, keys, near, looksSecret, stored }: ErrorFacts['unknown_key'],
  next: NextSteps,
): string {
  const sentences = [
    stored === undefined
      ? say`There is no setting ${key}.`
      : say`${profileName(stored)} has an unknown setting ${key}.`,
    ...(near === undefined ? [] : [say`Did you mean ${near}?`]),
    ...(looksSecret ? [say`An API key is stored with '${next.command('auth login')}'.`] : []),
    ...(stored === undefined ? [] : [say`'${next.command('config unset', key)}' removes it.`]),
    say`The settings are ${keys.join(', ')}.`,
  ];
  return sentences.join(' ');
}
