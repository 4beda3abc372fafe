import type { Catalogue } from '../../voice.js';

/** Profiles, keys and defaults. */
export const settings: Catalogue = {
  'profile {0} in {1}': 'perfil {0} em {1}',
  'The base URL': 'A URL base',
  "No base URL: '{0} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.":
    "Sem URL base: '{0} --base-url <url>' guarda uma, CONFERE_BASE_URL ou --base-url informa uma; --sandbox não precisa dela.",
  "No base URL for profile {0}: '{1} --base-url <url>' stores one, CONFERE_BASE_URL or --base-url gives one; --sandbox works without.":
    "Sem URL base para o perfil {0}: '{1} --base-url <url>' guarda uma, CONFERE_BASE_URL ou --base-url informa uma; --sandbox não precisa dela.",
  'The key of profile {0}': 'A chave do perfil {0}',
  "The stored key of profile {0} is for {1} and is not sent to {2}; give that service's key by CONFERE_API_KEY or --api-key-file, or log in there with another --profile.":
    'A chave guardada do perfil {0} é de {1} e não é enviada a {2}; informe a chave desse serviço por CONFERE_API_KEY ou --api-key-file, ou faça login nele com outro --profile.',
  "No API key for profile {0}: '{1}' stores one, CONFERE_API_KEY or --api-key-file gives one.":
    "Sem chave de API para o perfil {0}: '{1}' guarda uma, CONFERE_API_KEY ou --api-key-file informa uma.",
  '{0} is empty.': '{0} não tem conteúdo.',
  '{0} holds spaces or characters that no key has; a key is one word of plain letters, digits and signs.':
    '{0} contém espaços ou caracteres que nenhuma chave tem; uma chave é uma só palavra de letras simples, dígitos e sinais.',
  'The API key file {0}': 'O arquivo de chave de API {0}',
  'A settle time below {0} is only for a sandbox on this machine: the service may keep working on a job for about 10 minutes after its answer was lost, and what is sent again by then is paid for twice. Nothing was sent; leave settle out.':
    'Um tempo de apuração abaixo de {0} é só para um ambiente de testes nesta máquina: o serviço pode continuar uma remessa por uns 10 minutos depois de a resposta se perder, e o que for reenviado até lá é pago duas vezes. Nada foi enviado; deixe settle de fora.',
  '{0}: {1} is plain http, which would show the key to the network; use https.':
    '{0}: {1} é http sem criptografia, o que mostraria a chave à rede; use https.',
  '{0} must look like https://service.example/path, without a user, a query or a fragment.':
    '{0} deve ter a forma https://service.example/path, sem usuário, query ou fragmento.',
  "{0}: '{1}' is not a duration. Use 500ms, 10s, 30m or 30d.":
    "{0}: '{1}' não é uma duração. Use 500ms, 10s, 30m ou 30d.",
  '{0} is longer than a hundred years: {1}.': '{0} passa de cem anos: {1}.',
  'The API key file {0} ({1}) has several lines; it should hold the key alone.':
    'O arquivo de chave de API {0} ({1}) tem várias linhas; ele deve conter só a chave.',
  'The API key file {0} ({1}) is too large for a key.':
    'O arquivo de chave de API {0} ({1}) é grande demais para uma chave.',
  '{0} names no file that exists; it takes the path of a file that holds the key.':
    '{0} não aponta para um arquivo existente; o valor é o caminho de um arquivo que contém a chave.',
  'The API key file {0} ({1}) may not be read by you; check its permissions.':
    'Você não tem permissão para ler o arquivo de chave de API {0} ({1}); verifique as permissões.',
  'The API key file {0} ({1}) is a folder; name the file in it.':
    'O arquivo de chave de API {0} ({1}) é uma pasta; indique o arquivo dentro dela.',
  'The API key file {0} ({1}) cannot be read ({2}).':
    'Não é possível ler o arquivo de chave de API {0} ({1}) ({2}).',
  '{0} must be longer than zero: {1}.': '{0} deve ser maior que zero: {1}.',
  '{0} must be a whole number above zero: {1}.':
    '{0} deve ser um número inteiro maior que zero: {1}.',
  '{0} must be a number of zero or more: {1}.': '{0} deve ser um número a partir de zero: {1}.',
  '{0} must be one of {1}: {2}.': '{0} deve ser um de {1}: {2}.',
  '{0} cannot be read ({1}); check the file and its permissions.':
    'Não é possível ler {0} ({1}); verifique o arquivo e as permissões.',
  '{0} cannot be written: {1}. Free some space and run this again; nothing was changed.':
    'Não foi possível gravar {0}: {1}. Libere espaço e execute de novo; nada foi alterado.',
  '{0} cannot be written ({1}); check its folder and the disk.':
    'Não é possível gravar {0} ({1}); verifique a pasta e o disco.',
  '--profile needs a name.': '--profile precisa de um nome.',
  'A stored profile has a name of letters, digits, dots, hyphens and underscores, 64 at most.':
    'Um perfil guardado tem nome de letras, dígitos, pontos, hifens e sublinhados, no máximo 64.',
  "There is no profile {0}; there is {1}. '{2}' makes it.":
    "O perfil {0} não existe; existe {1}. '{2}' cria o perfil.",
  '{0} of {1}': '{0} do {1}',
  "{0} '{1} <value>' or '{2}' mends it.": "{0} '{1} <value>' ou '{2}' corrige.",
  '{0} has an unknown setting {1}.': '{0} tem a configuração desconhecida {1}.',
  "'{0}' removes it.": "'{0}' a remove.",
  'the whole': 'o conteúdo',
  'something else': 'outra coisa',
  '{0} cannot be used: {1} should be {2}. Mend it, or move it away to start over.':
    'Não é possível usar {0}: {1} deveria ser {2}. Corrija o arquivo, ou mova-o para começar de novo.',
  '{0} cannot be used: it is not JSON. Mend it, or move it away to start over.':
    'Não é possível usar {0}: não é JSON. Corrija o arquivo, ou mova-o para começar de novo.',
  '{0} was written by a newer confere; update confere and run this again.':
    '{0} foi gravado por um confere mais novo; atualize o confere e execute de novo.',
  'There is no setting {0}.': 'A configuração {0} não existe.',
  "An API key is stored with '{0}'.": "Uma chave de API é guardada com '{0}'.",
  'The settings are {0}.': 'As configurações são {0}.',
  'Profile {0}': 'Perfil {0}',
  'Profile {0} (there is also {1})': 'Perfil {0} (há também {1})',
  '{0} has no value in profile {1}, and no default.':
    '{0} não tem valor no perfil {1}, nem padrão.',
  '{0} was not set in profile {1}.': '{0} não estava definida no perfil {1}.',
  "The stored key of profile {0} is for {1} and is not sent elsewhere; '{2}' stores another.":
    "A chave guardada do perfil {0} é de {1} e não é enviada a outro lugar; '{2}' guarda outra.",
  flag: 'opção',
  environment: 'ambiente',
  profile: 'perfil',
  default: 'padrão',
  'defaults, kept per profile': 'configurações padrão, guardadas por perfil',
  'store a value in the profile': 'guarda um valor no perfil',
  'take a value out of the profile': 'retira um valor do perfil',
  'the value that a command would go by': 'o valor que um comando usaria',
  'every setting, its value, and where the value comes from':
    'cada configuração, seu valor e de onde ele vem',
  'where the settings are stored': 'onde a configuração é guardada',
};
