import type { doubt as en } from '../en/doubt.js';
import { agree, number, plural, s } from './words.js';

export const doubt: typeof en = {
  neverSent: (count, batch, resume) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'não foi enviado', 'não foram enviados')} e não ${agree(count, 'custou', 'custaram')} nada; '${resume}' ${agree(count, 'o', 'os')} envia.`,
  jobIdUnreadable: (path, job, batch) =>
    s`O arquivo ${path} guarda o id da remessa ${job} do lote ${batch}, que o serviço aceitou, e não pode ser lido; nada foi enviado nem alterado. Mova-o para outra pasta e execute de novo: essa remessa passa a ficar sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.`,
  useThatKey: (command) =>
    s`use aquela chave. Se ela não existe mais, '${command}' descarta o que está em andamento, e o que foi cobrado por isso continua cobrado.`,
  nothingUnderWay: (anew) => s`nada dele está em andamento. ${anew}`,
  newBatchWithKey: (command) =>
    s`${command} cria um lote novo com a chave em uso; o que já foi pago está no histórico.`,
  resultNeverWritten: (exported, command, again) =>
    s`O resultado dele nunca foi gravado: '${exported}' grava o que ele encontrou. ${command} cria um lote novo com a chave em uso, e o que já foi pago vem do histórico. ${again} consulta e paga tudo de novo, depois que esse resultado for gravado.`,
  exportThenNewBatch: (exported, command) =>
    s`'${exported}' grava o que existe; ${command} cria um lote novo com a chave em uso.`,
  onlyNewBatchAsks: (command) =>
    s`O que ficou sem resposta só é consultado de novo por um lote novo, e pode custar seu preço outra vez: ${command}.`,
  otherKey: (batch, madeWith, inUse, advice) =>
    s`O lote ${batch} foi criado com outra chave de API (código ${madeWith}; a chave em uso é ${inUse}), e o serviço só mostra as remessas a ela; ${advice}`,
  listBatches: (command) =>
    s`'${command}' mostra o que existe (o sandbox, cada perfil e cada URL base têm os seus).`,
  noSuchBatch: (prefix, advice) => s`O lote ${prefix} não existe aqui; ${advice}`,
  emptyBatchId: 'O nome do lote está vazio; escreva o id dele, ou o começo do id.',
  ambiguousBatch: (prefix, ids) =>
    s`${prefix} pode ser qualquer um destes: ${ids}; escreva mais caracteres.`,
  interruptedReading: (batch, file) =>
    s`O lote ${batch} foi interrompido durante a leitura de ${file}; execute de novo com esse arquivo.`,
  interruptedReadingRerun: (batch, file, command) =>
    s`O lote ${batch} foi interrompido durante a leitura de ${file}; '${command}' lê o arquivo de novo.`,
  noBatches: (command) => s`Ainda não há lotes; '${command} <arquivo>' cria um.`,
  stillProcessing: (batch, watch, abandon) =>
    s`O lote ${batch} ainda está em processamento, e os resultados podem já estar pagos; antes é preciso '${watch}', ou '${abandon}' se ele nunca terminar. Nada foi removido.`,
  outcomeUnknown: (batch, abandon) =>
    s`O lote ${batch} tem uma remessa sem confirmação, e os resultados podem já estar pagos; antes é preciso '${abandon}'. Nada foi removido.`,
  alreadyDecided: 'Isso já está decidido.',
  adoptKnown: (jobId, owner, batch) =>
    s`A remessa ${jobId} já pertence ao lote ${owner}; nada foi alterado no lote ${batch}.`,
  adoptNotFound: (jobId, said) =>
    s`O serviço não mostra nenhuma remessa ${jobId} a esta chave (${said}); verifique o id e a chave.`,
  adoptTooEarly: (jobId, again) =>
    s`A remessa ${jobId} ainda não tem resultados, e por isso não dá para vinculá-la; nada foi alterado. Execute ${again} quando ela tiver algum.`,
  adoptTooEarlyRerun: (jobId) =>
    s`A remessa ${jobId} ainda não tem resultados, e por isso não dá para vinculá-la; execute de novo quando ela tiver algum.`,
  adoptNameless: (jobId, abandon, resubmit) =>
    s`A remessa ${jobId} terminou sem resultados, e por isso não há como vinculá-la; nada foi alterado. '${abandon}' descarta o que falta, e o que já foi cobrado continua cobrado; '${resubmit}' reenvia e paga duas vezes se o serviço aceitou da primeira vez.`,
  adoptNamelessPlain: (jobId) =>
    s`A remessa ${jobId} terminou sem resultados, e por isso não há como vinculá-la; descarte o que falta ou reenvie, o que paga duas vezes se o serviço aceitou da primeira vez.`,
  adoptMisfit: (jobId, items, batch) =>
    s`A remessa ${jobId} (${plural(items, 'identificador', 'identificadores')}) não corresponde a nenhuma remessa sem confirmação do lote ${batch}: o tamanho ou os identificadores são outros. Nada foi alterado.`,
  foundLeftOut: (found, unnamed) =>
    s`O serviço conta ${plural(String(found), 'encontrado', 'encontrados')}, mas ${plural(String(unnamed), 'deles não está', 'deles não estão')} nos resultados.`,
  notCovered: 'Não enviado: o saldo ou um teto de gasto não o cobria.',
  paidTwice: 'O que o serviço recebeu na primeira vez é então pago duas vezes.',
  adoptedPartly: (total, items, rest) =>
    s`A remessa vinculada tem ${total} ${plural(items, 'do identificador', 'dos identificadores')} deste; ${plural(String(rest), 'outro foi descartado pelo serviço sem custo, ou outra remessa o recebeu e pode tê-lo cobrado', 'outros foram descartados pelo serviço sem custo, ou outra remessa os recebeu e pode tê-los cobrado')}. Outra remessa pode ser vinculada no lugar dela. Descartar não custa mais nada; reenviar pode custar o preço outra vez.`,
  countsDiffer: (total) =>
    s`Os números e resultados que o serviço mostra não explicam ${agree(total, 'o identificador', 'os identificadores')} da remessa (${number(total)}).`,
  runEnded: 'A execução terminou antes de a resposta chegar.',
  othersRunning: ({ job, items, batch, ways, onward }) =>
    s`A remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch} pode ter sido cobrada; isso só pode ser apurado quando nenhuma outra remessa estiver em andamento (${ways}). Nada será reenviado. Depois, execute ${onward} outra vez.`,
  lookupInDoubt: (items, batch) =>
    s`${plural(items, 'identificador', 'identificadores')} do lote ${batch} não ${agree(items, 'foi enviado', 'foram enviados')}, porque uma consulta avulsa ficou sem resposta e pode ter sido cobrada.`,
  rerunSettles: (onward) =>
    s`Execute ${onward} de novo: o saldo pode mostrar então que não houve cobrança.`,
  resubmitPaysTwice: (resubmit, items) =>
    s`'${resubmit}' ${agree(items, 'o envia', 'os envia')}; o que já tiver sido cobrado será pago duas vezes.`,
  deadlineTooShort: (job, items, batch, longer) =>
    s`A remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch} pode ter sido cobrada, e o prazo não deixa tempo para apurar isso. Nada será reenviado. Execute ${longer}, que espera mais.`,
  undecided: ({ job, items, batch, because, status, choices, advice }) =>
    s`A remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch} pode ter sido cobrada: ${because}. Nada será reenviado automaticamente. Veja os dados com '${status}'. ${choices}${advice}`,
  balanceMoved: 'o saldo mudou mais do que as nossas próprias consultas explicam',
  usedFell: 'os créditos usados diminuíram, e uma renovação ou um estorno não prova nada',
  planChanged: 'o plano da conta mudou nesse intervalo',
  periodBegan: 'um período de cobrança pode ter começado nesse intervalo',
  priceUnknown: 'nada mostra ainda quanto custa um registro nesta conta',
  noReading: 'não se conhece um saldo anterior ao envio',
  sayPrice: (commands, onward) =>
    s` Se você sabe quanto custa um registro encontrado nesta conta, informe (${commands}); depois ${onward} avalia o saldo de novo.`,
  askedAgainInVain: ({ count, batch, abandon, resubmit, worstCase, resume }) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e perguntar de novo não trouxe resposta. '${abandon}' ${agree(count, 'o descarta', 'os descarta')}, e o que foi cobrado continua cobrado; '${resubmit}' ${agree(count, 'o envia', 'os envia')} de novo, por até ${plural(worstCase, 'crédito', 'créditos')} a mais; '${resume}' pergunta mais uma vez.`,
  notCoveredItems: (count, batch, resume, worstCase) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado', 'foram consultados')}, sem custo, porque o saldo ou um limite não ${agree(count, 'o cobre', 'os cobre')}. Quando houver créditos, '${resume}' ${agree(count, 'o envia', 'os envia')}, por até ${plural(worstCase, 'crédito', 'créditos')}.`,
  overMaxItems: (count, batch, worstCase, left) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} não ${agree(count, 'foi consultado', 'foram consultados')}, sem custo: ${agree(count, 'pode', 'podem')} custar até ${plural(worstCase, 'crédito', 'créditos')}, e o que resta de --max-credits é ${plural(left, 'crédito', 'créditos')}.`,
  sendsThem: (told, command, count) =>
    s`${told} '${command}' ${agree(count, 'o envia', 'os envia')}.`,
  sendsCovered: (told, fitting, worstCase) =>
    s`${told} '${fitting}' envia o que isso cobre; --max-credits ${worstCase} envia tudo.`,
  noAnswerYet: ({ count, batch, resume, abandon, resubmit, worstCase }) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'pode ter sido cobrado', 'podem ter sido cobrados')}, e nenhuma resposta chegou. '${resume}' pergunta mais uma vez. Se não adiantar, '${abandon}' ${agree(count, 'o descarta', 'os descarta')}, e o que foi cobrado continua cobrado; '${resubmit}' ${agree(count, 'o envia', 'os envia')} de novo, por até ${plural(worstCase, 'crédito', 'créditos')} a mais.`,
  keepsWaiting: (batch, waits, command) =>
    s`O lote ${batch} ainda está em processamento no serviço; ${waits} continua esperando. Se nunca terminar, '${command}' o descarta, e o que foi cobrado continua cobrado.`,
  failedNotCharged: (count, batch, resume) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'falhou e não foi cobrado', 'falharam e não foram cobrados')}; '${resume}' ${agree(count, 'o envia', 'os envia')} de novo.`,
  givenUp: (count, batch, exported) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'foi descartado', 'foram descartados')} e ${agree(count, 'fica', 'ficam')} sem resposta; '${exported}' grava os demais.`,
  invalidStrict: (count, batch, exported) =>
    s`${plural(count, 'linha', 'linhas')} do lote ${batch} ${agree(count, 'é inválida', 'são inválidas')}, o que --strict não aceita; '${exported}' grava todas com o motivo.`,
  then: (told, command) => s`${told} Depois, '${command}'.`,
  hasNoAnswer: (count, batch, resume) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'está', 'estão')} sem resposta; '${resume}' envia o que não foi descartado.`,
  jobIdKeptHere: (job, batch, jobId) =>
    s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas não é possível conectar ao banco de dados do histórico. O id fica guardado nesta máquina e é gravado aqui assim que o banco voltar; execute isto outra vez então.`,
  noteJobId: (job, batch, jobId) =>
    s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}, mas não foi possível gravar o histórico; anote esse id e libere espaço em disco.`,
  jobUnconfirmed: (job, items, batch, onward) =>
    s`Ainda não se sabe se o serviço aceitou a remessa ${job} (${plural(items, 'identificador', 'identificadores')}) do lote ${batch}; ela só será reenviada quando o saldo mostrar que nada foi cobrado. Execute ${onward} outra vez: ele espera até isso ser apurado.`,
  askResubmit: (waiting, cost) =>
    s`Isto reenvia ${plural(waiting, 'identificador', 'identificadores')}, por no máximo ${plural(cost, 'crédito', 'créditos')}. Se o serviço já ${agree(waiting, 'o aceitou', 'os aceitou')} da primeira vez, você paga duas vezes.`,
  askAbandon: (waiting, cost) =>
    s`Isto descarta ${plural(waiting, 'identificador', 'identificadores')}. Se o serviço ${agree(waiting, 'o aceitou', 'os aceitou')}, até ${plural(cost, 'crédito já foi cobrado', 'créditos já foram cobrados')} e ${agree(waiting, 'o resultado não virá', 'os resultados não virão')} para este lote.`,
  choices: ({ abandon, items, resolve, resubmit, cost }) =>
    s`'${abandon}' ${agree(items, 'o descarta', 'os descarta')}, e o que foi cobrado continua cobrado. '${resolve} --adopt <jobId>' vincula a remessa que o serviço tem, sem custo a mais; o serviço não lista as remessas, mas o suporte dele ou o log de um proxy pode informar o jobId. '${resubmit}' ${agree(items, 'o reenvia', 'os reenvia')} por até ${plural(cost, 'crédito', 'créditos')}, e você paga duas vezes se o serviço já ${agree(items, 'o tiver aceitado', 'os tiver aceitado')}.`,
  nextYourDecision: 'próximo passo: você decide.',
  asOf: (askedAt) => s`Situação em ${askedAt}, quando o serviço foi consultado pela última vez.`,
  jobLine: (at, job, told) => s`  ${at}  remessa ${job}: ${told}`,
  chargedBetween: (since, until, charged) =>
    s`Entre ${since} e ${until} a conta foi cobrada em ${plural(charged, 'crédito', 'créditos')}`,
  chargedUntil: (until, charged) =>
    s`Até ${until} a conta foi cobrada em ${plural(charged, 'crédito', 'créditos')}`,
  chargedForOthers: (told, own) =>
    s`${told}, ${number(own)} deles por outras requisições do confere.`,
  jobCostsAtMost: (most) =>
    s`Esta remessa custaria no máximo ${plural(most, 'crédito', 'créditos')}.`,
  jobCostsProbably: (most, probable) =>
    s`Esta remessa custaria no máximo ${plural(most, 'crédito', 'créditos')}, provavelmente cerca de ${probable}.`,
  fits: 'Isso combina: o serviço provavelmente a aceitou.',
  lessThanUsual:
    'É menos do que uma remessa assim costuma custar: o serviço provavelmente não a aceitou, ou outro programa usa a conta.',
  moreThanPossible:
    'É mais do que esta remessa pode custar: outro programa usa a conta, e a remessa pode ter sido cobrada ou não.',
  cannotTell: (because) => s`Não dá para saber se ela foi cobrada: ${because}.`,
  notChargedResent: 'Ela não foi cobrada, por isso foi reenviada.',
  youAdopted: (jobId) => s`você vinculou a remessa ${jobId} do serviço.`,
  youResubmitted: (job) => s`você mandou reenviá-la, como remessa ${job}.`,
  youGaveUp: 'você a descartou.',
  chooseOne: (resubmit, abandon) =>
    s`Escolha uma: --adopt <jobId> (vincular esta remessa), --resubmit (reenviar; você pode pagar duas vezes)${resubmit} ou --abandon (descartar; o que foi cobrado continua cobrado)${abandon}.`,
  withNumber: (job) => s` de número ${job}`,
  nothingUnconfirmed: (batch, which, command) =>
    s`O lote ${batch} não tem remessa sem confirmação${which}; não há nada a decidir. '${command}' mostra a situação.`,
  lookupMayBeCharged:
    'Uma consulta avulsa deste identificador ficou sem resposta e pode ter sido cobrada.',
  jobTaken: (job, command) =>
    s`Outra execução acabou de alterar a remessa ${job}. Veja '${command}'.`,
  batchHeld: (batch, where, command) =>
    s`Outra execução está com o lote ${batch}${where}; espere por ela, ou acompanhe com '${command}'.`,
  lookupUnanswered:
    'Uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada; por isso, nada foi consultado agora.',
  freshMayCost: (price) =>
    s`Com --fresh, a consulta é feita de novo e pode custar mais ${plural(price, 'crédito', 'créditos')}.`,
  balanceNeedsPrice: (commands) =>
    s`O saldo não permite saber se houve cobrança, porque nada mostra ainda quanto custa um registro nesta conta. Se você sabe, informe (${commands}) e execute o mesmo comando de novo: o saldo é então avaliado outra vez.`,
  balanceCannotShow: 'O saldo não permite saber se houve cobrança.',
  rerunInSeconds: (seconds) =>
    s`Execute o mesmo comando em ${plural(seconds, 'segundo', 'segundos')}; até lá, o saldo pode mostrar que não houve cobrança.`,
  rerunWhenNoJobRuns: (ways) =>
    s`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${ways}); depois disso, execute o mesmo comando.`,
  balanceUnread:
    'Não foi possível ler o saldo, que pode mostrar que não houve cobrança; execute o mesmo comando de novo.',
  otherAccount:
    'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso; use aquela chave.',
  rerunToSettle: 'Execute o mesmo comando de novo para apurar a cobrança.',
  inRunningBatch: (batch, command) =>
    s`O lote ${batch} está consultando este identificador, e nada foi consultado agora; depois de '${command}', o que ele encontrar não custa nada.`,
  inUnconfirmedBatch: (batch, command, price) =>
    s`O lote ${batch} consultou este identificador sem confirmação e pode ter sido cobrado; por isso, nada foi consultado agora. Decida com '${command}'; com --fresh, a consulta é feita de novo e pode custar mais ${plural(price, 'crédito', 'créditos')}.`,
};
