import { s } from './words.js';

/** Settings, profiles and where the key comes from. */
export const config = {
  profile: (profile: string) => s`Profile ${profile}`,
  profileAmong: (profile: string, others: string) =>
    s`Profile ${profile} (there is also ${others})`,
  noValue: (key: string, profile: string) =>
    s`${key} is not set in profile ${profile} and has no default.`,
  wasNotSet: (key: string, profile: string) => s`${key} was not set in profile ${profile}.`,
  keyBoundTo: (profile: string, boundTo: string, command: string) =>
    s`The stored key of profile ${profile} is for ${boundTo} and is not sent elsewhere. To store another: '${command}'.`,
  fromFlag: 'option',
  fromEnvironment: 'environment',
  fromProfile: 'profile',
  fromDefault: 'default',
  numberNotNegative: 'Use a number of zero or more.',
  wholeAboveZero: 'Use a whole number above zero.',
  priceForm: 'Use cpf, cnpj or realtime with its credits, as in cpf=2.',
  needsName: 'Use a name.',
};
