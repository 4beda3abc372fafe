import type { doubt as en } from '../en/doubt.js';
import { agree, number, plural, s } from './words.js';

export const doubt: typeof en = {
  neverSent: (count, batch, resume) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'não foi enviado', 'não foram enviados')} e não ${agree(count, 'custou', 'custaram')} nada; '${resume}' ${agree(count, 'o', 'os')} envia.`,
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
  alreadyDecided: 'Isso já está decidido.',
  paidTwice: 'O que o serviço recebeu na primeira vez é então pago duas vezes.',
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
  hasNoAnswer: (count, batch, resume) =>
    s`${plural(count, 'identificador', 'identificadores')} do lote ${batch} ${agree(count, 'está', 'estão')} sem resposta; '${resume}' envia o que não foi descartado.`,
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
  balanceCannotShow: 'O saldo não permite saber se houve cobrança.',
};
