import type { account as en } from '../en/account.js';
import { plural, s } from './words.js';

export const account: typeof en = {
  baseUrl: 'URL base',
  account: 'Conta',
  key: 'Chave',
  fingerprint: (fingerprint) => s`código ${fingerprint}`,
  profile: 'Perfil',
  none: 'nenhuma',
  note: 'Aviso',
  keyStored: (profile, path) =>
    s`O serviço aceita a chave. Ela está guardada para o perfil ${profile} em ${path}.`,
  keyForgotten: (profile) => s`Logout concluído: a chave do perfil ${profile} foi removida.`,
  noStoredKey: (profile) => s`O perfil ${profile} não tem chave guardada.`,
  keyStaysInUse: (variable) => s`${variable} ainda está definida, e a chave dela continua em uso.`,
  hidesStoredKey: (variable, profile) =>
    s`${variable} está definida e tem precedência sobre a chave do perfil ${profile}.`,
  hidesBaseUrl: (profile, stored) =>
    s`CONFERE_BASE_URL está definida e tem precedência sobre a URL base do perfil ${profile}, ${stored}.`,
  keyFileReadable: (path, quotedPath) =>
    s`Outros usuários desta máquina podem ler a chave em ${path}. Feche o acesso com: chmod 600 ${quotedPath}`,
  keyFrom: (fingerprint, source) => s`código ${fingerprint} (${source})`,
  keyAccepted: (fingerprint, source) => s`código ${fingerprint} (${source}), aceita`,
  keyRefused: (fingerprint, source) => s`código ${fingerprint} (${source}), recusada`,
  planAndCredits: (plan, remainingCredits) =>
    s`plano ${plan}, ${plural(remainingCredits, 'crédito restante', 'créditos restantes')}`,
  askBaseUrl: 'URL base do serviço (https://...): ',
  askKey:
    '\nCole com o botão direito do mouse ou com Shift-Insert. Chave de API (não é mostrada): ',
  homeOutsideUserFolder: (path) =>
    s`CONFERE_HOME (${path}) fica fora da sua pasta de usuário: outras pessoas talvez possam ler a chave e os resultados, e alterar o que conta como pago.`,
  askKeyFor: (baseUrl, profile) =>
    s`Chave de API para ${baseUrl}, perfil ${profile} (não é mostrada): `,
  keyWillBeReplaced: (profile) => s`O perfil ${profile} já tem uma chave, que a nova substituirá.`,
  unsetVariable: (hides) => s`Remova a variável ${hides} para usar a chave guardada.`,
  stoppedNothingStored: 'Interrompido. Nada foi guardado.',
  refusedWhenUsedUp:
    'as consultas são recusadas até os créditos se renovarem no dia 1º do mês (UTC)',
  overageWhenUsedUp: 'as consultas continuam, e o excedente é cobrado na próxima fatura',
  day: 'dia (UTC)',
  lastsLessThanADay: (rate) => s`Neste ritmo (${rate} por dia), os créditos duram menos de um dia.`,
  lastsOverAYear: (rate) => s`Neste ritmo (${rate} por dia), os créditos duram mais de um ano.`,
  lastsDays: (rate, whole) =>
    s`Neste ritmo (${rate} por dia), os créditos duram cerca de ${plural(whole, 'dia', 'dias')}.`,
  free: 'gratuito (sem assinatura válida)',
  plan: 'Plano',
  used: 'Usados',
  remaining: 'Restantes',
  ifUsedUp: 'Se acabarem',
  allUsedUp: (used) => s`0; a franquia acabou (${used} usados)`,
  underOnePercent: 'menos de 1',
  remainingOf: (left, of, percent) => s`${left} de ${of} créditos (${percent}% usados)`,
  whichKey: (command) => s`Para ver qual chave foi usada: '${command}'.`,
  whichKeyThenRerun: (command, onward) =>
    s`Veja qual chave foi usada ('${command}'); quando o serviço a aceitar, execute ${onward} de novo.`,
  loginWithAnotherKey: (command) =>
    s`Para guardar outra chave: '${command}'. Uma variável ou --api-key-file tem precedência sobre ela.`,
  keyNotStored: (again) => s`Nada foi guardado. Execute ${again} de novo com uma chave válida.`,
  balanceThenRerun: (command, onward) =>
    s`Verifique o saldo ('${command}'); quando ele for suficiente, execute ${onward} de novo.`,
  showBalance: (command) => s`Para ver o saldo: '${command}'.`,
  profileHasKey: (profile, hiddenBy) =>
    s`o perfil ${profile} tem essa chave; remova a variável ${hiddenBy}.`,
  profileHasKeyFile: (profile, shown) =>
    s`o perfil ${profile} tem essa chave; retire --api-key-file${shown}.`,
};
