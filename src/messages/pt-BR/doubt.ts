import type { doubt as en } from '../en/doubt.js';
import { agree, number, plural, s } from './words.js';

export const doubt: typeof en = {
  useThatKey: (command) =>
    s`use aquela chave. Se ela não existe mais, '${command}' descarta as remessas em andamento; o que elas custaram continua cobrado.`,
  nothingUnderWay: (anew) => s`nenhuma remessa dele está em andamento. ${anew}`,
  newBatchWithKey: (command) =>
    s`${command} cria um lote novo com a chave em uso e reaproveita o que você já pagou.`,
  resultNeverWritten: (exported, command, again) =>
    s`Grave antes o resultado dele: '${exported}'. Depois, ${command} cria um lote novo com a chave em uso e reaproveita o que você já pagou; ${again} consultaria e cobraria tudo de novo.`,
  exportThenNewBatch: (exported, command) =>
    s`'${exported}' grava o que existe; ${command} cria um lote novo com a chave em uso.`,
  onlyNewBatchAsks: (command) =>
    s`Só um lote novo consulta o restante, que pode ser cobrado outra vez: ${command}.`,
  otherKey: (batch, madeWith, inUse, advice) =>
    s`O lote ${batch} foi criado com outra chave de API (código ${madeWith}; em uso: ${inUse}), e o serviço só mostra as remessas a ela: ${advice}`,
  alreadyDecided: 'Já decidido.',
  paidTwice: 'Se o serviço recebeu na primeira vez, você paga duas vezes.',
  askResubmit: (waiting, cost) =>
    s`Isto reenvia ${plural(waiting, 'identificador', 'identificadores')}, por no máximo ${plural(cost, 'crédito', 'créditos')}. Se o serviço já ${agree(waiting, 'o aceitou', 'os aceitou')} da primeira vez, você paga duas vezes.`,
  askAbandon: (waiting, cost) =>
    s`Isto descarta ${plural(waiting, 'identificador', 'identificadores')}. Se o serviço ${agree(waiting, 'o recebeu', 'os recebeu')}, até ${plural(cost, 'crédito foi cobrado', 'créditos foram cobrados')} e ${agree(waiting, 'o resultado não virá', 'os resultados não virão')}.`,
  nextYourDecision: 'próximo passo: você decide.',
  asOf: (askedAt) => s`Situação em ${askedAt}, a última verificação no serviço.`,
  jobLine: (at, job, told) => s`  ${at}  remessa ${job}: ${told}`,
  chargedBetween: (since, until, charged) =>
    s`Entre ${since} e ${until} a conta foi cobrada em ${plural(charged, 'crédito', 'créditos')}`,
  chargedUntil: (until, charged) =>
    s`Até ${until} a conta foi cobrada em ${plural(charged, 'crédito', 'créditos')}`,
  chargedForOthers: (told, own) => s`${told}, ${number(own)} deles por outras requisições daqui.`,
  jobCostsAtMost: (most) =>
    s`Esta remessa custaria no máximo ${plural(most, 'crédito', 'créditos')}.`,
  jobCostsProbably: (most, probable) =>
    s`Esta remessa custaria no máximo ${plural(most, 'crédito', 'créditos')}, provavelmente cerca de ${probable}.`,
  fits: 'Isso combina: o serviço provavelmente a aceitou.',
  lessThanUsual:
    'É menos do que uma remessa assim costuma custar: o serviço provavelmente não a aceitou, ou outro programa usa a conta.',
  moreThanPossible:
    'É mais do que esta remessa pode custar: outro programa usa a conta, e ela pode ou não ter sido cobrada.',
  cannotTell: (because) => s`Não há como saber se ela foi cobrada: ${because}.`,
  notChargedResent: 'Ela não foi cobrada, por isso foi reenviada.',
  youAdopted: (jobId) => s`você vinculou a remessa ${jobId} do serviço.`,
  youResubmitted: (job) => s`você mandou reenviá-la, como remessa ${job}.`,
  youGaveUp: 'você a descartou.',
};
