import { batchErrors, choices } from './errors-batch.js';
import type * as en from '../en/errors-command.js';
import { leftOf, type BatchLeftMessages } from '../steps.js';
import { placeholders } from './help.js';
import { agree, n, number, phrases, plural, s } from './phrases.js';

function see(help: string): string {
  return s` Veja '${help} --help'.`;
}

const RULES: Readonly<Record<en.ValueRule, string>> = {
  not_negative: 'Use um número maior ou igual a zero.',
  above_zero: 'Use um número inteiro maior que zero.',
  name: 'Use um nome.',
  one_character: 'Use um caractere, ou tab.',
  cost: 'Use cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  job_id: 'Use o id de uma remessa (jobId): letras, dígitos e hífens.',
  calendar_day: 'Use um dia ou um mês, como 31/01/2026 ou 01/2026, ou 30d para 30 dias atrás.',
};

/** What a batch command left when it ended, and the command that goes on. */
const batchLeft: BatchLeftMessages = {
  unconfirmed: ({ batch, count, worstCase }, next) =>
    s`${n.identifiers(count)} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e nenhuma resposta chegou. Verifique de novo: '${next.command('bulk resume', batch)}'. Se não adiantar, '${next.command('bulk resolve', batch, '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia, por até ${n.credits(worstCase)} a mais.`,
  asked_again: ({ batch, count, worstCase }, next) =>
    s`${n.identifiers(count)} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e a nova verificação não trouxe resposta. Escolha: '${next.command('bulk resolve', batch, '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', batch, '--resubmit')}' reenvia, por até ${n.credits(worstCase)} a mais; '${next.command('bulk resume', batch)}' verifica mais uma vez.`,
  credits: ({ batch, count, worstCase }, next) =>
    s`${n.identifiers(count)} do lote ${batch} não ${agree(count, 'foi consultado e não custou', 'foram consultados e não custaram')} nada: o saldo ou um teto não ${agree(count, 'o cobre', 'os cobre')}. Quando houver créditos, '${next.command('bulk resume', batch)}' envia, por até ${n.credits(worstCase)}.`,
  over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${n.identifiers(count)} do lote ${batch} não ${agree(count, 'foi consultado e não custou', 'foram consultados e não custaram')} nada: ${agree(count, 'pode', 'podem')} custar ${n.credits(worstCase)}, e ${agree(creditsLeft, 'resta', 'restam')} ${number(creditsLeft)} de --max-credits. Para enviar ${agree(count, 'esse identificador', 'esses identificadores')}: '${next.within(worstCase).command('bulk resume', batch)}'.`,
  partly_over_limit: ({ batch, count, worstCase, creditsLeft = 0 }, next) =>
    s`${n.identifiers(count)} do lote ${batch} não ${agree(count, 'foi consultado e não custou', 'foram consultados e não custaram')} nada: ${agree(count, 'pode', 'podem')} custar ${n.credits(worstCase)}, e ${agree(creditsLeft, 'resta', 'restam')} ${number(creditsLeft)} de --max-credits. Para enviar o que cabe: '${next.command('bulk resume', batch, '--fit-balance')}'; para enviar tudo, use --max-credits ${worstCase}.`,
  running: ({ batch }, next) =>
    s`O lote ${batch} ainda está em andamento no serviço. Para continuar esperando, execute ${next.onward(batch, [{ flag: '--deadline', value: '1h' }])}. Se nunca terminar, '${next.command('bulk resolve', batch, '--abandon')}' o descarta; o que foi cobrado continua cobrado.`,
  failed: ({ batch, count }, next) =>
    s`${n.identifiers(count)} do lote ${batch} ${agree(count, 'falhou ou não foi enviado, e não custou', 'falharam ou não foram enviados, e não custaram')} nada. Para enviar: '${next.command('bulk resume', batch)}'.`,
  unanswered: ({ batch, count }, next) =>
    s`${n.identifiers(count)} do lote ${batch} ${agree(count, 'está', 'estão')} sem resposta. Para enviar o que não foi descartado: '${next.command('bulk resume', batch)}'.`,
  given_up: ({ batch, count, isWritten = false }, next) =>
    s`${n.identifiers(count)} do lote ${batch} ${agree(count, 'foi descartado', 'foram descartados')} sem resposta.${isWritten ? '' : s` Para gravar os demais: '${next.command('bulk export', batch)}'.`}`,
  invalid: ({ batch, count }, next) =>
    s`${n.rows(count)} do lote ${batch} ${agree(count, 'é inválida', 'são inválidas')}, o que --strict não aceita. Para gravar todas com o motivo: '${next.command('bulk export', batch)}'.`,
};

const otherPort = ({ port }: { port: number }) =>
  s`A porta ${port} está em uso ou não é permitida nesta máquina. Escolha outra com --port, ou --port 0 para uma livre.`;

export const commandErrors: typeof en.commandErrors = {
  output_failed: ({ reason, path }, next) =>
    s`Não foi possível gravar ${path ?? 'a saída'}: ${phrases.unwritten(reason)}. Corrija isso e execute ${next.onward()} de novo.`,
  rejects_is_input: () => '--rejects substituiria a entrada; indique outro arquivo.',
  workbook_to_terminal: () =>
    'Uma planilha não pode ser mostrada no terminal; indique um arquivo com -o.',
  page_to_terminal: () =>
    'Uma página não pode ser mostrada no terminal; indique um arquivo com -o, como em -o relatorio.html.',
  rejects_need_file: () =>
    'A saída padrão já recebe o relatório; indique um arquivo com --rejects.',
  output_is_input: ({ output }, next) =>
    s`O resultado, ${output}, é também uma entrada, que nunca é substituída. Indique outro arquivo${next.inputs > 1 ? ', ou use --out-dir' : ''}.` +
    phrases.unsent(next),
  one_side_file: () =>
    '--partners grava um arquivo para uma entrada; execute as entradas uma por vez, ou exporte cada lote com essa opção.',
  one_decision: ({ open }, next) => {
    if (open !== undefined) return choices(open, next);
    const drop = ['--resubmit', '--abandon', '--adopt'];
    const one = (flag: string): string => next.shown({ drop, set: [{ flag }] });
    return s`Escolha uma: --adopt <jobId> (é esta remessa), --resubmit (reenviar; você pode pagar duas vezes)${one('--resubmit')} ou --abandon (descartar; o que foi cobrado continua cobrado)${one('--abandon')}.`;
  },
  needs_realtime: () => '--birth-date só vale com --realtime.',
  needs_birth_date: () => 'Uma consulta em tempo real precisa de --birth-date DD/MM/AAAA.',
  one_cpf: () => 'Uma consulta em tempo real aceita um único CPF.',
  no_base_url: ({ profile }, next) =>
    s`Falta o endereço do serviço${profile === 'default' ? '' : s` no perfil ${profile}`}. Faça login com '${next.command('auth login')} --base-url <url>', use --base-url ou CONFERE_BASE_URL, ou experimente com --sandbox.`,
  key_of_another_service: ({ profile, boundTo, baseUrl }) =>
    s`A chave guardada do perfil ${profile} é de ${boundTo} e não é enviada a ${baseUrl}. Informe a chave desse serviço em CONFERE_API_KEY ou --api-key-file, ou faça login nele com outro --profile.`,
  unknown_key: ({ key, keys, near, looksSecret, stored }, next) =>
    [
      stored === undefined
        ? s`A configuração ${key} não existe.`
        : s`${phrases.profile(stored)} tem a configuração desconhecida ${key}.`,
      ...(near === undefined ? [] : [s`Você quis dizer ${near}?`]),
      ...(looksSecret ? [s`Para guardar uma chave de API: '${next.command('auth login')}'.`] : []),
      ...(stored === undefined ? [] : [s`Para remover: '${next.command('config unset', key)}'.`]),
      s`Configurações: ${keys.join(', ')}.`,
    ].join(' '),
  bad_profile: () =>
    'O nome de um perfil tem de 1 a 64 letras, dígitos, pontos, hifens e sublinhados.',
  no_such_profile: ({ name, known }, next) =>
    s`O perfil ${name} não existe. Perfis: ${known.join(', ')}. Para criar: '${next.command('auth login')}'.`,
  no_identifiers: () => 'A entrada padrão não tem nenhum identificador.',
  stdin_twice: () => "'-' lê toda a entrada padrão. Use uma vez só.",
  stdout_twice: () => '--json precisa da saída padrão só para si. Indique um arquivo com -o.',
  needs_yes: (facts, next) =>
    s`${facts.question} ${batchErrors.declined(facts)} Use --yes para confirmar${next.shown({ set: [{ flag: '--yes' }] })}.`,
  purge_what: () => 'Escolha: os CPFs e CNPJs a apagar, ou uma idade com --older-than.',
  sandbox_needs_no_login: () =>
    'O sandbox não precisa de login. Para fazer login no serviço real, retire --sandbox e remova a variável CONFERE_SANDBOX.',
  needs_key: (_, next) =>
    s`A chave é digitada em um terminal, ou enviada pela entrada padrão a '${next.command('auth login', '--with-key')}'.`,
  notify_failed: ({ reason }) =>
    s`O comando de --notify falhou (${reason}). O lote está como diz o resumo.`,
  below_min: ({ remaining, min }) =>
    s`${agree(remaining, 'Resta', 'Restam')} ${n.credits(remaining)}, menos que ${number(min)} (--min).`,
  unknown_status: ({ wanted, statuses }) =>
    s`A situação ${wanted} não existe. Situações: ${statuses.join(', ')}.`,
  one_output: () => 'Várias entradas precisam de --out-dir <pasta> no lugar de -o.',
  two_outputs: () => 'Use -o ou --out-dir, não os dois.',
  not_a_result: ({ file }) =>
    s`${file} não é um resultado do confere: falta a coluna lookup_status. Compare arquivos gravados por bulk run ou bulk export, ou lotes pelos ids.`,
  broken_json: ({ file, objects }) =>
    s`${file} não é um resultado inteiro: depois de ${plural(objects, 'objeto', 'objetos')}, ele acaba, ou não tem um objeto em cada linha. Exporte o resultado de novo.`,
  different_kinds: ({ cpfs, cnpjs }) =>
    s`Não há o que comparar: ${cpfs} tem CPFs e ${cnpjs} tem CNPJs. Indique dois resultados do mesmo tipo.`,
  temporary_folder: ({ folder, reason }) =>
    s`Não é possível usar a pasta de arquivos temporários, ${folder} (${reason}). Crie ou libere a pasta, ou defina TMPDIR (no Windows, TEMP) com outra.`,
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
  bad_fault: ({ rule, like, known }) =>
    s`--fault '${rule}' não é válida: deve ter a forma '${like}'.${known.length === 0 ? '' : ` Existem: ${known.join(', ')}.`}`,
  bad_port: ({ port, last }) => s`A porta ${port} não existe. Use de 1 a ${last}.`,
  port_taken: otherPort,
  port_refused: otherPort,
  ledger_copy_where: () =>
    'Escolha uma: --to <local> move o histórico, --cancel desfaz uma mudança interrompida.',
  ledger_at_work: (_, next) =>
    s`Nada foi alterado: o histórico está em uso, ou espera uma resposta do serviço. '${next.command('ledger status')}' mostra quem o usa; '${next.command('bulk resume')}' conclui o que começou.`,
  ledger_not_empty: ({ place }) =>
    s`Nada foi alterado: o histórico em ${place} não está vazio, e uma cópia o substituiria. Escolha outro local.`,
  ledger_differs: ({ table }, next) =>
    s`A cópia é diferente do histórico (${table}) e não foi usada. Execute ${next.again()} de novo; se a diferença continuar, '${next.command('ledger check')}' pode mostrar o motivo.`,
  ledger_unsound: ({ findings }) =>
    s`A verificação encontrou ${plural(findings, 'problema', 'problemas')} (acima). Não envie nada antes de restaurar um backup.`,
  batch_left: (facts, next) => batchLeft[leftOf(facts, next)](facts, next),
  unknown_command: ({ help, word = '…', meant }) =>
    s`O comando '${word}' não existe.` + phrases.meant(...meant) + see(help),
  unknown_option: ({ help, flag = '--…', near }) => {
    if (flag === '--api-key')
      return `A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. Use CONFERE_API_KEY ou --api-key-file <caminho>.${see(help)}`;
    return s`A opção '${flag}' não existe aqui.` + phrases.meant(near) + see(help);
  },
  missing_argument: ({ help, command, argument, choices: all, example }) => {
    const name = argument === undefined ? 'um argumento' : placeholders(`<${argument}>`);
    const shown = all.length === 0 ? '' : ` (${all.join(', ')})`;
    const like = example === undefined ? '' : s`, como em '${example}'`;
    return s`'${command}' precisa de ${name}${shown}${like}.` + see(help);
  },
  option_missing_argument: ({ help, option }) =>
    s`'${placeholders(option)}' precisa de um valor.` + see(help),
  invalid_argument: ({ help, place, value = '…', choices: all, near, must }) => {
    const choice = all.length === 0 ? '' : s` Valores: ${all.join(', ')}.`;
    const rule = must === undefined ? '' : ` ${RULES[must]}`;
    return s`'${value}' não é um valor válido para '${placeholders(place)}'.${choice}${rule}${phrases.meant(near)}${see(help)}`;
  },
  excess_arguments: ({ help, command, most, given }) =>
    s`'${command}' recebe ${plural(most, 'argumento', 'argumentos')}, e não ${given}.` + see(help),
  unknown_topic: ({ help, word, near }) =>
    near === undefined
      ? s`Esse tópico de ajuda não existe. Para ver a lista: '${help}'.`
      : s`O tópico de ajuda '${word}' não existe. Você quis dizer '${help} ${near}'?`,
};
