import type { Messages } from '../en/index.js';
import { agree, n, number, plural, s } from './phrases.js';

export const batch: Messages['batch'] = {
  heading: (id) => s`Lote ${id}`,
  rowsRead: (rows) => s`${plural(rows, 'linha lida', 'linhas lidas')}`,
  jobAccepted: (seq, items) =>
    s`Remessa ${seq}: ${plural(items, 'identificador enviado', 'identificadores enviados')}`,
  jobsSoFar: (sent, ended) =>
    s`${plural(sent, 'remessa enviada', 'remessas enviadas')}, ${plural(ended, 'terminada', 'terminadas')}`,
  waitingForOthersCheck: (host) =>
    s`Aguardando ${host}, que está apurando uma cobrança; nada é enviado até lá`,
  waitingForBatches: (batches) => s`Aguardando remessas em andamento de outros lotes: ${batches}`,
  waitingForDatabase: 'Sem conexão com o banco de dados do histórico; aguardando ele voltar',
  jobNotCharged: (seq) => s`Remessa ${seq}: não foi cobrada; pode ser reenviada`,
  jobUndecidable: (seq) =>
    s`Remessa ${seq}: continua sem confirmação, o saldo não mostra se foi cobrada`,
  jobRejected: (seq) =>
    s`Remessa ${seq}: o serviço recusou os identificadores como inválidos; nada foi cobrado`,
  priceProbe: (items) => s`Enviando ${n.identifiers(items)} antes para descobrir o preço`,
  sentOnceMore: (items) => s`Enviando de novo ${n.identifiers(items)} sem resposta`,
  jobState: (seq, word, error) => s`Remessa ${seq}: ${word}${error === null ? '' : ` (${error})`}`,

  continuing: (id, createdAt) => s`Continuando o lote ${id} de ${createdAt}`,
  alreadyComplete: (at) => s`Concluído em ${at}, nada enviado.`,
  alreadyCompleteTooOld: (at, worstCase) =>
    s`Concluído em ${at}, nada enviado. As respostas são mais antigas do que --reuse e --fresh aceitam; para consultar de novo, por no máximo ${n.credits(worstCase)}: --again.`,
  followingOtherRun: (id) =>
    s`Acompanhando o lote ${id}, em que outra execução trabalha; esta não altera nada`,
  invalidRows: (invalid) => s`${plural(invalid, 'inválida', 'inválidas')}`,
  duplicates: (duplicates) => s`${plural(duplicates, 'duplicada', 'duplicadas')}`,
  zerosRestored: (repaired) => s`${repaired} com zeros recuperados`,
  expectedCost: (expected, expectedFrom) =>
    s`cerca de ${number(expected)}, como em ${plural(expectedFrom, 'identificador anterior', 'identificadores anteriores')}`,
  answeredNextPoll: (answered, unique, seconds) =>
    s`${answered} de ${plural(unique, 'respondido', 'respondidos')}; nova verificação em ${seconds} s`,
  reportWritten: (file) => s`Relatório: ${file}`,
  resultWritten: (path, rows) => s`Resultado: ${path} (${n.rows(rows)}).`,
  charactersReplaced: (replaced) =>
    s`${plural(replaced, 'caractere fora da codificação deste arquivo foi substituído', 'caracteres fora da codificação deste arquivo foram substituídos')}; -o com .json ou .jsonl ${agree(replaced, 'o preserva', 'os preserva')}.`,
  cellsCut: (cut) =>
    s`${plural(cut, 'célula longa demais para uma planilha foi cortada', 'células longas demais para uma planilha foram cortadas')}; -o com .csv ${agree(cut, 'a mantém inteira', 'as mantém inteiras')}, --partners grava uma linha por sócio.`,
  priceDiffers: ({ shown, kind, key, set, command }) =>
    s`Pelo saldo, um ${kind} encontrado custa ${n.credits(shown)}, mas os tetos contam ${number(set)} (${key}). Para corrigir: '${command}'.`,
  priceAssumed: (name, price, kind) =>
    s`Preço por ${name} ainda desconhecido; supondo ${n.credits(price)}. Para definir: confere config set cost-${kind} <créditos>.`,
  waitingForPrice: 'Aguardando o saldo mostrar o preço de um registro',
  balanceNothingSent: (balance) => s`Saldo: ${balance}. Nada foi enviado.`,
  paidForBefore: (count) => s`Você já pagou ${number(count)} deles antes.`,
  givenUpAskedAgain: (count) =>
    s`${plural(count, 'identificador descartado antes pode já ter sido cobrado', 'identificadores descartados antes podem já ter sido cobrados')}; ${agree(count, 'será reenviado', 'serão reenviados')}.`,
  erasedAskedAgain: (rows, file) =>
    s`${plural(rows, 'linha de um', 'linhas de um')} ${file} anterior ${agree(rows, 'foi apagada', 'foram apagadas')} com purge; ${agree(rows, 'se ainda estiver neste arquivo, será consultada, cobrada e armazenada', 'as que ainda estiverem neste arquivo serão consultadas, cobradas e armazenadas')} de novo.`,
  none: 'Ainda não há lotes.',
  noneMatches: 'Nenhum lote corresponde.',
  olderOnes: (count) =>
    s`${plural(count, 'lote mais antigo não aparece', 'lotes mais antigos não aparecem')}; --limit mostra mais.`,
  foundErased: (erased) =>
    s`As remessas encontraram mais ${n.records(erased)}, ${agree(erased, 'apagado', 'apagados')} depois.`,
  nextNothing: 'próximo passo: nenhum; o resultado foi gravado',
  olderResult: (path) => s`resultado (anterior às últimas respostas): ${path}`,
  notSent: '(não enviada)',
  noAnswer: '(sem resposta)',
  next: (command) => s`próximo passo: ${command}`,
  cnpjRoots: (count, roots) =>
    s`${plural(count, 'linha tem', 'linhas têm')} só os 8 primeiros caracteres de um CNPJ (${roots}): ${agree(count, 'inválida', 'inválidas')}; se o resto está em outras colunas, --column 1+2+3 junta as partes.`,
  otherKind: (count, other, own, rows) =>
    s`${plural(count, 'linha contém', 'linhas contêm')} um ${other} válido nesta coluna de ${own} (${rows}): inválido aqui; --type both consulta os dois tipos.`,
  rejectedRows: (path, rows) => s`Linhas rejeitadas: ${path} (${n.rows(rows)}).`,
  rowList: (count, all) => s`${agree(count, 'linha', 'linhas')} ${all}`,
  resultHeldOpen: (held, path) =>
    s`${held} está aberto em outro programa (Excel?); o resultado está em ${path}.`,
  askToSendFiles: (toSend, files, most, balance) =>
    s`Enviar ${n.identifiers(toSend)} de ${plural(files, 'arquivo', 'arquivos')}, por no máximo ${n.credits(most)}, com saldo de ${number(balance)}?`,
  plan: (rows, parts, toSend) => s`${n.rows(rows)}${parts === '' ? '' : `: ${parts}`}; ${toSend}.`,
  free: (credits) => plural(credits, 'crédito livre', 'créditos livres'),
  setAside: (credits) =>
    s`fora ${plural(credits, 'reservado', 'reservados')} para o que está sem resposta`,
  inLedger: (reused) => s`${plural(reused, 'já pago', 'já pagos')}`,
  nothingToSend: 'nada a enviar',
  toSend: (count) => s`${count} a enviar`,
  toSendByKind: (count, cpf, cnpj) =>
    s`${count} a enviar (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`,
  atMost: (credits) => s`até ${n.credits(credits)}`,
  atMostOf: (credits, balance) => s`até ${number(credits)} de ${n.credits(balance)}`,
  about: (expected) => s`cerca de ${plural(expected, 'previsto', 'previstos')}`,
  assumingEach: (price) => s`supondo ${number(price)} cada`,
  assuming: (price, kind) => s`supondo ${n.credits(price)} por ${kind}`,
  askToSend: (toSend, cost) => s`Enviar ${number(toSend)}, por ${cost}?`,
};

