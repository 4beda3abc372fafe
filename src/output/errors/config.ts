import type { Place } from '../../errors/config.js';
import { closest } from '../../closest.js';
import type { ErrorFacts } from '../../errors.js';
import { configSentences, placeName, profileName } from '../../sentences/config.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { unsent, type CommandSentences } from './command-sentences.js';

export const configErrors = {
  ...configSentences,
  no_base_url: ({ profile }, next) =>
    profile === 'default'
      ? t.config.noBaseUrl(next.command('auth login'))
      : t.config.noBaseUrlForProfile(profile, next.command('auth login')),
  no_api_key: (facts, next) =>
    'place' in facts
      ? t.config.empty(placeName(facts.place))
      : t.config.noKey(facts.profile, next.command('auth login')),
  plain_http: (facts, next) => withRemedy(next, facts.place, configSentences.plain_http(facts)),
  bad_base_url: (facts, next) => withRemedy(next, facts.place, configSentences.bad_base_url(facts)),
  bad_duration: (facts, next) => withRemedy(next, facts.place, configSentences.bad_duration(facts)),
  bad_number: (facts, next) => withRemedy(next, facts.place, configSentences.bad_number(facts)),
  unknown_format: unknownFormat,
  unknown_extension: (facts, next) => unsent(configSentences.unknown_extension(facts), next),
  format_against_name: ({ extension, format, option }, next) =>
    unsent(t.exports.extensionContradicts(extension, format, option), next),
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    t.config.keyForOtherService(profile, boundTo, baseUrl),
  unknown_key: unknownKey,
  bad_profile: ({ why }) => (why === 'empty' ? t.config.profileNeedsName : t.config.badProfileName),
  no_such_profile: ({ name, known }, next) =>
    t.config.noSuchProfile(name, known.join(', '), next.command('auth login')),
} satisfies Partial<CommandSentences>;

/** A setting that comes from a file must be corrected in that file. */
function withRemedy(next: NextSteps, place: Place, told: string): string {
  if (typeof place === 'string' || place.what !== 'setting') return told;
  const { key } = place;
  return t.config.mendSetting(
    told,
    next.command('config set', key),
    next.command('config unset', key),
  );
}

function unknownFormat(
  { wanted, formats, of }: ErrorFacts['unknown_format'],
  next: NextSteps,
): string {
  const listed = formats.join(', ');
  if (of === 'export') return t.exports.badFormat(wanted, listed);
  if (of === 'command') {
    const near = closest(wanted, formats);
    const told = t.usage.noSuchFormat(wanted, listed);
    return near === undefined ? told : `${told} ${t.usage.didYouMean(`'${near}'`)}`;
  }
  return withRemedy(next, of.place, t.config.mustBeOneOf(placeName(of.place), listed, wanted));
}

function unknownKey(
  { key, keys, near, looksSecret, stored }: ErrorFacts['unknown_key'],
  next: NextSteps,
): string {
  const sentences = [
    stored === undefined
      ? t.config.noSuchSetting(key)
      : t.config.unknownSetting(profileName(stored), key),
    ...(near === undefined ? [] : [t.usage.didYouMean(near)]),
    ...(looksSecret ? [t.config.keyIsStoredByLogin(next.command('auth login'))] : []),
    ...(stored === undefined ? [] : [t.config.removeSetting(next.command('config unset', key))]),
    t.config.settings(keys.join(', ')),
  ];
  return sentences.join(' ');
}
