import type * as en from '../../en/errors/config.js';
import type { Place } from '../../../errors/config.js';
import type { NextSteps } from '../../reader.js';
import { phrases } from '../phrases.js';
import { s } from '../words.js';
import { isDiskFull } from '../../../errors/full-disk.js';
import { closest } from '../../../closest.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

const { place: named, profile: profileIn } = phrases;

/** A setting that comes from a file must be corrected in that file. */
function remedy(place: Place, next: NextSteps | undefined): string {
  if (next === undefined || typeof place === 'string' || place.what !== 'setting') return '';
  return s` Para corrigir: '${next.command('config set', place.key)} <valor>' ou '${next.command('config unset', place.key)}'.`;
}

/** Settings and the key, for every reader. */
export const configErrors: ErrorsOf<typeof en.configErrors> = {
  bad_api_key: ({ place }) =>
    s`${named(place)} contém espaços ou caracteres que nenhuma chave tem. Uma chave é uma só palavra, com letras sem acento, dígitos e sinais.`,
  settle_too_short: ({ least }) =>
    s`Nada foi enviado: um tempo de apuração abaixo de ${least} é só para um sandbox nesta máquina. O serviço pode processar uma remessa por uns 10 minutos depois de a resposta se perder, e o que for reenviado antes disso é pago duas vezes. Deixe settle de fora.`,
  plain_http: ({ place, origin }, { next }) =>
    s`${named(place)}: ${origin} é http sem criptografia, que deixaria a chave exposta. Use https.` +
    remedy(place, next),
  bad_base_url: ({ place }, { next }) =>
    s`${named(place)} deve ter a forma https://service.example/path, sem usuário, query ou fragmento.` +
    remedy(place, next),
  bad_duration: ({ place, text, why }, { next }) =>
    ({
      no_duration: s`${named(place)}: '${text}' não é uma duração válida. Use 500ms, 10s, 30m ou 30d.`,
      too_long: s`${named(place)} passa de cem anos: ${text}.`,
      zero: s`${named(place)} deve ser maior que zero: ${text}.`,
    })[why] + remedy(place, next),
  bad_number: ({ place, text, must }, { next }) =>
    (must === 'be_whole_above_zero'
      ? s`${named(place)} deve ser um número inteiro maior que zero: ${text}.`
      : s`${named(place)} deve ser um número maior ou igual a zero: ${text}.`) +
    remedy(place, next),
  unknown_extension: ({ extension, known }, { next }) =>
    s`Não é possível gravar um arquivo que termina em .${extension}. Use um nome que termine em ${known.map((each) => `.${each}`).join(', ')}.` +
    phrases.unsent(next),
  bad_key_file: ({ path, source, why }) =>
    why === 'several_lines'
      ? s`O arquivo de chave de API ${path} (${source}) tem várias linhas. Ele deve conter só a chave.`
      : s`O arquivo de chave de API ${path} (${source}) é grande demais para uma chave.`,
  key_file_unreadable: (facts) => {
    if (facts.why === 'missing')
      return s`${facts.source} aponta para um arquivo que não existe. Informe o caminho de um arquivo que contém a chave.`;
    if (facts.why === 'other')
      return s`Não é possível ler o arquivo de chave de API ${facts.path} (${facts.source}): ${facts.reason}.`;
    return facts.why === 'permissions'
      ? s`Você não tem permissão para ler o arquivo de chave de API ${facts.path} (${facts.source}). Verifique as permissões.`
      : s`O arquivo de chave de API ${facts.path} (${facts.source}) é uma pasta. Indique o arquivo dentro dela.`;
  },
  config_unreadable: ({ path, reason }) =>
    s`Não é possível ler ${path} (${reason}). Verifique o arquivo e as permissões.`,
  config_unwritable: ({ path, reason }) =>
    isDiskFull(reason)
      ? s`Nada foi alterado: não foi possível gravar ${path} (${phrases.unwritten(reason)}). Libere espaço e execute de novo.`
      : s`Não é possível gravar ${path} (${reason}). Verifique a pasta e o disco.`,
  config_broken: (facts) =>
    facts.why === 'no_json'
      ? s`${facts.path} não é um JSON válido. Corrija o arquivo, ou mova-o para começar de novo.`
      : s`${facts.path} não é válido: ${facts.at ?? 'o conteúdo'} deveria ser ${facts.expected ?? 'outra coisa'}. Corrija o arquivo, ou mova-o para começar de novo.`,
  config_newer: ({ path }) =>
    s`${path} foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.`,
};

/** The same for the command. */
export const commandConfigErrors: CommandErrorsOf<typeof en.commandConfigErrors> = {
  no_base_url: ({ profile }, next) =>
    profile === 'default'
      ? s`Falta o endereço do serviço. Faça login com '${next.command('auth login')} --base-url <url>', use --base-url ou CONFERE_BASE_URL, ou experimente com --sandbox.`
      : s`Falta o endereço do serviço no perfil ${profile}. Faça login com '${next.command('auth login')} --base-url <url>', use --base-url ou CONFERE_BASE_URL, ou experimente com --sandbox.`,
  no_api_key: (facts, next) =>
    'place' in facts
      ? s`${named(facts.place)} não tem conteúdo.`
      : s`Falta a chave de API do perfil ${facts.profile}. Faça login com '${next.command('auth login')}', ou use CONFERE_API_KEY ou --api-key-file.`,
  unknown_format: ({ wanted, formats, of }, next) => {
    const all = formats.join(', ');
    if (of === 'export')
      return s`Um resultado não pode ser gravado como ${wanted}. Formatos: ${all}.`;
    if (of === 'command')
      return (
        s`O formato '${wanted}' não existe aqui. Formatos: ${all}.` +
        phrases.meant(closest(wanted, formats))
      );
    return s`${named(of.place)} deve ser um de ${all}: ${wanted}.` + remedy(of.place, next);
  },
  format_against_name: ({ extension, format, option }, next) =>
    s`O nome do arquivo termina em .${extension}, mas o formato é ${format}. Retire ${option}, ou use um nome que termine em .${format}.` +
    phrases.unsent(next),
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a ${baseUrl}. Informe a chave desse serviço em CONFERE_API_KEY ou --api-key-file, ou faça login nele com outro --profile.`,
  unknown_key: ({ key, keys, near, looksSecret, stored }, next) =>
    [
      stored === undefined
        ? s`A configuração ${key} não existe.`
        : s`${profileIn(stored)} tem a configuração desconhecida ${key}.`,
      ...(near === undefined ? [] : [s`Você quis dizer ${near}?`]),
      ...(looksSecret ? [s`Para guardar uma chave de API: '${next.command('auth login')}'.`] : []),
      ...(stored === undefined ? [] : [s`Para remover: '${next.command('config unset', key)}'.`]),
      s`Configurações: ${keys.join(', ')}.`,
    ].join(' '),
  bad_profile: ({ why }) =>
    why === 'empty'
      ? '--profile precisa de um nome.'
      : 'O nome de um perfil tem letras, dígitos, pontos, hifens e sublinhados, no máximo 64.',
  no_such_profile: ({ name, known }, next) =>
    s`O perfil ${name} não existe. Perfis: ${known.join(', ')}. Para criar: '${next.command('auth login')}'.`,
};
