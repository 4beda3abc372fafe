import type { batch as en } from '../en/batch.js';
import { agree, number, plural, s } from './words.js';

export const batch: typeof en = {
  heading: (id) => s`Lote ${id}`,
  rowsRead: (rows) => s`${plural(rows, 'linha lida', 'linhas lidas')}`,
  sendingJob: (seq, items) =>
    s`Remessa ${seq}: enviando ${plural(items, 'identificador', 'identificadores')}`,
  jobAccepted: (seq, jobId) => s`Remessa ${seq}: aceita como ${jobId}`,
  jobPartlyAccepted: (seq, sent, counted, invalid) =>
    s`Remessa ${seq}: ${plural(sent, 'identificador enviado', 'identificadores enviados')}; o serviço aceitou ${number(counted)} e recusou ${number(invalid)} como ${agree(invalid, 'inválido', 'inválidos')}.`,
  waitingForOthersCheck: (host) =>
    s`${host} apura uma cobrança sem confirmação e pede que nada seja enviado enquanto isso; esperando por ela`,
  waitingForBatches: (batches) =>
    s`Esperando outros lotes, cujas remessas estão em andamento: ${batches}`,
  waitingForDatabase:
    'Não é possível conectar ao banco de dados do histórico; esperando por ele para continuar',
  jobUnconfirmed: (seq, trouble) => s`Remessa ${seq}: sem confirmação (${trouble})`,
  jobWaitsForBalance: (seq, seconds) =>
    s`Remessa ${seq}: aguardando ${seconds} s para ver se um envio anterior foi cobrado`,
  jobNotCharged: (seq) =>
    s`Remessa ${seq}: o saldo não mudou, nada foi cobrado; ela pode ser reenviada`,
  jobUndecidable: (seq) => s`Remessa ${seq}: o saldo não prova nada, ela continua sem confirmação`,
  jobAllInvalid: (seq, items) =>
    s`Remessa ${seq}: o serviço não considera ${agree(items, 'válido o identificador enviado', 'válidos os identificadores enviados')} (${number(items)}); ${agree(items, 'ele conta como inválido', 'eles contam como inválidos')} e não ${agree(items, 'custa', 'custam')} nada`,
  priceProbe: (items) =>
    s`${plural(items, 'identificador vai', 'identificadores vão')} primeiro: o que ${agree(items, 'ele custar', 'eles custarem')} mostra o preço`,
  sentOnceMore: (items) =>
    s`${plural(items, 'identificador ficou', 'identificadores ficaram')} sem resposta; ${agree(items, 'ele será enviado', 'eles serão enviados')} mais uma vez`,
  jobFailed: (seq, resume) =>
    s`Remessa ${seq}: falhou e não será reenviada automaticamente; para reenviar: ${resume}`,
  jobFailedWhy: (seq, error, resume) =>
    s`Remessa ${seq}: falhou (${error}) e não será reenviada automaticamente; para reenviar: ${resume}`,
  jobState: (seq, word) => s`Remessa ${seq}: ${word}`,
  jobStateWhy: (seq, word, error) => s`Remessa ${seq}: ${word} (${error})`,
  continuing: (id, createdAt) =>
    s`Este arquivo é o lote ${id} de ${createdAt}; continuando com ele (--again cria um novo quando ele terminar)`,
  alreadyComplete: (id, at, worstCase) =>
    s`Este arquivo é o lote ${id}, concluído em ${at}; nada foi enviado. --again --fresh consulta tudo de novo, por no máximo ${plural(worstCase, 'crédito', 'créditos')}.`,
  alreadyCompleteTooOld: (id, at, worstCase) =>
    s`Este arquivo é o lote ${id}, concluído em ${at}; nada foi enviado. Suas respostas são mais antigas do que --reuse e --fresh aceitam: --again consulta de novo, por no máximo ${plural(worstCase, 'crédito', 'créditos')}.`,
  followingOtherRun: (id) =>
    s`Outra execução trabalha no lote ${id}; esta só acompanha e não altera nada`,
  rows: (rows) => s`${plural(rows, 'linha', 'linhas')}`,
  invalidRows: (invalid) => s`${plural(invalid, 'inválida', 'inválidas')}`,
  duplicates: (duplicates) => s`${plural(duplicates, 'duplicada', 'duplicadas')}`,
  zerosRestored: (repaired) => s`${repaired} com zeros recuperados`,
  inLedger: (reused) => s`${plural(reused, 'já pago', 'já pagos')}`,
  costsAtMost: (worstCase) => s`Custo máximo: ${plural(worstCase, 'crédito', 'créditos')}`,
  expectedCost: (expected, expectedFrom) =>
    s`cerca de ${number(expected)}, como em ${plural(expectedFrom, 'identificador anterior', 'identificadores anteriores')}`,
  mostAndExpected: (most, expected, expectedFrom) =>
    s`${most} (cerca de ${number(expected)}, como em ${plural(expectedFrom, 'identificador anterior', 'identificadores anteriores')})`,
  plan: (parts, cost, balance) => s`${parts}. ${cost}. Saldo: ${balance}.`,
  givenUpAskedAgain: (count) =>
    s`${plural(count, 'identificador a enviar foi descartado', 'identificadores a enviar foram descartados')} com --abandon e ${agree(count, 'pode já ter sido cobrado', 'podem já ter sido cobrados')}; ${agree(count, 'ele será consultado', 'eles serão consultados')} de novo.`,
  erasedAskedAgain: (rows, file) =>
    s`${plural(rows, 'linha foi apagada', 'linhas foram apagadas')} com purge de um ${file} anterior; o que este ainda tiver delas será consultado, cobrado e armazenado de novo.`,
  toSendByKind: (count, cpf, cnpj) =>
    s`${count} a enviar (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`,
  toSend: (count) => s`${count} a enviar`,
  answeredNextPoll: (answered, unique, seconds) =>
    s`${answered} de ${plural(unique, 'respondido', 'respondidos')}; nova verificação em ${seconds} s`,
  answered: (answered, unique) => s`${answered} de ${plural(unique, 'respondido', 'respondidos')}`,
  resultWritten: (path, rows) => s`Resultado: ${path} (${plural(rows, 'linha', 'linhas')}).`,
  charactersReplaced: (replaced) =>
    s`${plural(replaced, 'caractere substituído', 'caracteres substituídos')}: não ${agree(replaced, 'existe', 'existem')} na codificação deste arquivo; -o com .json ou .jsonl ${agree(replaced, 'o preserva', 'os preserva')}.`,
  cellsCut: (cut) =>
    s`${plural(cut, 'célula era mais longa', 'células eram mais longas')} do que uma planilha comporta e ${agree(cut, 'termina', 'terminam')} em …; -o com .csv ${agree(cut, 'a mantém inteira', 'as mantém inteiras')}, --partners grava os sócios linha a linha.`,
  priceDiffers: ({ shown, kind, key, set, command }) =>
    s`O saldo mostra ${plural(shown, 'crédito', 'créditos')} por ${kind} encontrado; ${key} diz ${number(set)}, e é isso que os tetos contam. '${command}' corrige.`,
  priceAssumed: (name, price, kind) =>
    s`Nada mostra ainda quanto custa um ${name} encontrado nesta conta: ${plural(price, 'crédito é suposto', 'créditos são supostos')} (cost-${kind} define o valor).`,
  waitingForPrice: 'Esperando o saldo mostrar quanto custa um registro',
  balanceNothingSent: (free) => s`Saldo: ${plural(free, 'crédito', 'créditos')}. Nada foi enviado.`,
  balanceTextNothingSent: (balance) => s`Saldo: ${balance}. Nada foi enviado.`,
  balanceSetAside: (free, balance, setAside) =>
    s`${plural(free, 'livre', 'livres')} (${balance} menos ${plural(setAside, 'reservado', 'reservados')} para o que ainda não tem resposta)`,
  paidForBefore: (count) => s`Você já pagou ${number(count)} deles antes.`,
  priceUnknownWarning: (commands) =>
    s`No fim, o saldo pode não provar nada, porque nada mostra ainda quanto custa um registro nesta conta. Se você sabe, interrompa e informe antes: ${commands}.`,
  accountUsedElsewhere:
    'Outro programa usa esta conta: se houver cobranças dele enquanto isso, o saldo não prova nada, e quem decide é você.',
  none: 'Ainda não há lotes.',
  foundErased: (erased) =>
    s`As remessas encontraram mais ${plural(erased, 'registro', 'registros')}, ${agree(erased, 'apagado', 'apagados')} depois.`,
  nextNothing: 'próximo passo: nenhum; o resultado foi gravado',
  notAccepted: '(não aceito)',
  next: (command) => s`próximo passo: ${command}`,
  rowsAreLines: 'Os números são os das linhas do texto.',
  rowsAreSheetRowsWithHeader: 'Os números das linhas são os da planilha: o cabeçalho conta.',
  rowsAreSheetRows: 'Os números das linhas são os da planilha.',
  cnpjRoots: (count, roots) =>
    s`${plural(count, 'linha tem', 'linhas têm')} só os 8 primeiros caracteres de um CNPJ (${roots}): inválidas; se o resto está em outras colunas, --column 1+2+3 as junta.`,
  otherKind: (count, other, own, rows) =>
    s`${plural(count, 'linha contém', 'linhas contêm')} um ${other} válido nesta coluna de ${own} (${rows}): inválido aqui; --type both consulta os dois tipos.`,
  rejectedRows: (path, rows) => s`Linhas rejeitadas: ${path} (${plural(rows, 'linha', 'linhas')}).`,
  rowWithHeader: (row) => s`linha ${row} (contando o cabeçalho)`,
  rowList: (count, all) => s`${agree(count, 'linha', 'linhas')} ${all}`,
  resultHeldOpen: (held, path) =>
    s`${held} está aberto em outro programa, talvez no Excel; o resultado está em ${path}.`,
  takenOverOrRemoved: 'Outra execução acabou de descartar ou remover este lote; execute de novo.',
  takenOverOrRemovedRerun: (again) =>
    s`Outra execução acabou de descartar ou remover este lote; execute ${again} de novo.`,
  askToSendFiles: (toSend, files, most, balance) =>
    s`Enviar ${plural(toSend, 'identificador', 'identificadores')} de ${plural(files, 'arquivo', 'arquivos')}, por no máximo ${plural(most, 'crédito', 'créditos')}, com saldo de ${number(balance)}?`,
  askToSend: (toSend, worstCase) =>
    s`Enviar ${plural(toSend, 'identificador', 'identificadores')}, por no máximo ${plural(worstCase, 'crédito', 'créditos')}?`,
};
