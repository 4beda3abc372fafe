import type { doubt as en } from '../en/doubt.js';
import { agree, number, plural, s } from './words.js';

export const doubt: typeof en = {
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
  askResubmit: (waiting, cost) =>
    s`Isto reenvia ${plural(waiting, 'identificador', 'identificadores')}, por no máximo ${plural(cost, 'crédito', 'créditos')}. Se o serviço já ${agree(waiting, 'o aceitou', 'os aceitou')} da primeira vez, você paga duas vezes.`,
  askAbandon: (waiting, cost) =>
    s`Isto descarta ${plural(waiting, 'identificador', 'identificadores')}. Se o serviço ${agree(waiting, 'o aceitou', 'os aceitou')}, até ${plural(cost, 'crédito já foi cobrado', 'créditos já foram cobrados')} e ${agree(waiting, 'o resultado não virá', 'os resultados não virão')} para este lote.`,
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
};
