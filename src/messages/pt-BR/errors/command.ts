import type * as en from '../../en/errors/command.js';
import { agree, number, plural, s } from '../words.js';
import { DEEPEST_ANSWER } from '../../../limits.js';
import type { CommandErrorsOf } from '../../reader.js';

/** Command lines, which only the command has. */
export const commandErrors: CommandErrorsOf<typeof en.commandErrors> = {
  no_identifiers: () => 'A entrada padrão não continha nenhum identificador.',
  stdin_twice: () => "'-' lê toda a entrada padrão; informe uma vez só.",
  stdout_twice: () => '--json precisa da saída padrão só para si; indique um arquivo com -o.',
  needs_yes: ({ question, nothing }, next) =>
    nothing === 'changed'
      ? s`${question} Nada foi alterado; para confirmar, repita com --yes${next.shown({ set: [{ flag: '--yes' }] })}.`
      : s`${question} Nada foi enviado; para confirmar, repita com --yes${next.shown({ set: [{ flag: '--yes' }] })}.`,
  purge_what: () => 'Indique os CPFs e CNPJs a apagar ou uma idade com --older-than; um dos dois.',
  not_erasable: ({ number: place }) =>
    s`Nada foi removido: o identificador ${place} não é um CPF ou CNPJ válido. Corrija-o ou deixe-o de fora.`,
  lookup_not_over: ({ shown }, next) =>
    s`O que está guardado sobre ${shown} fica: ele está sendo consultado, ou não se sabe se a consulta dele foi cobrada. Consulte-o mais uma vez, o que apura a cobrança, e depois execute ${next.again()} de novo.`,
  sandbox_needs_no_login: ({ by }) =>
    by === 'flag'
      ? 'O sandbox não precisa de login; retire --sandbox para fazer login no serviço real.'
      : 'O sandbox não precisa de login; remova a variável CONFERE_SANDBOX para fazer login no serviço real.',
  needs_key: ({ why }, next) =>
    why === 'cannot_ask'
      ? s`Não é possível pedir a chave aqui; informe-a pela entrada padrão: '${next.fed('auth login', '--with-key')}'.`
      : s`'auth login' recebe a chave pela entrada padrão, não por --api-key-file: '${next.fed('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`O comando de --notify falhou (${reason}); o lote está como diz o resumo.`,
  below_min: ({ remaining, min }) =>
    s`${agree(remaining, 'Resta', 'Restam')} ${plural(remaining, 'crédito', 'créditos')}, menos que ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`A situação ${wanted} não existe; as situações são ${statuses.join(', ')}.`,
  split_list: ({ option, list }) =>
    s`${option} foi cortada em uma vírgula, como faz o PowerShell; nada foi enviado. Escreva entre aspas: ${option} "${list}".`,
  one_output: () => 'Várias entradas precisam de --out-dir <pasta> no lugar de -o.',
  two_outputs: () => 'Use -o ou --out-dir, não os dois.',
  not_a_result: ({ file }) =>
    s`${file} não é um resultado do confere: falta a coluna lookup_status. Podem ser comparados os arquivos gravados por bulk run e bulk export, e lotes pelos ids.`,
  broken_json: ({ file, objects, isTooDeep }) =>
    isTooDeep
      ? s`${file} não é um resultado do confere: depois de ${plural(objects, 'objeto', 'objetos')} há um com listas ou objetos em mais de ${DEEPEST_ANSWER} níveis. Exporte o resultado de novo.`
      : s`${file} não é um JSON inteiro: depois de ${plural(objects, 'objeto', 'objetos')} há outra coisa, ou o arquivo acaba. Exporte o resultado de novo.`,
  different_kinds: ({ cpfs, cnpjs }) =>
    s`Os identificadores de ${cpfs} são CPFs e os de ${cnpjs} são CNPJs, e por isso não há o que comparar; indique dois resultados do mesmo tipo.`,
  open_place: ({ path, why }, next) =>
    why === 'writable'
      ? s`Outros usuários desta máquina podem alterar o que está em ${path}, por isso nada foi lido ali nem enviado; feche o acesso com: chmod go-w ${next.word(path)}`
      : s`${path} pertence a outro usuário desta máquina, por isso nada foi lido ali nem enviado. Peça que passem a pasta para você com chown, ou defina CONFERE_HOME com uma pasta sua, na qual nada se sabe do que foi pago aqui.`,
  temporary_folder: ({ folder, reason }) =>
    reason === 'ENOENT'
      ? s`A pasta de arquivos temporários, ${folder}, não existe: crie-a, ou defina TMPDIR (no Windows, TEMP) com outra.`
      : s`Não é possível gravar na pasta de arquivos temporários, ${folder} (${reason}): corrija isso, ou defina TMPDIR (no Windows, TEMP) com outra.`,
  results_differ: ({ identifiers }) =>
    s`${plural(identifiers, 'identificador difere', 'identificadores diferem')}.`,
  some_invalid: ({ count, of }) =>
    of === 'rows'
      ? s`${plural(count, 'linha é inválida', 'linhas são inválidas')}, o que --strict não aceita; --rejects <arquivo> grava cada uma com o motivo.`
      : s`${plural(count, 'identificador não é válido', 'identificadores não são válidos')}; a saída padrão diz por quê.`,
  some_not_found: ({ count }) =>
    s`${plural(count, 'identificador não encontrado', 'identificadores não encontrados')}.`,
  no_json: ({ format }) =>
    format === undefined
      ? 'Este comando não imprime JSON; omita --json.'
      : s`--json e --format ${format} se contradizem; omita um dos dois.`,
  no_home: () =>
    'Este usuário não tem pasta pessoal; defina CONFERE_HOME com uma pasta para a configuração e os dados.',
  no_fields: () => '--fields vale para confere cpf, cnpj, quota, bulk run e bulk export.',
  bad_fault: (facts) => {
    const trouble = (): string => {
      if (facts.why === 'form') return "deve ter a forma 'POST /cpf/bulk=503:2'";
      if (facts.why === 'no_endpoint')
        return s`esse endpoint não existe; existem ${facts.endpoints.join(', ')}, e * para qualquer parte`;
      if (facts.why === 'no_answer')
        return s`'${facts.action}' não é uma resposta desse endpoint; use um status, drop, drop-after, slow:<ms>, renew, spend:<créditos>, refund:<créditos>, replace-key, ou uma destas: ${facts.answers.join(', ')}`;
      if (facts.why === 'slow_without_ms')
        return "slow precisa dos milissegundos, como em 'slow:2000'";
      if (facts.why === 'event_without_credits')
        return "spend e refund precisam dos créditos, como em 'spend:5'";
      return s`'${facts.often}' deve ser uma quantidade como 2 (as duas primeiras) ou uma probabilidade como 0.1`;
    };
    return s`Não é possível usar --fault '${facts.rule}': ${trouble()}.`;
  },
  bad_port: ({ port, last }) => s`A porta ${port} não existe; as portas vão de 1 a ${last}.`,
  port_taken: ({ port }) =>
    s`A porta ${port} já está em uso nesta máquina; escolha outra com --port, ou --port 0 para uma livre.`,
  port_refused: ({ port }) =>
    s`A porta ${port} é recusada nesta máquina; escolha outra com --port, ou --port 0 para uma livre.`,
  state_newer: ({ path }) =>
    s`O estado do sandbox em ${path} foi gravado por uma versão mais nova do confere: use essa versão, apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`,
};
