import type { SettingErrors } from '../../../base/error-facts.js';
import { isTyped } from '../../next-steps.js';
import type { Sentences } from '../../reader.js';
import { quoteArgument } from '../../words.js';
import { phrases, s } from '../phrases.js';

/** The sentences of errors about a key, an address, a folder or another setting. */
export const settingErrors: Sentences<SettingErrors> = {
  no_api_key: ({ profile }, to) =>
    s`Falta a chave de API do perfil ${profile}. Faça login com '${to.command('auth login')}', ` +
    'ou use CONFERE_API_KEY ou --api-key-file.',
  bad_api_key: ({ place }, to) =>
    s`${phrases.place(place, to)} não tem conteúdo, ou contém espaços ou caracteres que nenhuma chave tem. ` +
    'Uma chave é uma só palavra, com letras sem acento, dígitos e sinais.',
  bad_key_file: ({ path, source }) =>
    s`O arquivo de chave de API ${path} (${source}) deve conter só a chave, em uma linha.`,
  key_file_unreadable: ({ source, reason }) =>
    s`${source} aponta para um arquivo que não pode ser lido (${reason}). Informe o caminho de um arquivo que só contém a chave.`,
  bad_key_command: ({ place, isRelative }, to) =>
    s`${phrases.place(place, to)} deve ser um programa e seus argumentos; palavras com espaços ficam entre aspas. ` +
    s`${isRelative ? 'Informe só o nome do programa ou o caminho absoluto.' : 'Não há shell: nada de escapes, pipes, variáveis nem ~.'}${phrases.remedy(place, to)}`,
  key_command_failed({ from, why, reason = '' }) {
    const program = s`o programa de ${from}`;
    switch (why) {
      case 'start':
        return s`Falta a chave de API: não foi possível iniciar ${program} (${reason}). Informe um programa do PATH ou o caminho absoluto.`;
      case 'exit':
        return s`Falta a chave de API: ${program} falhou (${reason}). Execute-o à parte para ver o motivo.`;
      case 'timeout':
        return s`Falta a chave de API: ${program} passou de 10 s e foi encerrado. Ele não recebe um terminal, portanto não pode perguntar nada.`;
      case 'lines':
        return s`Falta a chave de API: ${program} deve imprimir só a chave, em uma linha.`;
    }
  },
  settle_too_short({ least }, to) {
    const remedy = isTyped(to, '--settle')
      ? 'Deixe settle de fora.'
      : s`Para apagar a configuração: '${to.command('config unset', 'settle')}'.`;
    return (
      s`Nada foi enviado: um tempo de apuração abaixo de ${least} é só para um sandbox nesta máquina. ` +
      'O serviço pode processar uma remessa por uns 10 minutos depois de a resposta se perder, ' +
      s`e o que for reenviado antes disso é pago duas vezes. ${remedy}`
    );
  },
  plain_http: ({ place, origin }, to) =>
    s`${phrases.place(place, to)}: ${origin} é http sem criptografia, que deixaria a chave exposta. ` +
    s`Use https.${phrases.remedy(place, to)}`,
  relative_folder: ({ variable, given }) =>
    s`${variable} precisa ser o caminho absoluto de uma pasta, e é "${given}". ` +
    'Um caminho relativo seria outro histórico local em cada pasta, e o que já foi pago em uma seria pago de novo na outra. ' +
    s`Corrija ${variable}, ou defina CONFERE_HOME com um caminho absoluto.`,
  bad_proxy({ variable, why }) {
    const fault = why === 'scheme' ? 'indica um proxy que não é HTTP' : 'não é um endereço válido';
    return (
      s`Nada foi enviado: ${variable} ${fault}. Use http://servidor:porta ou http://usuario:senha@servidor:porta, ` +
      'com os caracteres especiais codificados com % (a barra invertida é %5C).'
    );
  },
  bad_base_url: ({ place }, to) =>
    s`${phrases.place(place, to)} deve ter a forma https://service.example/path, ` +
    s`sem usuário, query ou fragmento.${phrases.remedy(place, to)}`,
  bad_duration: ({ place, text }, to) =>
    s`${phrases.place(place, to)}: '${text}' não é uma duração válida. ` +
    s`Use 500ms, 10s, 30m ou 30d: mais que zero, no máximo 100 anos.${phrases.remedy(place, to)}`,
  bad_switch: ({ place, text }, to) =>
    s`${phrases.place(place, to)} deve ser true ou false: ${text}.${phrases.remedy(place, to)}`,
  bad_purpose: ({ place, isPlaceholder }, to) =>
    isPlaceholder
      ? s`${phrases.place(place, to)} é um texto de exemplo entre < e >. ` +
        s`Escreva no lugar dele para que servem os dados, como "análise de crédito, contrato 123".${phrases.remedy(place, to)}`
      : s`${phrases.place(place, to)} deve ser uma linha de 1 a 200 caracteres, ` +
        s`sem caracteres de controle ou invisíveis.${phrases.remedy(place, to)}`,
  purpose_required: (_, to) =>
    s`Nada foi enviado: require-purpose está definido, e falta a finalidade. ` +
    s`Diga para que servem os dados com ${to.option('--purpose')}, por exemplo "análise de crédito, contrato 123".`,
  bad_number: ({ place, text, must }, to) =>
    s`${phrases.place(place, to)} deve ser ${NUMBER_RULES[must]}: ${text}.${phrases.remedy(place, to)}`,
  config_unreadable: ({ path, reason }) =>
    s`Não é possível ler ${path} (${reason}). Verifique o arquivo e as permissões.`,
  config_unwritable: ({ path, reason }) =>
    s`Nada foi alterado: não é possível gravar ${path} (${phrases.writeFailure(reason)}). Corrija isso e execute de novo.`,
  config_broken: ({ path, expected, at = 'o conteúdo' }) =>
    s`${path} não é válido: ${at} deveria ser ${expected}. Corrija o arquivo, ou mova-o para começar de novo.`,
  config_newer: ({ path }) =>
    s`${path} foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.`,
  open_place(facts) {
    const { path } = facts;
    switch (facts.why) {
      case 'writable':
        return (
          s`Nada foi lido nem enviado: outros usuários desta máquina podem alterar ${path}. ` +
          s`Feche o acesso com: chmod go-w ${quoteArgument(path)}`
        );
      case 'volume':
        return (
          s`Nada foi lido nem enviado: outros usuários desta máquina podem alterar ${path}, e só o root pode fechar o acesso. ` +
          s`Use uma pasta sua dentro dela: CONFERE_HOME=${quoteArgument(facts.below)}`
        );
      case 'foreign':
        return (
          s`Nada foi lido nem enviado: ${path} pertence a outro usuário desta máquina. ` +
          'Peça que passem a pasta para você com chown, ou use uma pasta sua (CONFERE_HOME); ' +
          'lá não se sabe o que já foi pago aqui, e isso pode ser cobrado de novo.'
        );
      case 'sudo':
        return s`Nada foi lido nem enviado: ${path} pertence a outro usuário, e não ao root. Execute o mesmo comando sem sudo.`;
    }
  },
};

const NUMBER_RULES = {
  be_whole_above_zero: 'um número inteiro maior que zero',
  be_above_zero: 'um número maior que zero, como 1 ou 2.5',
  be_money: 'um valor maior que zero, como 0,25',
  not_be_negative: 'um número maior ou igual a zero, como 1000 ou 2.5, sem separador de milhar',
};
