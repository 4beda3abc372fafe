/* oxlint-disable max-lines-per-function */
import { by, given, inside, is, m, next, or, pick, when, where } from '../../sentence.js';
import type * as en from '../../en/errors/commands.js';
import { choices, declined } from '../errors.js';
import { placeholders } from '../help.js';
import { agree, count, n, num, phrases } from '../dsl-phrases.js';

const see = m` Veja '${'help'} --help'.`;

const RULES: Readonly<Record<en.ValueRule, string>> = {
  not_negative: 'Use um número maior ou igual a zero, como 1000 ou 2.5, sem separador de milhar.',
  above_zero: 'Use um número inteiro maior que zero.',
  price: 'Use um número maior que zero, como 1 ou 2.5.',
  name: 'Use um nome.',
  one_character: 'Use um caractere, ou tab.',
  cost: 'Use cpf, cnpj ou realtime com os créditos, como em cpf=2.',
  job_id: 'Use o id de uma remessa (jobId): letras, dígitos e hífens.',
  calendar_day: 'Use um dia ou um mês, como 31/01/2026 ou 01/2026, ou 30d para 30 dias atrás.',
};

const inAngles = (name: string): string => placeholders(`<${name}>`);

export const commandErrors: typeof en.commandErrors = () => ({
  output_failed: m`Não foi possível gravar ${or('path', 'a saída')}: ${by(phrases.unwritten, 'reason')}. Corrija isso e execute ${next.onward()} de novo.`,
  not_for_terminal: m`Uma planilha ou uma página não pode ser mostrada no terminal; indique um arquivo com -o.`,
  rows_for_terminal: m`${given('batch', '', 'Nada foi enviado. ')}O resultado tem ${n.rows('rows')}, e o terminal mostra no máximo ${num('few')} sem pedido. ${given('batch', m`Para gravar um arquivo: '${next.command('bulk export', 'batch')}'.`, 'Indique um arquivo com -o.')} Para mostrar todas as linhas aqui, use -o -.`,
  output_is_input: m`A saída, ${'output'}, é também uma entrada, que nunca é substituída. Indique outro arquivo${where(is.several, ', ou use --out-dir')}.${phrases.unsent}`,
  one_side_file: m`--partners grava um arquivo para uma entrada; execute as entradas uma por vez, ou exporte cada lote com essa opção.`,
  not_erasable: m`Nada foi removido: o identificador ${'number'} não é um CPF ou CNPJ válido. Corrija-o ou deixe-o de fora.`,
  lookup_not_over: m`Nada foi removido: ${'shown'} está sendo consultado, ou uma consulta anterior dele pode ter sido cobrada. Consulte-o de novo, o que apura a cobrança, e depois execute ${next.again} de novo.`,
  result_erased: m`Nada foi enviado: ${'path'} é o resultado do lote ${'batch'}, do qual ${count('rows', 'linha foi apagada', 'linhas foram apagadas')} com purge. Para gravar o restante no lugar dele: '${next.command('bulk export', 'batch', '--output', 'path', '--overwrite')}'. Antes de executar ${'file'} de novo com --overwrite, tire dele as pessoas e empresas apagadas; senão elas serão consultadas, cobradas e armazenadas de novo.`,
  system_limit: pick('of', {
    files:
      'Nada mais foi enviado: este processo não pode abrir mais arquivos. Aumente o limite (ulimit -n) e execute o mesmo comando de novo.',
    wasm: 'Nada foi enviado: este Node roda sem WebAssembly, de que o HTTP precisa. Tire --jitless de NODE_OPTIONS.',
    addresses:
      'Nada foi enviado: este processo pode reservar pouca memória (ulimit -v). Aumente o limite, ou defina NODE_OPTIONS=--disable-wasm-trap-handler.',
  }),
  bad_realtime: m`Uma consulta em tempo real precisa de um único CPF, de --realtime e de --birth-date DD/MM/AAAA.`,
  no_base_url: m`Falta o endereço do serviço${when('profile', 'default', '', m` no perfil ${'profile'}`)}. Faça login com '${next.command('auth login', '--base-url', '<url>')}', use --base-url ou CONFERE_BASE_URL, ou experimente com --sandbox.`,
  key_of_another_service: m`A chave guardada do perfil ${'profile'} é de ${'boundTo'} e não é enviada a ${'baseUrl'}. Informe a chave desse serviço em CONFERE_API_KEY ou --api-key-file, ou faça login nele com outro --profile.`,
  bad_profile: m`O nome de um perfil tem de 1 a 64 letras, dígitos, pontos, hifens e sublinhados.`,
  no_such_profile: m`O perfil ${'name'} não existe.${phrases.near} Perfis: ${'known'}. Para criar: '${next.command('auth login', '--profile', 'name')}'; ou, com a chave em uma variável de ambiente, '${next.command('config set', '<setting>', '<value>', '--profile', 'name')}'.`,
  no_identifiers: m`A entrada padrão não tem nenhum identificador.`,
  stdin_twice: m`'-' lê toda a entrada padrão. Use uma vez só.`,
  stdout_twice: m`A saída padrão já recebe o relatório ou o JSON. Indique um arquivo com ${'option'}.`,
  needs_yes: m`${'question'} ${declined} Use --yes para confirmar${next.shown('--yes')}.`,
  purge_what: m`Escolha: os CPFs e CNPJs a apagar, ou uma idade com --older-than.`,
  sandbox_needs_no_login: m`O sandbox não precisa de login. Para fazer login no serviço real, retire --sandbox e remova a variável CONFERE_SANDBOX.`,
  needs_key: m`A chave é digitada em um terminal, ou enviada pela entrada padrão a '${next.command('auth login', '--with-key')}'.`,
  notify_failed: m`O comando de --notify falhou (${'reason'}). O lote está como diz o resumo.`,
  below_min: m`${agree('remaining', 'Resta', 'Restam')} ${n.credits('remaining')}, menos que ${num('min')} (--min).`,
  unknown_status: m`A situação ${'wanted'} não existe. Situações: ${'statuses'}.`,
  one_output: m`Use -o para uma entrada, ou --out-dir <pasta> para várias, não os dois.`,
  not_a_result: m`${'file'} não é um resultado do confere: falta a coluna lookup_status. Compare arquivos gravados por bulk run ou bulk export, ou lotes pelos ids.`,
  broken_json: m`${'file'} não é um resultado inteiro: depois de ${count('objects', 'objeto', 'objetos')}, ele acaba, ou não tem um objeto em cada linha. Exporte o resultado de novo.`,
  different_kinds: m`Não há o que comparar: ${'cpfs'} tem CPFs e ${'cnpjs'} tem CNPJs. Indique dois resultados do mesmo tipo.`,
  temporary_folder: m`Não é possível usar a pasta de arquivos temporários, ${'folder'} (${'reason'}). Crie ou libere a pasta, ou defina TMPDIR (no Windows, TEMP) com outra.`,
  results_differ: m`${count('identifiers', 'identificador é diferente', 'identificadores são diferentes')}.`,
  some_invalid: pick('of', {
    rows: m`${count('count', 'linha é inválida', 'linhas são inválidas')}, o que --strict não aceita. Para gravar cada uma com o motivo: --rejects <arquivo>.`,
    identifiers: m`${count('count', 'identificador não é válido', 'identificadores não são válidos')}; veja a saída padrão.`,
  }),
  some_not_found: m`${count('count', 'identificador não encontrado', 'identificadores não encontrados')}.`,
  no_json: m`Este comando não imprime JSON. Retire --json.`,
  no_home: m`Este usuário não tem pasta pessoal. Defina CONFERE_HOME com uma pasta para as configurações e os dados.`,
  no_fields: m`--fields vale para confere cpf, cnpj, lookup, bulk run e bulk export.`,
  bad_fault: m`--fault '${'rule'}' não é válida: deve ter a forma '${'like'}'.${given('known', m` Existem: ${'known'}.`)}`,
  bad_port: m`A porta ${'port'} não existe. Use de 1 a ${'last'}.`,
  port_taken: m`A porta ${'port'} está em uso ou não é permitida nesta máquina. Escolha outra com --port, ou --port 0 para uma livre.`,
  ledger_copy_where: m`Escolha uma: --to <local> move o histórico para outro lugar, --cancel desfaz uma mudança interrompida. O histórico do sandbox não muda de lugar.`,
  ledger_at_work: m`Nada foi alterado: o histórico está em uso, ou espera uma resposta do serviço. Espere ou pare as outras execuções; '${next.command('bulk resume')}' conclui o que foi interrompido. Depois, execute ${next.again} de novo.`,
  ledger_not_empty: m`Nada foi alterado: o histórico em ${'place'} não está vazio, e uma cópia o substituiria. Escolha outro local.`,
  ledger_differs: m`A cópia é diferente do histórico (${'table'}) e não foi usada. Execute ${next.again} de novo; se a diferença continuar, '${next.command('ledger check')}' pode mostrar o motivo.`,
  ledger_unsound: m`A verificação encontrou ${count('findings', 'problema', 'problemas')} (acima). Não envie nada antes de restaurar um backup.`,
  unknown_command: m`O comando '${or('word', '…')}' não existe.${phrases.meant}${see}`,
  unknown_option: when(
    'flag',
    '--api-key',
    m`A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. Use CONFERE_API_KEY ou --api-key-file <caminho>.${see}`,
    m`A opção '${or('flag', '--…')}' não existe aqui.${phrases.near}${see}`,
  ),
  missing_argument: m`'${'command'}' precisa de ${given('argument', by(inAngles, 'argument'), 'um argumento')}${given('choices', m` (${'choices'})`)}${given('example', m`, como em '${'example'}'`)}.${see}`,
  option_missing_argument: m`'${by(placeholders, 'option')}' precisa de um valor.${see}`,
  invalid_argument: m`'${or('value', '…')}' não é um valor válido para '${by(placeholders, 'place')}'.${given('choices', m` Valores: ${'choices'}.`)}${given('must', m` ${pick('must', RULES)}`)}${phrases.near}${see}`,
  excess_arguments: m`'${'command'}' recebe ${count('most', 'argumento', 'argumentos')}, e não ${'given'}.${see}`,
  unknown_topic: given(
    'near',
    m`O tópico de ajuda '${'word'}' não existe. Você quis dizer '${'help'} ${'near'}'?`,
    m`Esse tópico de ajuda não existe. Para ver a lista: '${'help'}'.`,
  ),
  one_decision: given(
    'open',
    inside('open', choices),
    m`Escolha uma: --adopt <jobId> (é esta remessa), --resubmit (reenviar; você pode pagar duas vezes)${next.shown('--resubmit')} ou --abandon (descartar; o que foi cobrado continua cobrado)${next.shown('--abandon')}.`,
  ),
  unknown_key: m`${given('stored', m`${inside('stored', phrases.profile)} tem a configuração desconhecida ${'key'}.`, m`A configuração ${'key'} não existe.`)}${given('near', m` Você quis dizer ${'near'}?`)}${when('looksSecret', true, m` Para guardar uma chave de API: '${next.command('auth login')}'.`)}${given('stored', m` Para remover: '${next.command('config unset', 'key')}'.`)} Configurações: ${'keys'}.`,
  unknown_variable: m`${'variable'} não é uma variável do confere.${phrases.near} Corrija ou remova a variável. Para ver as que ele usa: 'confere help environment'.`,
  batch_left: pick('why', {
    unconfirmed: when(
      'isChecked',
      true,
      m`${n.identifiers('count')} do lote ${'batch'} ${agree('count', 'pode ter sido cobrado', 'podem ter sido cobrados')}, e a nova verificação não trouxe resposta. Escolha: '${next.command('bulk resolve', 'batch', '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia, por até ${n.credits('worstCase')} a mais; '${next.goOn()}' verifica mais uma vez.`,
      m`${n.identifiers('count')} do lote ${'batch'} ${agree('count', 'pode ter sido cobrado', 'podem ter sido cobrados')}, e nenhuma resposta chegou. Verifique de novo: '${next.goOn()}'. Se não adiantar, '${next.command('bulk resolve', 'batch', '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia, por até ${n.credits('worstCase')} a mais.`,
    ),
    credits: given(
      'creditsLeft',
      where(
        is.uncovered,
        m`${n.identifiers('count')} do lote ${'batch'} não ${agree('count', 'foi consultado e não custou', 'foram consultados e não custaram')} nada: ${agree('count', 'pode', 'podem')} custar ${n.credits('worstCase')}, e ${agree('creditsLeft', 'resta', 'restam')} ${num('creditsLeft')} de --max-credits. Para enviar ${agree('count', 'esse identificador', 'esses identificadores')}: '${next.withinLimit}'.`,
        m`${n.identifiers('count')} do lote ${'batch'} não ${agree('count', 'foi consultado e não custou', 'foram consultados e não custaram')} nada: ${agree('count', 'pode', 'podem')} custar ${n.credits('worstCase')}, e ${agree('creditsLeft', 'resta', 'restam')} ${num('creditsLeft')} de --max-credits. Para enviar o que cabe: '${next.goOn('--fit-balance')}'; para enviar tudo, use --max-credits ${'worstCase'}.`,
      ),
      m`${n.identifiers('count')} do lote ${'batch'} não ${agree('count', 'foi consultado e não custou', 'foram consultados e não custaram')} nada: o saldo ou um teto não ${agree('count', 'o cobre', 'os cobre')}. Quando houver créditos, '${next.goOn()}' envia, por até ${n.credits('worstCase')}.`,
    ),
    running: m`O lote ${'batch'} ainda está em andamento no serviço. Para continuar esperando, execute ${next.longer}. Se nunca terminar, '${next.command('bulk resolve', 'batch', '--abandon')}' o descarta; o que foi cobrado continua cobrado.`,
    unsure: m`O serviço diz que uma remessa do lote ${'batch'} falhou, e o prazo se esgotou antes de confirmar. Para verificar de novo, execute ${next.longer}.`,
    failed: m`${n.identifiers('count')} do lote ${'batch'} ${agree('count', 'falhou ou não foi enviado, e não custou', 'falharam ou não foram enviados, e não custaram')} nada. Para enviar: '${next.goOn()}'.`,
    late: m`${n.identifiers('count')} do lote ${'batch'} ${agree('count', 'não foi enviado e não custou', 'não foram enviados e não custaram')} nada: o prazo se esgotou antes. Para ${agree('count', 'enviá-lo', 'enviá-los')}, execute ${next.longer}.`,
    unanswered: m`${n.identifiers('count')} do lote ${'batch'} ${agree('count', 'está', 'estão')} sem resposta. Para enviar o que não foi descartado: '${next.goOn()}'.`,
    given_up: m`${n.identifiers('count')} do lote ${'batch'} ${agree('count', 'foi descartado', 'foram descartados')} sem resposta.${when('isWritten', true, '', m` Para gravar os demais: '${next.command('bulk export', 'batch')}'.`)}`,
    invalid: m`${n.rows('count')} do lote ${'batch'} ${agree('count', 'é inválida', 'são inválidas')}, o que --strict não aceita. ${when('isWritten', true, 'O resultado traz o motivo de cada uma.', m`Para gravar todas com o motivo: '${next.command('bulk export', 'batch')}'.`)}`,
  }),
});
