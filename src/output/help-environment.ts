import { paragraph, twoColumns } from './help-text.js';

/** Every variable that changes what confere does. */
export const environment: readonly (readonly [names: string, meaning: string])[] = [
  ['CONFERE_API_KEY', 'the API key'],
  ['CONFERE_API_KEY_FILE', 'file that holds the API key; CONFERE_API_KEY beats it'],
  ['CONFERE_BASE_URL', 'address of the service'],
  ['CONFERE_PROFILE', 'profile to use'],
  ['CONFERE_HOME', "one folder for all of confere, in place of the platform's own"],
  ['CONFERE_SANDBOX', '1 uses the embedded sandbox, as --sandbox does'],
  ['CONFERE_LANG', 'language of reports: pt-BR or en; LC_ALL, LC_MESSAGES, LANG after it'],
  ['HTTPS_PROXY, HTTP_PROXY', 'proxy for requests to the service'],
  ['NO_PROXY', 'hosts that are reached without the proxy'],
  ['NODE_EXTRA_CA_CERTS', 'file of further certificate authorities'],
  ['NO_COLOR, CI, TERM=dumb', 'no colour, and progress in plain lines'],
  ['XDG_STATE_HOME', 'folder of the ledger on Linux and macOS'],
  ['XDG_CONFIG_HOME', 'folder of the profiles on Linux and macOS'],
  ['LOCALAPPDATA, APPDATA', 'folders of the ledger and the profiles on Windows'],
];

/** `confere help environment`. */
export function environmentText(width: number): string {
  return [
    twoColumns(environment, width),
    paragraph(
      'A flag beats the environment, and the environment beats a profile. There is no flag for the key itself: what stands on a command line shows in the list of processes.',
      width,
    ),
  ].join('\n');
}
