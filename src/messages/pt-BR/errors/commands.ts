import type { CommandErrors, ValueRule } from '../../../base/command-errors.js';
import { repeatWith } from '../../next-steps.js';
import type { Sentences } from '../../reader.js';
import { placeholders } from '../help.js';
import {
  agree,
  credits,
  listDecisions,
  nameAsSubject,
  number,
  phrases,
  plural,
  rows,
  s,
} from '../phrases.js';
import { batchLeft } from './batch-left.js';

const SYSTEM_LIMITS = {
  files:
    'Nada mais foi enviado: este processo não pode abrir mais arquivos. Aumente o limite (ulimit -n) e execute o mesmo comando de novo.',
  wasm: 'Nada foi enviado: este Node roda sem WebAssembly, de que o HTTP precisa. Tire --jitless de NODE_OPTIONS.',
  addresses:
    'Nada foi enviado: este processo pode reservar pouca memória (ulimit -v). Aumente o limite, ' +
    'ou defina NODE_OPTIONS=--disable-wasm-trap-handler.',
};

/** The sentences of rules for the value of an option or an argument. */
const RULES: Readonly<Record<ValueRule, string>> = {
  not_negative: 'Use um número maior ou igual a zero, como 1000 ou 2.5, sem separador de milhar.',
  above_zero: 'Use um número inteiro maior que zero.',
  price: 'Use um número maior que zero, como 1 ou 2.5.',
  name: 'Use um nome.',
  one_character: 'Use um caractere, ou tab.',
  cost: 'Use cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  job_id: 'Use o id de uma remessa (jobId): letras, dígitos e hífens.',
  calendar_day: 'Use um dia ou um mês, como 31/01/2026 ou 01/2026, ou 30d para 30 dias atrás.',
};

/** Refers to the help of a command; follows a sentence. */
const referToHelp = (help: string) => s` Veja '${help} --help'.`;

