import { paragraph, twoColumns } from './help-text.js';
import { t } from '../../messages/index.js';

/** Every environment variable that affects confere. */
export const environment = (): readonly (readonly [names: string, meaning: string])[] => [
  ['CONFERE_API_KEY', t.help.apiKey],
  ['CONFERE_API_KEY_FILE', t.help.apiKeyFile],
  ['CONFERE_BASE_URL', t.options.baseUrl],
  ['CONFERE_LEDGER', t.options.ledgerUrl],
  ['CONFERE_PROFILE', t.help.profile],
  ['CONFERE_HOME', t.help.home],
  ['CONFERE_LANG', t.help.language],
  ['CONFERE_SANDBOX', t.help.sandbox],
  ['HTTPS_PROXY, HTTP_PROXY', t.help.proxy],
  ['NO_PROXY', t.help.noProxy],
  ['NODE_EXTRA_CA_CERTS', t.help.caFile],
  ['NODE_TLS_REJECT_UNAUTHORIZED', t.help.tlsIgnored],
  ['NO_COLOR, CI, TERM=dumb', t.help.noColor],
  ['GITHUB_ACTIONS, GITHUB_STEP_SUMMARY', t.help.githubActions],
  ['XDG_STATE_HOME', t.help.ledgerFolder],
  ['XDG_CONFIG_HOME', t.help.profileFolder],
  ['LOCALAPPDATA, APPDATA', t.help.windowsFolders],
];

/** `confere help environment`. */
export function environmentText(width: number): string {
  return [twoColumns(environment(), width), paragraph(t.help.precedence, width)].join('\n');
}
