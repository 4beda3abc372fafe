import type { config as en } from '../en/config.js';
import { s } from './words.js';

export const config: typeof en = {
  profileIn: (profile, path) => s`perfil ${profile} em ${path}`,
  baseUrlTitle: 'A URL base',
  noBaseUrl: (command) =>
    s`Sem URL base: '${command} --base-url <url>' guarda uma, CONFERE_BASE_URL ou --base-url informa uma; --sandbox não precisa dela.`,
  noBaseUrlForProfile: (profile, command) =>
    s`Sem URL base para o perfil ${profile}: '${command} --base-url <url>' guarda uma, CONFERE_BASE_URL ou --base-url informa uma; --sandbox não precisa dela.`,
  keyOfProfile: (profile) => s`A chave do perfil ${profile}`,
  keyForOtherService: (profile, boundTo, baseUrl) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a ${baseUrl}; informe a chave desse serviço por CONFERE_API_KEY ou --api-key-file, ou faça login nele com outro --profile.`,
  noKey: (profile, command) =>
    s`Sem chave de API para o perfil ${profile}: '${command}' guarda uma, CONFERE_API_KEY ou --api-key-file informa uma.`,
  empty: (place) => s`${place} não tem conteúdo.`,
  keyHasOddCharacters: (place) =>
    s`${place} contém espaços ou caracteres que nenhuma chave tem; uma chave é uma só palavra de letras simples, dígitos e sinais.`,
  keyFile: (path) => s`O arquivo de chave de API ${path}`,
  settleTooShort: (least) =>
    s`Um tempo de apuração abaixo de ${least} é só para um ambiente de testes nesta máquina: o serviço pode continuar uma remessa por uns 10 minutos depois de a resposta se perder, e o que for reenviado até lá é pago duas vezes. Nada foi enviado; deixe settle de fora.`,
  plainHttp: (place, origin) =>
    s`${place}: ${origin} é http sem criptografia, o que mostraria a chave à rede; use https.`,
  badBaseUrl: (place) =>
    s`${place} deve ter a forma https://service.example/path, sem usuário, query ou fragmento.`,
  badDuration: (what, value) =>
    s`${what}: '${value}' não é uma duração. Use 500ms, 10s, 30m ou 30d.`,
  durationTooLong: (what, value) => s`${what} passa de cem anos: ${value}.`,
  keyFileHasLines: (path, source) =>
    s`O arquivo de chave de API ${path} (${source}) tem várias linhas; ele deve conter só a chave.`,
  keyFileTooLarge: (path, source) =>
    s`O arquivo de chave de API ${path} (${source}) é grande demais para uma chave.`,
  keyFileMissing: (source) =>
    s`${source} não aponta para um arquivo existente; o valor é o caminho de um arquivo que contém a chave.`,
  keyFileNotPermitted: (path, source) =>
    s`Você não tem permissão para ler o arquivo de chave de API ${path} (${source}); verifique as permissões.`,
  keyFileIsFolder: (path, source) =>
    s`O arquivo de chave de API ${path} (${source}) é uma pasta; indique o arquivo dentro dela.`,
  keyFileUnreadable: (path, source, reason) =>
    s`Não é possível ler o arquivo de chave de API ${path} (${source}) (${reason}).`,
  mustBeAboveZero: (what, value) => s`${what} deve ser maior que zero: ${value}.`,
  mustBeWholeAboveZero: (what, value) =>
    s`${what} deve ser um número inteiro maior que zero: ${value}.`,
  mustNotBeNegative: (what, value) => s`${what} deve ser um número a partir de zero: ${value}.`,
  mustBeOneOf: (place, listed, wanted) => s`${place} deve ser um de ${listed}: ${wanted}.`,
  fileUnreadable: (path, reason) =>
    s`Não é possível ler ${path} (${reason}); verifique o arquivo e as permissões.`,
  diskFull: (path, why) =>
    s`Não foi possível gravar ${path}: ${why}. Libere espaço e execute de novo; nada foi alterado.`,
  fileUnwritable: (path, reason) =>
    s`Não é possível gravar ${path} (${reason}); verifique a pasta e o disco.`,
  profileNeedsName: '--profile precisa de um nome.',
  badProfileName:
    'Um perfil guardado tem nome de letras, dígitos, pontos, hifens e sublinhados, no máximo 64.',
  noSuchProfile: (name, known, command) =>
    s`O perfil ${name} não existe; existe ${known}. '${command}' cria o perfil.`,
  keyOfProfilePlace: (key, profile) => s`${key} do ${profile}`,
  mendSetting: (told, set, unset) => s`${told} '${set} <value>' ou '${unset}' corrige.`,
  unknownSetting: (profile, key) => s`${profile} tem a configuração desconhecida ${key}.`,
  removeSetting: (command) => s`'${command}' a remove.`,
  whole: 'o conteúdo',
  somethingElse: 'outra coisa',
  wrongShape: (path, place, expected) =>
    s`Não é possível usar ${path}: ${place} deveria ser ${expected}. Corrija o arquivo, ou mova-o para começar de novo.`,
  notJson: (path) =>
    s`Não é possível usar ${path}: não é JSON. Corrija o arquivo, ou mova-o para começar de novo.`,
  newerFile: (path) =>
    s`${path} foi gravado por um confere mais novo; atualize o confere e execute de novo.`,
  noSuchSetting: (key) => s`A configuração ${key} não existe.`,
  keyIsStoredByLogin: (command) => s`Uma chave de API é guardada com '${command}'.`,
  settings: (keys) => s`As configurações são ${keys}.`,
  profile: (profile) => s`Perfil ${profile}`,
  profileAmong: (profile, others) => s`Perfil ${profile} (há também ${others})`,
  noValue: (key, profile) => s`${key} não tem valor no perfil ${profile}, nem padrão.`,
  wasNotSet: (key, profile) => s`${key} não estava definida no perfil ${profile}.`,
  keyBoundTo: (profile, boundTo, command) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a outro lugar; '${command}' guarda outra.`,
  fromFlag: 'opção',
  fromEnvironment: 'ambiente',
  fromProfile: 'perfil',
  fromDefault: 'padrão',
  numberNotNegative: 'Deve ser um número a partir de zero.',
  wholeAboveZero: 'Deve ser um número inteiro maior que zero.',
  priceForm: 'Deve ser cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  needsName: 'Deve ser um nome.',
};