/** The sentences of errors that only a command line meets. */
export const commandErrors: Sentences<CommandErrors> = {
  output_failed: ({ reason, path = 'a saída' }, to) =>
    s`Não foi possível gravar ${path}: ${phrases.writeFailure(reason)}. Corrija isso e execute ${to.continueRun()} de novo.`,
  not_for_terminal: () =>
    'Planilhas e relatórios vão para um arquivo: indique-o com -o, como em -o relatorio.html ou -o resultado.xlsx.',
  rows_for_terminal({ rows: count, few, batch }, to) {
    const unsent = batch ? '' : 'Nada foi enviado. ';
    const toFile = batch
      ? s`Para gravar um arquivo: '${to.command('bulk export', batch)}'.`
      : 'Indique um arquivo com -o.';
    return (
      s`${unsent}O resultado tem ${rows(count)}, e o terminal mostra no máximo ${number(few)} sem pedido. ` +
      s`${toFile} Para mostrar todas as linhas aqui, use -o -.`
    );
  },
  output_is_input({ output }, to) {
    const orFolder =
      to.currentCommand === 'bulk run' && to.inputCount > 1 ? ', ou use --out-dir' : '';
    return (
      s`A saída, ${output}, é também uma entrada, que nunca é substituída. ` +
      s`Indique outro arquivo${orFolder}.${phrases.nothingSentBy(to)}`
    );
  },
  one_side_file: () =>
    '--partners grava um arquivo para uma entrada; execute as entradas uma por vez, ou exporte cada lote com essa opção.',
  not_erasable: ({ number: position }) =>
    s`Nada foi apagado: o identificador ${position} não é um CPF ou CNPJ válido. Corrija-o ou deixe-o de fora.`,
  not_an_identifier: () =>
    'Isso não é um CPF ou CNPJ válido. Digite-o inteiro, com ou sem pontuação.',
  lookup_not_over: ({ shown }, to) =>
    s`Nada foi apagado: ${shown} está sendo consultado, ou uma consulta anterior dele pode ter sido cobrada. ` +
    s`Consulte-o de novo, o que apura a cobrança, e depois execute ${to.repeat()} de novo.`,
  result_erased({ batch, file, path, rows: count }, to) {
    const erased = plural(count, 'linha foi apagada', 'linhas foram apagadas');
    const exportCommand = to.command('bulk export', batch, '--output', path, '--overwrite');
    return (
      s`Nada foi enviado: ${path} é o resultado do lote ${batch}, do qual ${erased} com purge. ` +
      s`Para gravar o restante no lugar dele: '${exportCommand}'. Antes de executar ${file} de novo com --overwrite, ` +
      'tire dele as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.'
    );
  },
  system_limit: ({ of }) => SYSTEM_LIMITS[of],
  bad_realtime: () =>
    'Uma consulta em tempo real precisa de um único CPF, de --realtime e de --birth-date DD/MM/AAAA.',
  no_base_url({ profile }, to) {
    const ofProfile = profile === 'default' ? '' : s` no perfil ${profile}`;
    return (
      s`Falta o endereço do serviço${ofProfile}. Faça login com '${to.command('auth login', '--base-url', '<url>')}', ` +
      'use --base-url ou CONFERE_BASE_URL, ou experimente com --sandbox.'
    );
  },
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a ${baseUrl}. ` +
    'Informe a chave desse serviço em CONFERE_API_KEY ou --api-key-file, ou faça login nele com outro --profile.',
  bad_profile: () =>
    'O nome de um perfil tem de 1 a 64 letras, dígitos, pontos, hifens e sublinhados.',
  no_such_profile({ name, known, near }, to) {
    const logIn = to.command('auth login', '--profile', name);
    const set = to.command('config set', '<configuração>', '<valor>', '--profile', name);
    return (
      s`O perfil ${name} não existe.${phrases.didYouMean(near)} Perfis: ${known.join(', ')}. ` +
      s`Para criar: '${logIn}'; ou, com a chave em uma variável de ambiente, '${set}'.`
    );
  },
  no_identifiers: () => 'A entrada padrão não tem nenhum identificador.',
  stdin_twice: () => "'-' lê toda a entrada padrão. Use uma vez só.",
  stdout_twice: ({ option }) =>
    s`A saída padrão já recebe o relatório ou o JSON. Indique um arquivo com ${option}.`,
  needs_yes: ({ question, nothing }, to) =>
    s`${phrases.unasked[nothing]} "${question}" Use --yes para confirmar${repeatWith(to, '--yes')}.`,
  purge_what: () => 'Escolha: os CPFs e CNPJs a apagar, ou uma idade com --older-than.',
  sandbox_needs_no_login: () =>
    'O sandbox não precisa de login. Para fazer login no serviço real, retire --sandbox e apague a variável CONFERE_SANDBOX.',
  needs_key: (_, to) =>
    s`A chave é digitada em um terminal, ou enviada pela entrada padrão a '${to.command('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`O comando de --notify falhou (${reason}). O lote não foi afetado.`,
  below_min: ({ remaining, min }) =>
    s`${agree(remaining, 'Resta', 'Restam')} ${credits(remaining)}, menos que ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`A situação ${wanted} não existe. Situações: ${statuses.join(', ')}.`,
  one_output: () => 'Use -o para uma entrada, ou --out-dir <pasta> para várias, não os dois.',
  not_a_result: ({ file }) =>
    s`${nameAsSubject(file)} não é um resultado do confere: falta a coluna lookup_status. ` +
    'Compare arquivos gravados por bulk run ou bulk export, ou lotes pelos ids.',
  broken_json: ({ file, objects }) =>
    s`${nameAsSubject(file)} não é um resultado inteiro: depois de ${plural(objects, 'objeto', 'objetos')}, ele acaba, ` +
    'ou não tem um objeto em cada linha. Exporte o resultado de novo.',
  different_kinds: ({ cpfs, cnpjs }) =>
    s`Não há o que comparar: ${cpfs} tem CPFs e ${cnpjs} tem CNPJs. Indique dois resultados do mesmo tipo.`,
  temporary_folder: ({ folder, reason }) =>
    s`Não é possível usar a pasta de arquivos temporários, ${folder} (${reason}). ` +
    'Crie ou libere a pasta, ou defina TMPDIR (no Windows, TEMP) com outra.',
  results_differ: ({ identifiers }) =>
    s`${plural(identifiers, 'identificador é diferente', 'identificadores são diferentes')}.`,
  some_invalid: ({ of, count, isInPipe = false }) =>
    of === 'rows'
      ? s`${plural(count, 'linha é inválida', 'linhas são inválidas')}, o que --strict não aceita. ` +
        'Para gravar cada uma com o motivo: --rejects <arquivo>.'
      : s`${plural(count, 'identificador não é válido', 'identificadores não são válidos')}${isInPipe ? '; veja a saída padrão' : ''}.`,
  some_not_found: ({ count }) =>
    s`${plural(count, 'identificador não encontrado', 'identificadores não encontrados')}.`,
  no_json: () => 'Este comando não imprime JSON. Retire --json.',
  no_home: () =>
    'Este usuário não tem pasta pessoal. Defina CONFERE_HOME com uma pasta para as configurações e os dados.',
  no_fields: () => '--fields vale para confere cpf, cnpj, lookup, bulk run e bulk export.',
  bad_fault({ rule, like, known }) {
    const available = known?.length ? s` Existem: ${known.join(', ')}.` : '';
    return s`--fault '${rule}' não é válida: deve ter a forma '${like}'.${available}`;
  },
  bad_port: ({ port, last }) => s`${port} não é uma porta válida. Use de 1 a ${last}.`,
  port_taken: ({ port }) =>
    s`A porta ${port} está em uso ou não é permitida nesta máquina. Escolha outra com --port, ou --port 0 para uma livre.`,
  ledger_copy_where: ({ already }) =>
    already
      ? s`Nada foi alterado: o histórico já está em ${already}, de onde o do sandbox nunca sai. Indique outro local com --to.`
      : 'Escolha uma: --to <local> move o histórico para outro lugar, --cancel desfaz uma mudança interrompida. ' +
        'O histórico do sandbox não muda de lugar.',
  ledger_at_work: (_, to) =>
    'Nada foi alterado: o histórico está em uso, ou espera uma resposta do serviço. Espere ou pare as outras execuções; ' +
    s`'${to.command('bulk resume')}' conclui o que foi interrompido. Depois, execute ${to.repeat()} de novo.`,
  ledger_not_empty: ({ place }) =>
    s`Nada foi alterado: o histórico em ${place} não está vazio, e uma cópia o substituiria. Escolha outro local.`,
  ledger_differs: ({ table }, to) =>
    s`A cópia é diferente do histórico (${table}) e não foi usada. Execute ${to.repeat()} de novo; ` +
    s`se a diferença continuar, '${to.command('ledger check')}' pode mostrar o motivo.`,
  ledger_unsound: ({ findings }) =>
    s`A verificação encontrou ${plural(findings, 'problema', 'problemas')} (acima). Não envie nada antes de restaurar um backup.`,
  unknown_command: ({ help, word = '…', meant }) =>
    s`O comando '${word}' não existe.${phrases.didYouMean(...meant)}${referToHelp(help)}`,
  unknown_option({ help, flag = '--…', near, behind }) {
    if (flag === '--api-key')
      return (
        "A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. " +
        s`Use CONFERE_API_KEY ou --api-key-file <caminho>.${referToHelp(help)}`
      );
    if (behind !== undefined)
      return s`A opção '${flag}' vem depois do comando: '${behind} ${flag} …'.${referToHelp(help)}`;
    return s`A opção '${flag}' não existe aqui.${phrases.didYouMean(near)}${referToHelp(help)}`;
  },
  missing_argument({ help, command, argument, choices, example }) {
    const needed = argument ? placeholders(`<${argument}>`) : 'um argumento';
    const oneOf = choices?.length ? s` (${choices.join(', ')})` : '';
    const asIn = example ? s`, como em '${example}'` : '';
    return s`'${command}' precisa de ${needed}${oneOf}${asIn}.${referToHelp(help)}`;
  },
  option_missing_argument: ({ help, option }) =>
    s`'${placeholders(option)}' precisa de um valor.${referToHelp(help)}`,
  invalid_argument({ help, place, value = '…', choices, must, near }) {
    const oneOf = choices?.length ? s` Valores: ${choices.join(', ')}.` : '';
    const rule = must ? ` ${RULES[must]}` : '';
    return (
      s`'${value}' não é um valor válido para '${placeholders(place)}'.` +
      s`${oneOf}${rule}${phrases.didYouMean(near)}${referToHelp(help)}`
    );
  },
  excess_arguments: ({ help, command, most, given }) =>
    s`'${command}' recebe ${plural(most, 'argumento', 'argumentos')}, e não ${number(given)}.${referToHelp(help)}`,
  unknown_topic: ({ help, word, near }) =>
    near
      ? s`O tópico de ajuda '${word}' não existe. Você quis dizer '${help} ${near}'?`
      : s`Esse tópico de ajuda não existe. Para ver a lista: '${help}'.`,
  one_decision: ({ open }, to) =>
    open
      ? listDecisions(open, to)
      : s`Escolha uma: --adopt <jobId> (é esta remessa), --resubmit (reenviar; você pode pagar duas vezes)${repeatWith(to, '--resubmit')} ` +
        s`ou --abandon (descartar; o que foi cobrado continua cobrado)${repeatWith(to, '--abandon')}.`,
  unknown_key({ key, keys, stored, near, looksSecret }, to) {
    const unknown = stored
      ? s`${phrases.profile(stored)} tem a configuração desconhecida ${key}.`
      : s`A configuração ${key} não existe.`;
    const meant = near ? s` Você quis dizer ${near}?` : '';
    const toStoreKey = looksSecret
      ? s` Para guardar uma chave de API: '${to.command('auth login')}'.`
      : '';
    const toRemove = stored ? s` Para apagar: '${to.command('config unset', key)}'.` : '';
    return s`${unknown}${meant}${toStoreKey}${toRemove} Configurações: ${keys.join(', ')}.`;
  },
  unknown_variable: ({ variable, near }) =>
    s`${variable} não é uma variável do confere.${phrases.didYouMean(near)} Corrija ou apague a variável. ` +
    "Para ver as que ele usa: 'confere help environment'.",
  batch_left: batchLeft,
};
