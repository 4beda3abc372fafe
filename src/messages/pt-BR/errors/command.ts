import type * as en from '../../en/errors/command.js';
import { agree, number, plural, s } from '../words.js';
import { DEEPEST_ANSWER } from '../../../limits.js';
import type { CommandErrorsOf } from '../../reader.js';

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
