import type { Place } from '../../errors/config.js';
import type { ErrorFacts, Sentences } from '../../errors.js';
import { configSentences } from '../../sentences/config.js';
import { placeName, profileName } from '../../sentences/places.js';
import { say } from '../../text/index.js';

export const configErrors = {
  ...configSentences,
  no_base_url: ({ profile }) =>
    profile === 'default'
      ? say`No base URL: 'confere auth login --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`
      : say`No base URL for profile ${profile}: 'confere auth login --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.`,
  no_api_key: (facts) =>
    'place' in facts
      ? say`${placeName(facts.place)} is empty.`
      : say`No API key for profile ${facts.profile}: 'confere auth login' stores one, CONFERE_API_KEY or --api-key-file gives one.`,
  plain_http: (facts) => withRemedy(facts.place, configSentences.plain_http(facts)),
  bad_base_url: (facts) => withRemedy(facts.place, configSentences.bad_base_url(facts)),
  bad_duration: (facts) => withRemedy(facts.place, configSentences.bad_duration(facts)),
  bad_number: (facts) => withRemedy(facts.place, configSentences.bad_number(facts)),
  unknown_format: unknownFormat,
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    say`The stored key of profile ${profile} is for ${boundTo} and is not sent to ${baseUrl}; give that service's key by CONFERE_API_KEY or --api-key-file, or log in there with another --profile.`,
  unknown_key: unknownKey,
  bad_profile: ({ why }) =>
    why === 'empty'
      ? say`--profile needs a name.`
      : say`A stored profile has a name of letters, digits, dots, hyphens and underscores, 64 at most.`,
  no_such_profile: ({ name, known }) =>
    say`There is no profile ${name}; there is ${known.join(', ')}. 'confere auth login --profile ${name}' makes it.`,
} satisfies Partial<Sentences>;

/** A setting that comes from a file must be corrected in that file. */
function withRemedy(place: Place, told: string): string {
  if (typeof place === 'string' || place.what !== 'setting') return told;
  const { key } = place;
  return say`${told} 'confere config set ${key} <value>' or 'confere config unset ${key}' mends it.`;
}

function unknownFormat({ wanted, formats, of }: ErrorFacts['unknown_format']): string {
  const listed = formats.join(', ');
  if (of === 'export')
    return say`An export cannot be written as ${wanted}; the formats are csv, json, jsonl and xlsx.`;
  if (of === 'command') return say`There is no format '${wanted}' here; the formats are ${listed}.`;
  return withRemedy(of.place, say`${placeName(of.place)} must be one of ${listed}: ${wanted}.`);
}

function unknownKey({ key, keys, near, looksSecret, stored }: ErrorFacts['unknown_key']): string {
  const sentences = [
    stored === undefined
      ? say`There is no key ${key}.`
      : say`${profileName(stored)} has an unknown key ${key}.`,
    ...(near === undefined ? [] : [say`Did you mean ${near}?`]),
    ...(looksSecret ? [say`An API key is stored with 'confere auth login'.`] : []),
    ...(stored === undefined ? [] : [say`'confere config unset ${key}' removes it.`]),
    say`The keys are ${keys.join(', ')}.`,
  ];
  return sentences.join(' ');
}
