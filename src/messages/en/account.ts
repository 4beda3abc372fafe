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
  keyForgotten: (profile: string) => s`Logged out: removed the key of profile ${profile}.`,
  noStoredKey: (profile: string) => s`Profile ${profile} has no stored key.`,
  keyStaysInUse: (variable: string) => s`${variable} is still set, so its key stays in use.`,
  hidesStoredKey: (variable: string, profile: string) =>
    s`${variable} is set and overrides the key of profile ${profile}.`,
  hidesBaseUrl: (profile: string, stored: string) =>
    s`CONFERE_BASE_URL is set and overrides the base URL of profile ${profile}, ${stored}.`,
  keyFileReadable: (path: string, quotedPath: string) =>
    s`Other users of this machine can read the key in ${path}. Close it with: chmod 600 ${quotedPath}`,
  keyFrom: (fingerprint: string, source: string) => s`fingerprint ${fingerprint} (${source})`,
  keyAccepted: (fingerprint: string, source: string) =>
    s`fingerprint ${fingerprint} (${source}), accepted`,
  keyRefused: (fingerprint: string, source: string) =>
    s`fingerprint ${fingerprint} (${source}), refused`,
  planAndCredits: (plan: string, remainingCredits: number) =>
    s`plan ${plan}, ${plural(remainingCredits, 'credit', 'credits')} left`,
  askBaseUrl: 'Base URL of the service (https://...): ',
  askKey: '\nPaste with the right mouse button or Shift-Insert. API key (not shown): ',
  homeOutsideUserFolder: (path: string) =>
    s`CONFERE_HOME (${path}) is outside your user folder: others may be able to read your key and results, and to change what counts as paid.`,
  askKeyFor: (baseUrl: string, profile: string) =>
    s`API key for ${baseUrl}, profile ${profile} (not shown): `,
  keyWillBeReplaced: (profile: string) =>
    s`Profile ${profile} already has a key; the new one replaces it.`,
  unsetVariable: (hides: string) => s`Unset ${hides} to use the stored key.`,
  stoppedNothingStored: 'Stopped. Nothing was stored.',
  refusedWhenUsedUp: 'lookups are refused until the credits renew on the 1st of the month (UTC)',
  overageWhenUsedUp: 'lookups continue, and the overage is billed on the next invoice',
  day: 'day (UTC)',
  lastsLessThanADay: (rate: string) =>
    s`At this rate (${rate} per day), the credits last less than a day.`,
  lastsOverAYear: (rate: string) =>
    s`At this rate (${rate} per day), the credits last more than a year.`,
  lastsDays: (rate: string, whole: number) =>
    s`At this rate (${rate} per day), the credits last about ${plural(whole, 'day', 'days')}.`,
  free: 'free (no valid subscription)',
  plan: 'Plan',
  used: 'Used',
  remaining: 'Remaining',
  ifUsedUp: 'When used up',
  allUsedUp: (used: string) => s`0; the allowance is used up (${used} used)`,
  underOnePercent: 'under 1',
  remainingOf: (left: string, of: string, percent: string) =>
    s`${left} of ${of} credits (${percent}% used)`,
  whichKey: (command: string) => s`To see which key was used: '${command}'.`,
  whichKeyThenRerun: (command: string, onward: string) =>
    s`Check which key was used ('${command}'); when the service accepts it, run ${onward} again.`,
  loginWithAnotherKey: (command: string) =>
    s`To store another key: '${command}'. A variable or --api-key-file overrides it.`,
  keyNotStored: (again: string) => s`Nothing was stored. Run ${again} again with a valid key.`,
  balanceThenRerun: (command: string, onward: string) =>
    s`Check the balance ('${command}'); when it covers this, run ${onward} again.`,
  showBalance: (command: string) => s`To see the balance: '${command}'.`,
  profileHasKey: (profile: string, hiddenBy: string) =>
    s`profile ${profile} has that key; unset ${hiddenBy}.`,
  profileHasKeyFile: (profile: string, shown: string) =>
    s`profile ${profile} has that key; leave out --api-key-file${shown}.`,
};
