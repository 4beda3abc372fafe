import { s } from './words.js';

/** Settings, profiles and where the key comes from. */
export const config = {
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
