import type { usage as en } from '../en/usage.js';
import { agree, plural, s } from './words.js';

export const usage: typeof en = {
  invalidStrict: (count) =>
    s`${plural(count, 'linha é inválida', 'linhas são inválidas')}, o que --strict não aceita; --rejects <arquivo> grava cada uma com o motivo.`,
  notValid: (count) =>
    s`${plural(count, 'identificador não é válido', 'identificadores não são válidos')}; a saída padrão diz por quê.`,
  notFound: (count) =>
    s`${plural(count, 'identificador não encontrado', 'identificadores não encontrados')}.`,
  noJson: 'Este comando não imprime JSON; omita --json.',
  jsonAndFormat: (format) => s`--json e --format ${format} se contradizem; omita um dos dois.`,
  noTemporaryFolder: (folder) =>
    s`A pasta de arquivos temporários, ${folder}, não existe: crie-a, ou defina TMPDIR (no Windows, TEMP) com outra.`,
  temporaryFolderUnwritable: (folder, reason) =>
    s`Não é possível gravar na pasta de arquivos temporários, ${folder} (${reason}): corrija isso, ou defina TMPDIR (no Windows, TEMP) com outra.`,
  cutAtComma: (option, list) =>
    s`${option} foi cortada em uma vírgula, como faz o PowerShell; nada foi enviado. Escreva entre aspas: ${option} "${list}".`,
  needsOutDir: 'Várias entradas precisam de --out-dir <dir> no lugar de -o.',
  outputOrOutDir: 'Use -o ou --out-dir, não os dois.',
  jsonNeedsStdout: '--json precisa da saída padrão só para si; indique um arquivo com -o.',
  badJobId: 'Deve ser o id de uma remessa (jobId): letras, dígitos e hífens.',
  badDelimiter: 'Deve ser um caractere ou tab.',
  noSuchStatus: (wanted, statuses) =>
    s`A situação ${wanted} não existe; as situações são ${statuses}.`,
  confirmSending: (question, yes) =>
    s`${question} Nada foi enviado; para confirmar, repita com --yes${yes}.`,
  confirmChange: (question, yes) =>
    s`${question} Nada foi alterado; para confirmar, repita com --yes${yes}.`,
  yesWords: 's sim',
  question: (question) => s`${question} [s/N] `,
  badBirthDate: 'A data de nascimento deve ter a forma DD/MM/AAAA ou DDMMAAAA.',
  noBirthDate:
    'A data de nascimento não é uma data válida a partir de 1900; a ordem é dia, mês, ano.',
  futureBirthDate: 'A data de nascimento está no futuro.',
  endOfInputKeys: 'Ctrl-Z e Enter',
  readingTerminal: (end) => s`Lendo identificadores do terminal, um por linha; ${end} encerra.`,
  emptyStdin: 'A entrada padrão não continha nenhum identificador.',
  stdinOnce: "'-' lê toda a entrada padrão; informe uma vez só.",
  birthDateNeedsRealtime: '--birth-date só vale com --realtime.',
  realtimeNeedsBirthDate: 'Uma consulta em tempo real precisa de --birth-date DD/MM/AAAA.',
  realtimeTakesOneCpf: 'Uma consulta em tempo real aceita um único CPF.',
  stoppedRestNotAsked:
    'Interrompido; o que foi impresso está respondido, e o resto não foi consultado.',
  stopped: 'Interrompido.',
  stoppedAtOnce: 'Interrompido imediatamente.',
  stoppedNothingSent: 'Interrompido; nada foi enviado, e nada fica guardado.',
  stoppedNothingWritten: 'Interrompido; nada foi gravado.',
  stoppedNothingPaid: 'Interrompido; nada que custe créditos foi pedido.',
  stoppedSaved: 'Interrompido; tudo está salvo.',
  notSent: (unsent) =>
    s`${plural(unsent, 'identificador não foi enviado', 'identificadores não foram enviados')}.`,
  stoppedWatching: (jobs, running) =>
    s`Acompanhamento interrompido. ${plural(jobs, 'remessa', 'remessas')} (${plural(running, 'identificador', 'identificadores')}) ${agree(jobs, 'continua', 'continuam')} no serviço, que cobra o que encontrar.`,
  stoppedMayBeCharged:
    'Interrompido na hora; uma consulta ou um envio em andamento pode ter sido cobrado.',
  stopping: 'Parando depois da resposta atual; pressione Ctrl-C de novo para parar já.',
  fieldsNotHere: '--fields vale para confere cpf, cnpj, quota, bulk run e bulk export.',
  placeWritable: (path, quotedPath) =>
    s`Outros usuários desta máquina podem alterar o que está em ${path}, por isso nada foi lido ali nem enviado; feche o acesso com: chmod go-w ${quotedPath}`,
  placeOfOther: (path) =>
    s`${path} pertence a outro usuário desta máquina, por isso nada foi lido ali nem enviado. Peça que passem a pasta para você com chown, ou defina CONFERE_HOME com uma pasta sua, na qual nada se sabe do que foi pago aqui.`,
  noHome:
    'Este usuário não tem pasta pessoal; defina CONFERE_HOME com uma pasta para a configuração e os dados.',
  seeHelp: (help) => s`Veja '${help} --help'.`,
  optionNeedsValue: (option) => s`'${option}' precisa de um valor.`,
  noSuchCommand: 'Esse comando não existe.',
  noCommand: (word) => s`O comando '${word}' não existe.`,
  noKeyOption:
    "A opção '--api-key' não existe: uma chave na linha de comando aparece na lista de processos. Use CONFERE_API_KEY ou --api-key-file <path>.",
  noSuchOption: 'Essa opção não existe.',
  noOption: (flag) => s`A opção '${flag}' não existe aqui.`,
  belongsTo: (told, listed) => s`${told} Ela pertence a ${listed}.`,
  anArgument: 'um argumento',
  needsArgument: (command, name, shown) => s`'${command}' precisa de ${name}${shown}`,
  asIn: (told, example) => s`${told}, como em '${example}'.`,
  choices: (choices) => s`As opções são ${choices}.`,
  badValue: (place) => s`Isto não é um valor válido para '${place}'.`,
  badValueOf: (value, place) => s`'${value}' não é um valor válido para '${place}'.`,
  takesNoArguments: (command, given) => s`'${command}' não recebe argumentos; recebeu ${given}.`,
  takesArguments: (command, most, given) =>
    s`'${command}' recebe ${plural(most, 'argumento', 'argumentos')}, e não ${given}.`,
  or: (all, last) => s`${all} ou ${last}`,
  didYouMean: (near) => s`Você quis dizer ${near}?`,
  requiredOption: (option) => s`a opção obrigatória '${option}' não foi informada.`,
  noHelpTopic: (help) => s`Não há ajuda sobre isso; '${help}' mostra o que existe.`,
  noHelpTopicNear: (word, help, near) =>
    s`Não há ajuda sobre '${word}'. Você quis dizer '${help} ${near}'?`,
  noSuchFormat: (wanted, listed) =>
    s`O formato '${wanted}' não existe aqui; os formatos são ${listed}.`,
  sameCommand: 'o mesmo comando',
  sameCommandNoFresh: 'o mesmo comando sem --fresh',
  inFolderOfFile: (command) => s`'${command}' (na pasta desse arquivo, com as opções daquela vez)`,
  againWithSameInput: (command) => s`'${command} - --again' com a mesma entrada`,
  toContinue: (onward) => s`Para continuar: ${onward}.`,
  rerunIn: (command, wait) => s`Execute ${command} de novo daqui a ${wait}.`,
  standardInput: 'entrada padrão',
  defect: (error) => s`Este é um defeito do confere: ${error}`,
  defectOf: (program, error) => s`Este é um defeito do confere ${program}: ${error}`,
};
