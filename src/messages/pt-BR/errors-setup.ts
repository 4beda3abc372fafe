import { closest } from '../../closest.js';
import type { Reader } from '../reader.js';
import { argument } from '../words.js';
import type * as en from '../en/errors-setup.js';
import type { Place } from '../../errors/facts.js';
import { agree, n, phrases, plural, s, second } from './phrases.js';

const { place: named } = phrases;

/** A setting that comes from a file must be corrected in that file. */
function remedy(place: Place, next: Reader): string {
  if (typeof place === 'string' || place.what !== 'setting') return '';
  return s` Para corrigir: '${next.command('config set', place.key)} <valor>' ou '${next.command('config unset', place.key)}'.`;
}

const STARTS_EMPTY =
  ' Com CONFERE_HOME em outra pasta, o confere começa do zero: o que está em andamento ou já foi pago aqui pode ser cobrado de novo.';

export const setupErrors: typeof en.setupErrors = {
  bad_api_key: ({ place }) =>
    s`${named(place)} contém espaços ou caracteres que nenhuma chave tem. Uma chave é uma só palavra, com letras sem acento, dígitos e sinais.`,
  settle_too_short: ({ least }) =>
    s`Nada foi enviado: um tempo de apuração abaixo de ${least} é só para um sandbox nesta máquina. O serviço pode processar uma remessa por uns 10 minutos depois de a resposta se perder, e o que for reenviado antes disso é pago duas vezes. Deixe settle de fora.`,
  plain_http: ({ place, origin }, next) =>
    s`${named(place)}: ${origin} é http sem criptografia, que deixaria a chave exposta. Use https.` +
    remedy(place, next),
  bad_base_url: ({ place }, next) =>
    s`${named(place)} deve ter a forma https://service.example/path, sem usuário, query ou fragmento.` +
    remedy(place, next),
  bad_duration: ({ place, text }, next) =>
    s`${named(place)}: '${text}' não é uma duração válida. Use 500ms, 10s, 30m ou 30d: mais que zero, no máximo 100 anos.` +
    remedy(place, next),
  bad_number: ({ place, text, must }, next) =>
    (must === 'be_whole_above_zero'
      ? s`${named(place)} deve ser um número inteiro maior que zero: ${text}.`
      : s`${named(place)} deve ser um número maior ou igual a zero: ${text}.`) +
    remedy(place, next),
  unknown_extension: ({ extension, known }, next) =>
    s`Não é possível gravar um arquivo que termina em .${extension}. Use um nome que termine em ${known.map((each) => `.${each}`).join(', ')}.` +
    phrases.unsent(next),
  bad_key_file: ({ path, source }) =>
    s`O arquivo de chave de API ${path} (${source}) deve conter só a chave, em uma linha.`,
  key_file_unreadable: ({ source, reason }) =>
    s`${source} aponta para um arquivo que não pode ser lido (${reason}). Informe o caminho de um arquivo que só contém a chave.`,
  config_unreadable: ({ path, reason }) =>
    s`Não é possível ler ${path} (${reason}). Verifique o arquivo e as permissões.`,
  config_unwritable: ({ path, reason }) =>
    s`Nada foi alterado: não é possível gravar ${path} (${phrases.unwritten(reason)}). Corrija isso e execute de novo.`,
  config_broken: ({ path, at, expected }) =>
    s`${path} não é válido: ${at ?? 'o conteúdo'} deveria ser ${expected}. Corrija o arquivo, ou mova-o para começar de novo.`,
  config_newer: ({ path }) =>
    s`${path} foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.`,
  no_api_key: (facts, next) =>
    'place' in facts
      ? s`${named(facts.place)} não tem conteúdo.`
      : s`Falta a chave de API do perfil ${facts.profile}. Faça login com '${next.command('auth login')}', ou use CONFERE_API_KEY ou --api-key-file.`,
  unknown_format: ({ wanted, formats, place }, next) =>
    (place === undefined
      ? s`O formato '${wanted}' não existe aqui. Formatos: ${formats.join(', ')}.`
      : s`${named(place)} deve ser um de ${formats.join(', ')}: ${wanted}.` + remedy(place, next)) +
    phrases.meant(closest(wanted, formats)),
  format_against_name: ({ extension, format, option }, next) =>
    s`O nome do arquivo termina em .${extension}, mas o formato é ${format}. Retire ${option}, ou use um nome que termine em .${format}.` +
    phrases.unsent(next),
  not_erasable: ({ number: place }) =>
    s`Nada foi removido: o identificador ${place} não é um CPF ou CNPJ válido. Corrija-o ou deixe-o de fora.`,
  lookup_not_over: ({ shown }, next) =>
    s`Nada foi removido: ${shown} está sendo consultado, ou uma consulta anterior dele pode ter sido cobrada. Consulte-o de novo, o que apura a cobrança, e depois execute ${next.again()} de novo.`,
  open_place: ({ path, why }) =>
    why === 'writable'
      ? s`Nada foi lido nem enviado: outros usuários desta máquina podem alterar ${path}. Feche o acesso com: chmod go-w ${argument(path)}`
      : s`Nada foi lido nem enviado: ${path} pertence a outro usuário desta máquina. Peça que passem a pasta para você com chown, ou use uma pasta sua (CONFERE_HOME); lá não se sabe o que já foi pago aqui, e isso pode ser cobrado de novo.`,
  no_sqlite: ({ platform, arch }) =>
    s`Nada foi enviado: não foi possível carregar a biblioteca SQLite (${platform} ${arch}). Instale o confere de novo com as dependências opcionais (no Windows, também o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute-o com o Node 24.15 ou mais novo, que já inclui o SQLite.`,
  state_unusable: (facts) => {
    if (facts.of === 'sandbox_file')
      return s`O estado do sandbox em ${facts.path} está danificado. Apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`;
    if (facts.of !== 'file')
      return s`Não é possível usar os dados em ${facts.folder}: ${facts.reason}. Verifique a pasta.${facts.of === 'ledger' ? STARTS_EMPTY : ''}`;
    const access = 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele';
    const advice = {
      ...{ full: 'o disco está cheio. Libere espaço', unreadable: access, refused: access },
      damaged: 'está danificado. Restaure-o de um backup',
    }[facts.why];
    return s`Não é possível usar o arquivo ${facts.path}: ${advice} e execute o mesmo comando de novo. O que já estava gravado foi mantido.${facts.why === 'damaged' ? STARTS_EMPTY : ''}`;
  },
  state_busy: ({ path }) =>
    s`Outro programa está usando ${path} há tempo demais. Espere ele terminar e execute o mesmo comando de novo.`,
  ledger_lost: ({ why, place, batches }, next) => {
    const lost =
      why === 'missing'
        ? s`Nada foi enviado: o histórico em ${place} sumiu ou está vazio, mas ainda há ${n.batches(batches)} dele ali. Restaure ledger.db de um backup.`
        : s`Nada foi enviado: ${agree(batches, 'falta', 'faltam')} no histórico em ${place} ${plural(batches, 'lote executado', 'lotes executados')} nesta máquina; ele pode ser um backup antigo. Restaure um mais novo.`;
    return s`${lost} Sem backup, '${next.command('ledger check', '--accept')}' aceita o histórico como está; o que falta nele pode ser cobrado de novo.`;
  },
  ledger_newer: () =>
    'O histórico foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.',
  ledger_older: ({ place }) =>
    s`Nada foi alterado: o histórico em ${place} foi gravado por uma versão anterior do confere. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um vazio.`,
  database_unusable: ({ database, why, reason }) => {
    const advice = {
      unreachable: s`o banco de dados está fora do ar (${reason}). Execute o mesmo comando de novo quando ele voltar`,
      read_only: s`está somente leitura no momento (${reason}; failover?). Execute o mesmo comando mais tarde`,
      refused: s`o banco de dados recusou o acesso (${reason}). Verifique o usuário, o arquivo de senhas e as permissões`,
      insecure: s`não foi possível verificar o certificado dele (${reason}). Se a certificadora é sua, indique o arquivo dela em sslrootcert`,
      full: s`o disco dele está cheio (${reason}). Libere espaço`,
      encoding: s`a codificação dele é ${reason}, mas os nomes exigem UTF8. Crie o banco de dados com UTF8`,
    }[why];
    return s`Não é possível usar o histórico em ${database}: ${advice}. O que já estava gravado foi mantido.`;
  },
  bad_ledger_url: (facts) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`O endereço do histórico tem uma opção desconhecida: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return facts.why === 'password'
        ? `${where}O endereço do histórico contém uma senha, que outros poderiam ver. Passe a senha para um arquivo de senhas (PGPASSFILE ou ~/.pgpass).`
        : `${where}O endereço do histórico não é válido. Escreva-o como postgres://usuário@servidor/banco.`;
    const setting =
      facts.from === 'address' ? 'sslmode=disable do endereço' : 'PGSSLMODE=disable do ambiente';
    return (
      where +
      s`O banco de dados do histórico está em outra máquina (${facts.host}), e a conexão precisa ser criptografada. Remova ${setting}.`
    );
  },
  ledger_elsewhere: ({ why, place }) =>
    ({
      moved: s`Este histórico foi movido para ${place} e está fechado para consultas. Indique o novo na configuração ledger ou em CONFERE_LEDGER, ou remova as duas se ele estiver nesta máquina.`,
      moving: s`Este histórico está sendo copiado para ${place} e fica fechado para consultas até a cópia terminar ou ser desfeita.`,
      copying: s`Uma cópia de ${place} para este histórico foi interrompida. Execute a mesma cópia de novo.`,
    })[why],
  others_settling: ({ batch, by }) =>
    s`Nada mais foi enviado: ${by.host} está apurando desde ${second(by.since)} uma cobrança sem confirmação, e o lote ${batch} aguarda. Execute o mesmo comando mais tarde.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? s`Este processo ficou suspenso por tempo demais e perdeu o lote ${batch}. Nada foi alterado depois disso; execute o mesmo comando de novo.`
      : s`Este processo ficou suspenso por tempo demais, e ${by.host} assumiu o lote ${batch} em ${second(by.since)}. Nada foi alterado depois disso; aguarde aquela execução.`,
};
