import { closest } from '../../closest.js';
import type { Place } from '../../errors/config.js';
import { isDiskFull } from '../../errors/full-disk.js';
import { DEEPEST_ANSWER } from '../../limits.js';
import type * as en from '../en/errors-setup.js';
import type { CommandErrorsOf, ErrorsOf, NextSteps } from '../reader.js';
import { agree, number, phrases, plural, s } from './phrases.js';

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

/** Command lines, which only the command has. */
export const commandErrors: CommandErrorsOf<typeof en.commandErrors> = {
  no_identifiers: () => 'A entrada padrão não tem nenhum identificador.',
  stdin_twice: () => "'-' lê toda a entrada padrão. Use uma vez só.",
  stdout_twice: () => '--json precisa da saída padrão só para si. Indique um arquivo com -o.',
  needs_yes: ({ question, nothing }, next) =>
    nothing === 'changed'
      ? s`${question} Nada foi alterado. Use --yes para confirmar${next.shown({ set: [{ flag: '--yes' }] })}.`
      : s`${question} Nada foi enviado. Use --yes para confirmar${next.shown({ set: [{ flag: '--yes' }] })}.`,
  purge_what: () => 'Escolha: os CPFs e CNPJs a apagar, ou uma idade com --older-than.',
  not_erasable: ({ number: place }) =>
    s`Nada foi removido: o identificador ${place} não é um CPF ou CNPJ válido. Corrija-o ou deixe-o de fora.`,
  lookup_not_over: ({ shown }, next) =>
    s`Nada foi removido: ${shown} está sendo consultado, ou uma consulta anterior dele pode ter sido cobrada. Consulte-o de novo, o que apura a cobrança, e depois execute ${next.again()} de novo.`,
  sandbox_needs_no_login: ({ by }) =>
    by === 'flag'
      ? 'O sandbox não precisa de login. Retire --sandbox para fazer login no serviço real.'
      : 'O sandbox não precisa de login. Remova a variável CONFERE_SANDBOX para fazer login no serviço real.',
  needs_key: ({ why }, next) =>
    why === 'cannot_ask'
      ? s`Não há terminal para pedir a chave. Envie-a pela entrada padrão: '${next.fed('auth login', '--with-key')}'.`
      : s`'auth login' lê a chave da entrada padrão, não de --api-key-file: '${next.fed('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`O comando de --notify falhou (${reason}). O lote está como diz o resumo.`,
  below_min: ({ remaining, min }) =>
    s`${agree(remaining, 'Resta', 'Restam')} ${plural(remaining, 'crédito', 'créditos')}, menos que ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`A situação ${wanted} não existe. Situações: ${statuses.join(', ')}.`,
  split_list: ({ option, list }) =>
    s`Nada foi enviado: ${option} foi cortada em uma vírgula, como faz o PowerShell. Ponha a lista entre aspas: ${option} "${list}".`,
  one_output: () => 'Várias entradas precisam de --out-dir <pasta> no lugar de -o.',
  two_outputs: () => 'Use -o ou --out-dir, não os dois.',
  not_a_result: ({ file }) =>
    s`${file} não é um resultado do confere: falta a coluna lookup_status. Compare arquivos gravados por bulk run ou bulk export, ou lotes pelos ids.`,
  broken_json: ({ file, objects, isTooDeep }) =>
    isTooDeep
      ? s`${file} não é um resultado do confere: depois de ${plural(objects, 'objeto', 'objetos')}, há listas ou objetos com mais de ${DEEPEST_ANSWER} níveis. Exporte o resultado de novo.`
      : s`${file} não é um JSON completo: depois de ${plural(objects, 'objeto', 'objetos')}, ele acaba ou tem outra coisa. Exporte o resultado de novo.`,
  different_kinds: ({ cpfs, cnpjs }) =>
    s`Não há o que comparar: ${cpfs} tem CPFs e ${cnpjs} tem CNPJs. Indique dois resultados do mesmo tipo.`,
  open_place: ({ path, why }, next) =>
    why === 'writable'
      ? s`Nada foi lido nem enviado: outros usuários desta máquina podem alterar ${path}. Feche o acesso com: chmod go-w ${next.word(path)}`
      : s`Nada foi lido nem enviado: ${path} pertence a outro usuário desta máquina. Peça que passem a pasta para você com chown, ou defina CONFERE_HOME com uma pasta sua; lá não se sabe o que já foi pago aqui, e isso pode ser cobrado de novo.`,
  temporary_folder: ({ folder, reason }) =>
    reason === 'ENOENT'
      ? s`A pasta de arquivos temporários, ${folder}, não existe. Crie a pasta, ou defina TMPDIR (no Windows, TEMP) com outra.`
      : s`Não é possível gravar na pasta de arquivos temporários, ${folder} (${reason}). Corrija isso, ou defina TMPDIR (no Windows, TEMP) com outra.`,
  results_differ: ({ identifiers }) =>
    s`${plural(identifiers, 'identificador é diferente', 'identificadores são diferentes')}.`,
  some_invalid: ({ count, of }) =>
    of === 'rows'
      ? s`${plural(count, 'linha é inválida', 'linhas são inválidas')}, o que --strict não aceita. Para gravar cada uma com o motivo: --rejects <arquivo>.`
      : s`${plural(count, 'identificador não é válido', 'identificadores não são válidos')}; veja a saída padrão.`,
  some_not_found: ({ count }) =>
    s`${plural(count, 'identificador não encontrado', 'identificadores não encontrados')}.`,
  no_json: ({ format }) =>
    format === undefined
      ? 'Este comando não imprime JSON. Retire --json.'
      : s`--json e --format ${format} se contradizem. Retire um dos dois.`,
  no_home: () =>
    'Este usuário não tem pasta pessoal. Defina CONFERE_HOME com uma pasta para as configurações e os dados.',
  no_fields: () => '--fields vale para confere cpf, cnpj, quota, bulk run e bulk export.',
  bad_fault: (facts) => {
    const trouble = (): string => {
      if (facts.why === 'form') return "deve ter a forma 'POST /cpf/bulk=503:2'";
      if (facts.why === 'no_endpoint')
        return s`esse endpoint não existe. Endpoints: ${facts.endpoints.join(', ')}; * vale por qualquer parte`;
      if (facts.why === 'no_answer')
        return s`esse endpoint não tem a resposta '${facts.action}'. Use um status, drop, drop-after, slow:<ms>, renew, spend:<créditos>, refund:<créditos>, replace-key, ou uma destas: ${facts.answers.join(', ')}`;
      if (facts.why === 'slow_without_ms')
        return "slow precisa dos milissegundos, como em 'slow:2000'";
      if (facts.why === 'event_without_credits')
        return "spend e refund precisam dos créditos, como em 'spend:5'";
      return s`'${facts.often}' deve ser uma quantidade como 2 (as duas primeiras) ou uma probabilidade como 0.1`;
    };
    return s`--fault '${facts.rule}' não é válida: ${trouble()}.`;
  },
  bad_port: ({ port, last }) => s`A porta ${port} não existe. Use de 1 a ${last}.`,
  port_taken: ({ port }) =>
    s`A porta ${port} já está em uso nesta máquina. Escolha outra com --port, ou --port 0 para uma livre.`,
  port_refused: ({ port }) =>
    s`A porta ${port} não é permitida nesta máquina. Escolha outra com --port, ou --port 0 para uma livre.`,
  state_newer: ({ path }) =>
    s`O estado do sandbox em ${path} foi gravado por uma versão mais nova do confere. Use essa versão, apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`,
};
