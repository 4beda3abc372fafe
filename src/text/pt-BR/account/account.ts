import type { Catalogue } from '../../voice.js';

/** Login and accounts. */
export const account: Catalogue = {
  'Base URL': 'URL base',
  Account: 'Conta',
  Key: 'Chave',
  'fingerprint {0}': 'código {0}',
  Profile: 'Perfil',
  none: 'nenhuma',
  Note: 'Aviso',
  'The service accepts the key. It is stored for profile {0} in {1}.':
    'O serviço aceita a chave. Ela está guardada para o perfil {0} em {1}.',
  'The key of profile {0} is forgotten.': 'A chave do perfil {0} foi apagada.',
  'Profile {0} has no stored key.': 'O perfil {0} não tem chave guardada.',
  '{0} is still set, and its key stays in use.':
    '{0} continua definida, e a chave dela continua em uso.',
  '{0} is set and hides the key stored for profile {1}.':
    '{0} está definida e tem precedência sobre a chave do perfil {1}.',
  'CONFERE_BASE_URL is set and hides the base URL of profile {0}, {1}.':
    'CONFERE_BASE_URL está definida e tem precedência sobre a URL base do perfil {0}, {1}.',
  'Others on this machine can read the key in {0}; close it with: chmod 600 {1}':
    'Outros usuários desta máquina podem ler a chave em {0}; feche o acesso com: chmod 600 {1}',
  'fingerprint {0} ({1})': 'código {0} ({1})',
  'fingerprint {0} ({1}), accepted': 'código {0} ({1}), aceita',
  'fingerprint {0} ({1}), refused': 'código {0} ({1}), recusada',
  'plan {0}, {1#credit|credits} left': 'plano {0}, {1#crédito restante|créditos restantes}',
  'store, show and forget the API key': 'guarda, mostra e apaga a chave de API',
  'ask for an API key, prove it at the service, and store it':
    'pede uma chave de API, testa a chave no serviço e a guarda',
  'read the key from standard input': 'lê a chave da entrada padrão',
  'which key and service are used, and whether the service accepts the key; free':
    'que chave e serviço são usados, e se o serviço aceita a chave; grátis',
  'forget the stored key; the settings of the profile stay':
    'apaga a chave guardada; a configuração do perfil fica',
  'The API key': 'A chave de API',
  "'auth login' takes the key from standard input, not from --api-key-file: '{0}'.":
    "'auth login' recebe a chave pela entrada padrão, não por --api-key-file: '{0}'.",
  'The sandbox needs no login; leave out --sandbox to log in to the real service.':
    'O sandbox não precisa de login; retire --sandbox para fazer login no serviço real.',
  'The sandbox needs no login; unset CONFERE_SANDBOX to log in to the real service.':
    'O sandbox não precisa de login; remova a variável CONFERE_SANDBOX para fazer login no serviço real.',
  "The key cannot be asked for here; give it on standard input: '{0}'.":
    "Não é possível pedir a chave aqui; informe-a pela entrada padrão: '{0}'.",
  'Base URL of the service (https://...): ': 'URL base do serviço (https://...): ',
  '\nPaste with the right mouse button or Shift-Insert. API key (it is not shown): ':
    '\nCole com o botão direito do mouse ou com Shift-Insert. Chave de API (não é mostrada): ',
  'CONFERE_HOME ({0}) is outside of your user folder, where others may be able to read your key and results, and to change what counts as paid.':
    'CONFERE_HOME ({0}) fica fora da sua pasta de usuário; lá, outras pessoas talvez possam ler a chave e os resultados, e alterar o que conta como pago.',
  'API key for {0}, profile {1} (it is not shown): ':
    'Chave de API para {0}, perfil {1} (não é mostrada): ',
  'Profile {0} has a key, which a new one replaces.':
    'O perfil {0} já tem uma chave, que a nova substituirá.',
  'Unset {0}; then the stored key is used.':
    'Remova {0} do ambiente; então a chave guardada será usada.',
  'Stopped; nothing was stored.': 'Interrompido; nada foi guardado.',
  'lookups are refused until the credits renew on the 1st of the month (UTC)':
    'as consultas são recusadas até os créditos se renovarem no dia 1º do mês (UTC)',
  'lookups continue, and the overage is billed on the next invoice':
    'as consultas continuam, e o excedente é cobrado na próxima fatura',
  'not known for this plan': 'não informado para este plano',
  'day (UTC)': 'dia (UTC)',
  'used since': 'usados',
  'used in all': 'usados no total',
  left: 'restantes',
  'At this pace ({0} a day) the rest lasts less than a day.':
    'Neste ritmo ({0} por dia), o saldo dura menos de um dia.',
  'At this pace ({0} a day) the rest lasts more than a year.':
    'Neste ritmo ({0} por dia), o saldo dura mais de um ano.',
  'At this pace ({0} a day) the rest lasts about {1#day|days}.':
    'Neste ritmo ({0} por dia), o saldo dura cerca de {1#dia|dias}.',
  active: 'ativa',
  'free (no valid subscription)': 'grátis (sem assinatura válida)',
  Plan: 'Plano',
  Billing: 'Cobrança',
  Remaining: 'Restantes',
  Used: 'Usados',
  'If used up': 'Ao acabar',
  '{0}; the allowance is used up': '{0}; a franquia acabou',
  'under 1': 'menos de 1',
  '{0} of {1} ({2}%)': '{0} de {1} ({2}%)',
  'The sandbox is ready: plan {0}, {1#credit|credits} left. Every record is invented. Ctrl-C ends it.':
    'O sandbox está pronto: plano {0}, {1#crédito restante|créditos restantes}. Todos os registros são inventados. Ctrl-C encerra.',
  'The state was that of an older version of confere: credits and jobs start over.':
    'O estado era de uma versão mais antiga do confere: créditos e remessas recomeçam.',
};