export const doubt: Messages['doubt'] = {
  onlyNewBatchAsks: (command) =>
    s`Só um lote novo consulta o restante, que pode ser cobrado outra vez: ${command}.`,
  alreadyDecided: 'Já decidido.',
  paidTwice: 'Se o serviço recebeu na primeira vez, você paga duas vezes.',
  askResubmit: (waiting, cost) =>
    s`Isto reenvia ${n.identifiers(waiting)}, por no máximo ${n.credits(cost)}. Se o serviço já ${agree(waiting, 'o aceitou', 'os aceitou')} da primeira vez, você paga duas vezes.`,
  askAbandon: (waiting, cost) =>
    s`Isto descarta ${n.identifiers(waiting)}. Se o serviço ${agree(waiting, 'o recebeu', 'os recebeu')}, até ${plural(cost, 'crédito foi cobrado', 'créditos foram cobrados')} e ${agree(waiting, 'o resultado não virá', 'os resultados não virão')}.`,
  nextYourDecision: 'próximo passo: você decide.',
  asOf: (askedAt) => s`Situação em ${askedAt}, a última verificação no serviço.`,
  jobLine: (at, job, told) => s`  ${at}  remessa ${job}: ${told}`,
  chargedBetween: (since, until, charged) =>
    s`Entre ${since} e ${until} a conta foi cobrada em ${n.credits(charged)}`,
  chargedUntil: (until, charged) => s`Até ${until} a conta foi cobrada em ${n.credits(charged)}`,
  chargedForOthers: (told, own) => s`${told}, ${number(own)} deles por outras requisições daqui.`,
  jobCosts: (most) => s`Esta remessa custaria no máximo ${n.credits(most)}.`,
  cannotTell: (because) => s`Não há como saber se ela foi cobrada: ${because}.`,
  notChargedResent: 'Ela não foi cobrada, por isso foi reenviada.',
  youAdopted: (jobId) => s`você vinculou a remessa ${jobId} do serviço.`,
  youResubmitted: (job) => s`você mandou reenviá-la, como remessa ${job}.`,
  youGaveUp: 'você a descartou.',
};

