import { plural, s } from './words.js';

/** The account: its key, who is logged in, plan and balance. */
export const account = {
  baseUrl: 'Base URL',
  account: 'Account',
  key: 'Key',
  fingerprint: (fingerprint: string) => s`fingerprint ${fingerprint}`,
  profile: 'Profile',
  none: 'none',
  note: 'Note',
  keyStored: (profile: string, path: string) =>
    s`The service accepts the key. It is stored for profile ${profile} in ${path}.`,
  keyForgotten: (profile: string) => s`The key of profile ${profile} is forgotten.`,
  noStoredKey: (profile: string) => s`Profile ${profile} has no stored key.`,
  keyStaysInUse: (variable: string) => s`${variable} is still set, and its key stays in use.`,
  hidesStoredKey: (variable: string, profile: string) =>
    s`${variable} is set and hides the key stored for profile ${profile}.`,
  hidesBaseUrl: (profile: string, stored: string) =>
    s`CONFERE_BASE_URL is set and hides the base URL of profile ${profile}, ${stored}.`,
  keyFileReadable: (path: string, quotedPath: string) =>
    s`Others on this machine can read the key in ${path}; close it with: chmod 600 ${quotedPath}`,
  keyFrom: (fingerprint: string, source: string) => s`fingerprint ${fingerprint} (${source})`,
  keyAccepted: (fingerprint: string, source: string) =>
    s`fingerprint ${fingerprint} (${source}), accepted`,
  keyRefused: (fingerprint: string, source: string) =>
    s`fingerprint ${fingerprint} (${source}), refused`,
  planAndCredits: (plan: string, remainingCredits: number) =>
    s`plan ${plan}, ${plural(remainingCredits, 'credit', 'credits')} left`,
  askBaseUrl: 'Base URL of the service (https://...): ',
  askKey: '\nPaste with the right mouse button or Shift-Insert. API key (it is not shown): ',
  homeOutsideUserFolder: (path: string) =>
    s`CONFERE_HOME (${path}) is outside of your user folder, where others may be able to read your key and results, and to change what counts as paid.`,
  askKeyFor: (baseUrl: string, profile: string) =>
    s`API key for ${baseUrl}, profile ${profile} (it is not shown): `,
  keyWillBeReplaced: (profile: string) =>
    s`Profile ${profile} has a key, which a new one replaces.`,
  unsetVariable: (hides: string) => s`Unset ${hides}; then the stored key is used.`,
  stoppedNothingStored: 'Stopped; nothing was stored.',
  refusedWhenUsedUp: 'lookups are refused until the credits renew on the 1st of the month (UTC)',
  overageWhenUsedUp: 'lookups continue, and the overage is billed on the next invoice',
  day: 'day (UTC)',
  lastsLessThanADay: (rate: string) =>
    s`At this pace (${rate} a day) the rest lasts less than a day.`,
  lastsOverAYear: (rate: string) =>
    s`At this pace (${rate} a day) the rest lasts more than a year.`,
  lastsDays: (rate: string, whole: number) =>
    s`At this pace (${rate} a day) the rest lasts about ${plural(whole, 'day', 'days')}.`,
  free: 'free (no valid subscription)',
  plan: 'Plan',
  used: 'Used',
  remaining: 'Remaining',
  ifUsedUp: 'When used up',
  allUsedUp: (used: string) => s`0; the allowance is used up (${used} used)`,
  underOnePercent: 'under 1',
  remainingOf: (left: string, of: string, percent: string) =>
    s`${left} of ${of} credits (${percent}% used)`,
  whichKey: (command: string) => s`'${command}' shows which key was used.`,
  whichKeyThenRerun: (command: string, onward: string) =>
    s`'${command}' shows which key was used; when the service accepts it, run ${onward} again.`,
  loginWithAnotherKey: (command: string) =>
    s`'${command}' stores another key, which counts where neither a variable nor --api-key-file gives one.`,
  keyNotStored: (again: string) => s`Nothing was stored; run ${again} with a key that it accepts.`,
  balanceThenRerun: (command: string, onward: string) =>
    s`'${command}' shows the balance; when it covers this, run ${onward} again.`,
  showBalance: (command: string) => s`'${command}' shows the balance.`,
  profileHasKey: (profile: string, hiddenBy: string) =>
    s`profile ${profile} has that key: unset ${hiddenBy}.`,
  profileHasKeyFile: (profile: string, shown: string) =>
    s`profile ${profile} has that key: leave out --api-key-file${shown}.`,
};
