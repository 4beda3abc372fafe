import { paragraph, twoColumns } from './help-text.js';
import { say } from '../../text/index.js';

/** Every environment variable that affects confere. */
export const environment = (): readonly (readonly [names: string, meaning: string])[] => [
  ['CONFERE_API_KEY', say`the API key`],
  ['CONFERE_API_KEY_FILE', say`file that holds the API key; CONFERE_API_KEY beats it`],
  ['CONFERE_BASE_URL', say`address of the service`],
  ['CONFERE_LEDGER', say`database of a ledger that several machines share`],
  ['CONFERE_PROFILE', say`profile to use`],
  ['CONFERE_HOME', say`one folder for all of confere, in place of the platform's own`],
  ['CONFERE_LANG', say`en or pt-BR; without it LC_ALL, LC_MESSAGES or LANG decides`],
  ['CONFERE_SANDBOX', say`1 uses the embedded sandbox, as --sandbox does`],
  ['HTTPS_PROXY, HTTP_PROXY', say`proxy for requests to the service`],
  ['NO_PROXY', say`hosts that are reached without the proxy`],
  ['NODE_EXTRA_CA_CERTS', say`file of further certificate authorities`],
  ['NODE_TLS_REJECT_UNAUTHORIZED', say`ignored: certificates are always checked`],
  ['NO_COLOR, CI, TERM=dumb', say`no colour, and progress in plain lines`],
  ['XDG_STATE_HOME', say`folder of the ledger on Linux and macOS`],
  ['XDG_CONFIG_HOME', say`folder of the profiles on Linux and macOS`],
  ['LOCALAPPDATA, APPDATA', say`folders of the ledger and the profiles on Windows`],
];

/** `confere help environment`. */
export function environmentText(width: number): string {
  return [
    twoColumns(environment(), width),
    paragraph(
      say`An option beats the environment, and the environment beats a profile. There is no option for the key itself: what is on a command line shows in the list of processes.`,
      width,
    ),
  ].join('\n');
}