export const removal: Messages['removal'] = {
  inputCopyHeldOpen: (id) =>
    s`Lote ${id} removido, exceto a cópia da entrada, que está aberta em outro programa. O próximo comando a remove.`,
  batchRemoved: (id) => s`Lote ${id} removido.`,
  removesBatch: (id, file, rows) =>
    s`Isto remove o lote ${id} (${file}, ${n.rows(rows)}) e os resultados dele.`,
  removesOld: (batches) =>
    s`Isto remove ${n.batches(batches)}, com entradas e resultados, e os registros de consultas simples dessa idade.`,
  takesRecords: (records, credits) =>
    s`Isso inclui ${plural(records, 'registro que custou', 'registros que custaram')} ${n.credits(credits)}; consultar de novo será cobrado de novo.`,
  dryRun: (told) => s`${told} Nada foi alterado (simulação).`,
  removedOld: (batches, records, credits) =>
    s`${agree(batches, 'Removido', 'Removidos')}: ${n.batches(batches)} e ${n.records(records)} (${n.credits(credits)}).`,
  removesPeople: (whom, rows, batches) =>
    s`Isto remove tudo o que está guardado sobre ${whom}, em ${n.rows(rows)} de ${n.batches(batches)}.`,
  removedPeople: ({ whom, rows, batches, records, credits }) =>
    s`Tudo o que estava guardado sobre ${whom} foi removido: ${n.rows(rows)} de ${n.batches(batches)} e ${n.records(records)} (${n.credits(credits)}). Os seus próprios arquivos não mudaram.`,
  otherMachines: `Outras máquinas que compartilham este histórico mantêm cópias dessas entradas até exportá-las ou executar o mesmo comando.`,
  nothingStored: (whom) => s`Não há nada guardado sobre ${whom}.`,
  people: (count) => s`${plural(count, 'pessoa ou empresa', 'pessoas e empresas')}`,
  nothingOld: 'Nada foi removido: não há nada dessa idade.',
  kept: (kept) => s`Mantidos, por estarem em andamento ou sem confirmação: ${kept}.`,
};
