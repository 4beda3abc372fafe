import type { Catalogue } from '../../voice.js';

/** Budgets, submissions, unknown outcomes, and errors that end or refuse a batch. */
export const spending: Catalogue = {
  'This may cost {0#credit|credits}, and of the {1} for today {2} are left; it was not sent.':
    'Isto pode custar {0#crédito|créditos}, e do teto de {1} para hoje restam {2}; não foi enviado.',
  'This may cost {0#credit|credits}, and of the {1} for this month {2} are left; it was not sent.':
    'Isto pode custar {0#crédito|créditos}, e do teto de {1} para este mês restam {2}; não foi enviado.',
  '{0} Raise {1}.': '{0} Aumente {1}.',
  '{0} Raise {1}, or add --fit-balance to send what it covers, and the rest later{2}.':
    '{0} Aumente {1} ou use --fit-balance para enviar o que ele cobre, e o restante depois{2}.',
  '{0} Raise --max-credits-per-day, or continue tomorrow (UTC) with {1}.':
    '{0} Aumente --max-credits-per-day, ou continue amanhã (UTC) com {1}.',
  '{0} Raise --max-credits-per-month, or continue next month (UTC) with {1}.':
    '{0} Aumente --max-credits-per-month, ou continue no mês que vem (UTC) com {1}.',
  'send nothing if the day would cost more (UTC)': 'não envia nada se o dia custar mais (UTC)',
  'send nothing if the month would cost more (UTC)': 'não envia nada se o mês custar mais (UTC)',
  'This batch may cost {0#credit|credits}, and {1#is|are} left of --max-credits {2} after the files before; nothing was sent. Raise --max-credits to send it.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos}, e de --max-credits {2} {1?resta|restam} {1} depois dos arquivos anteriores. Aumente --max-credits para enviá-lo.',
  'What is left to send may cost {0#credit|credits}, more than the {1} that this run may still spend; it was not sent and cost nothing. {2} sends it.':
    'O que falta enviar pode custar {0#crédito|créditos}, acima dos {1} que esta execução ainda pode gastar; não foi enviado e não custou nada. {2} envia o restante.',
  'This batch may cost {0#credit|credits}, more than --max-credits {1}; nothing was sent. Raise --max-credits to send it{2}.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos}, acima do teto de {1} (--max-credits). Aumente --max-credits para enviá-lo{2}.',
  'This batch may cost {0#credit|credits}, more than --max-credits {1}; nothing was sent. Raise --max-credits to send it all{2}, or add --fit-balance to send what the limit covers{3}.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos}, acima do teto de {1} (--max-credits). Aumente --max-credits para enviá-lo inteiro{2}, ou use --fit-balance para enviar o que cabe no teto{3}.',
  'To send that again may cost {0#credit|credits} and the balance covers {1}; nothing was changed. Run {2} again when there are credits: the plan {3} has none beyond the balance.':
    'Reenviar isso pode custar {0#crédito|créditos}, e o saldo cobre {1}; nada foi alterado. Execute {2} outra vez quando houver créditos: o plano {3} não tem excedente.',
  'The balance covers {0#credit|credits} now, and the next job may cost {1}; it was not sent and stays pending. Run {2} again when there are credits, or with --fit-balance: the plan {3} has none beyond the balance.':
    'O saldo agora cobre {0#crédito|créditos}, e a próxima remessa pode custar {1}; ela não foi enviada e continua em aberto. Execute {2} de novo quando houver créditos, ou com --fit-balance: o plano {3} não tem excedente.',
  'This batch may cost {0#credit|credits} and the balance covers {1}; nothing was sent. Run {2} again when there are credits: the plan {3} has none beyond the balance.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos} e o saldo é de {1}. Execute {2} de novo quando houver créditos: o plano {3} não tem excedente.',
  'This batch may cost {0#credit|credits} and the balance covers {1}; nothing was sent. Add --fit-balance to send what the balance covers{2}: the plan {3} has none beyond it.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos} e o saldo é de {1}. Use --fit-balance para enviar o que o saldo cobre{2}: o plano {3} não tem excedente.',
  "The balance shows {0#credit|credits} for a found {1}; {2} says {3}, and limits count that. '{4}' sets it right.":
    "O saldo mostra {0#crédito|créditos} por {1} encontrado; {2} diz {3}, e é isso que os tetos contam. '{4}' corrige.",
  'Nothing shows yet what a found {0} costs on this account, and what was sent may cost all that is left; nothing more was sent.':
    'Nada mostra ainda quanto custa um {0} encontrado nesta conta, e o que foi enviado pode custar tudo o que resta; nada mais foi enviado.',
  '{0} Run {1} again when what runs has ended; if nothing runs, say what a record costs: {2}.':
    '{0} Execute {1} de novo quando o que está em andamento terminar; se nada estiver em andamento, diga quanto custa um registro: {2}.',
  'Nothing shows yet what a found {0} costs on this account: {1#credit is|credits are} assumed (cost-{2} sets it).':
    'Nada mostra ainda quanto custa um {0} encontrado nesta conta: {1#crédito é suposto|créditos são supostos} (cost-{2} define o valor).',
  "{0#identifier|identifiers} of batch {1} {2?was|were} never sent, and cost nothing; '{3}' sends {4?it|them}.":
    "{0#identificador|identificadores} do lote {1} {0?não foi enviado|não foram enviados} e não {0?custou|custaram} nada; '{3}' {0?o|os} envia.",
  'This batch may cost {0#credit|credits} and the balance covers {1}; nothing was sent. Add --fit-balance to send what the balance covers{2}, or --allow-overage to accept billing beyond it{3}.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos} e o saldo é de {1}. Use --fit-balance para enviar só o que o saldo cobre{2}, ou --allow-overage para aceitar a cobrança de excedente{3}.',
  'This batch may cost {0#credit|credits} and the balance covers {1}; nothing was sent. Run {2} again when there are credits, or with --allow-overage to accept billing beyond the balance{3}.':
    'Nada foi enviado: o lote pode custar {0#crédito|créditos} e o saldo é de {1}. Execute {2} de novo quando houver créditos, ou use --allow-overage para aceitar a cobrança de excedente{3}.',
  "{0} of the identifiers of job {1} {2?is|are} being looked up in batch {3}; it was not sent. Run {4} again when '{5}' has ended; then {6?its answer costs|their answers cost} nothing more.":
    "{0#identificador|identificadores} da remessa {1} já {0?está sendo consultado|estão sendo consultados} no lote {3}; nada foi enviado. Execute {4} de novo depois de '{5}'; então {0?a resposta não custa|as respostas não custam} mais nada.",
  "{0} of the identifiers of job {1} may have been paid for in batch {2}, whose outcome is unknown; it was not sent. Run {3} again when '{4}' has settled that, or '{5}' decided it.":
    "{0#identificador|identificadores} da remessa {1} {0?pode já ter sido pago|podem já ter sido pagos} no lote {2}, que está sem confirmação; nada foi enviado. Apure a cobrança com '{4}', ou decida com '{5}', e execute {3} de novo.",
  'The record is paid for but could not be stored in the ledger; is the disk full? Keep this output, asking again costs again.':
    'O registro está pago, mas não foi possível guardá-lo no histórico; o disco está cheio? Guarde esta saída: consultar de novo custa de novo.',
  'The file {0} keeps the id of job {1} of batch {2}, which the service accepted, and cannot be read; nothing was sent or changed. Move it to another folder and run this again: the outcome of that job is then unknown, and it can be adopted by its id, if that is still legible.':
    'O arquivo {0} guarda o id da remessa {1} do lote {2}, que o serviço aceitou, e não pode ser lido; nada foi enviado nem alterado. Mova-o para outra pasta e execute de novo: essa remessa passa a ficar sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.',
  'Another run has just given this batch up or removed it; run it again.':
    'Outra execução acabou de descartar ou remover este lote; execute de novo.',
  "use that key. If it is gone for good, '{0}' gives up what is under way, and what was charged for it stays charged.":
    "use aquela chave. Se ela não existe mais, '{0}' descarta o que está em andamento, e o que foi cobrado por isso continua cobrado.",
  'nothing of it is under way. {0}': 'nada dele está em andamento. {0}',
  '{0} makes a new batch with the key in use; what is paid for is in the ledger already.':
    '{0} cria um lote novo com a chave em uso; o que já foi pago está no histórico.',
  "Its result was never written: '{0}' writes what it found. {1} makes a new batch with the key in use, and what is paid for is taken from the ledger. {2} asks and pays for all of it again, once that result is written.":
    "O resultado dele nunca foi gravado: '{0}' grava o que ele encontrou. {1} cria um lote novo com a chave em uso, e o que já foi pago vem do histórico. {2} consulta e paga tudo de novo, depois que esse resultado for gravado.",
  "'{0}' writes what there is; {1} makes a new batch with the key in use.":
    "'{0}' grava o que existe; {1} cria um lote novo com a chave em uso.",
  'What has no answer is asked for again only by a new batch, and may cost its price once more: {0}.':
    'O que ficou sem resposta só é consultado de novo por um lote novo, e pode custar seu preço outra vez: {0}.',
  "'{0}' (in the folder of that file, with the options of that time)":
    "'{0}' (na pasta desse arquivo, com as opções daquela vez)",
  "'{0} - --again' with the same input": "'{0} - --again' com a mesma entrada",
  'Batch {0} was made with another API key (fingerprint {1}, the one in use is {2}), and the service shows its jobs to no other; {3}':
    'O lote {0} foi criado com outra chave de API (código {1}; a chave em uso é {2}), e o serviço só mostra as remessas a ela; {3}',
  "'{0}' shows what there is (the sandbox, each profile and each base URL have their own).":
    "'{0}' mostra o que existe (o sandbox, cada perfil e cada URL base têm os seus).",
  'There is no batch {0} here; {1}': 'O lote {0} não existe aqui; {1}',
  'The name of the batch is empty; write its id, or the beginning of it.':
    'O nome do lote está vazio; escreva o id dele, ou o começo do id.',
  '{0} could be any of {1}; write more of it.':
    '{0} pode ser qualquer um destes: {1}; escreva mais caracteres.',
  'Batch {0} was interrupted while {1} was read; run it again with that file.':
    'O lote {0} foi interrompido durante a leitura de {1}; execute de novo com esse arquivo.',
  "There are no batches yet; '{0} <file>' makes one.":
    "Ainda não há lotes; '{0} <arquivo>' cria um.",
  "Batch {0} is still being processed, and its results may be paid for; '{1}' comes first, or '{2}' if it never ends. Nothing was removed.":
    "O lote {0} ainda está em processamento, e os resultados podem já estar pagos; antes é preciso '{1}', ou '{2}' se ele nunca terminar. Nada foi removido.",
  "Batch {0} has a job whose outcome is unknown, and its results may be paid for; '{1}' comes first. Nothing was removed.":
    "O lote {0} tem uma remessa sem confirmação, e os resultados podem já estar pagos; antes é preciso '{1}'. Nada foi removido.",
  'To send that again may cost {0#credit|credits} and the balance covers {1}; nothing was changed. Run {2} again when there are credits, or with --allow-overage.':
    'Reenviar isso pode custar {0#crédito|créditos}, e o saldo cobre {1}; nada foi alterado. Execute {2} outra vez quando houver créditos, ou com --allow-overage.',
  'That is decided already.': 'Isso já está decidido.',
  'Job {0} belongs to batch {1} already; nothing was changed in batch {2}.':
    'A remessa {0} já pertence ao lote {1}; nada foi alterado no lote {2}.',
  'The service shows no job {0} to this key ({1}); check the id and the key.':
    'O serviço não mostra nenhuma remessa {0} a esta chave ({1}); verifique o id e a chave.',
  'Job {0} has no results yet, so it cannot be matched; nothing was changed. Run {1} when it has some.':
    'A remessa {0} ainda não tem resultados, e por isso não dá para vinculá-la; nada foi alterado. Execute {1} quando ela tiver algum.',
  "Job {0} has ended without results, so it can never be matched; nothing was changed. '{1}' gives up what is missing, and what was charged for it stays charged; '{2}' sends it again and pays twice if the service took it the first time.":
    "A remessa {0} terminou sem resultados, e por isso não há como vinculá-la; nada foi alterado. '{1}' descarta o que falta, e o que já foi cobrado continua cobrado; '{2}' reenvia e paga duas vezes se o serviço aceitou da primeira vez.",
  'Job {0} has ended without results, so it can never be matched; give up what is missing, or send it again, which pays twice if the service took it the first time.':
    'A remessa {0} terminou sem resultados, e por isso não há como vinculá-la; descarte o que falta ou reenvie, o que paga duas vezes se o serviço aceitou da primeira vez.',
  'Job {0} has no results yet, so it cannot be matched; run this again when it has some.':
    'A remessa {0} ainda não tem resultados, e por isso não dá para vinculá-la; execute de novo quando ela tiver algum.',
  'Job {0} ({1#identifier|identifiers}) does not fit any unconfirmed job of batch {2}: its size or its identifiers differ. Nothing was changed.':
    'A remessa {0} ({1#identificador|identificadores}) não corresponde a nenhuma remessa sem confirmação do lote {2}: o tamanho ou os identificadores são outros. Nada foi alterado.',
  'The service counts {0} found and left {1} of them out of its results.':
    'O serviço conta {0#encontrado|encontrados}, mas {1#deles não está|deles não estão} nos resultados.',
  "'{0} <credits>'": "'{0} <valor>'",
  'Not sent: the balance or a budget did not cover it.':
    'Não enviado: o saldo ou um teto de gasto não o cobria.',
  'What the service took the first time is then paid for twice.':
    'O que o serviço recebeu na primeira vez é então pago duas vezes.',
  'The adopted job has {0} of the {1#identifier|identifiers} of this one; the service discarded the other {2} for free, or another job took {3?it|them} and may have charged {4?it|them}. Another job can be adopted in its place. To give {5?it|them} up costs nothing more; to send {6?it|them} again may cost {7?its|their} price once more.':
    'A remessa vinculada tem {0} {1#do identificador|dos identificadores} deste; {2#outro foi descartado pelo serviço sem custo, ou outra remessa o recebeu e pode tê-lo cobrado|outros foram descartados pelo serviço sem custo, ou outra remessa os recebeu e pode tê-los cobrado}. Outra remessa pode ser vinculada no lugar dela. Descartar não custa mais nada; reenviar pode custar o preço outra vez.',
  'The numbers and results that the service shows do not account for the {0#identifier|identifiers} of the job.':
    'Os números e resultados que o serviço mostra não explicam {0?o identificador|os identificadores} da remessa ({0}).',
  'The run ended before the answer came.': 'A execução terminou antes de a resposta chegar.',
  'Job {0} ({1#identifier|identifiers}) of batch {2} may have been charged; that can be settled once no other job is running ({3}). Nothing is sent again. Run {4} again then.':
    'A remessa {0} ({1#identificador|identificadores}) do lote {2} pode ter sido cobrada; isso só pode ser apurado quando nenhuma outra remessa estiver em andamento ({3}). Nada será reenviado. Depois, execute {4} outra vez.',
  '{0#identifier|identifiers} of batch {1} {2?was|were} not sent, because a single lookup of {3?it|them} got no answer and may have been charged.':
    '{0#identificador|identificadores} do lote {1} não {0?foi enviado|foram enviados}, porque uma consulta avulsa ficou sem resposta e pode ter sido cobrada.',
  'Run {0} again: the balance may show then that it was free.':
    'Execute {0} de novo: o saldo pode mostrar então que não houve cobrança.',
  "'{0}' sends {1?it|them}; what was charged before is then paid for twice.":
    "'{0}' {1?o envia|os envia}; o que já tiver sido cobrado será pago duas vezes.",
  'Job {0} ({1#identifier|identifiers}) of batch {2} may have been charged, and the deadline leaves no time to settle that. Nothing is sent again. Run {3}: it waits longer.':
    'A remessa {0} ({1#identificador|identificadores}) do lote {2} pode ter sido cobrada, e o prazo não deixa tempo para apurar isso. Nada será reenviado. Execute {3}, que espera mais.',
  "Job {0} ({1#identifier|identifiers}) of batch {2} may have been charged: {3}. Nothing is resent automatically. '{4}' shows the evidence. {5}{6}":
    "A remessa {0} ({1#identificador|identificadores}) do lote {2} pode ter sido cobrada: {3}. Nada será reenviado automaticamente. Veja os dados com '{4}'. {5}{6}",
  'the balance moved by more than our own requests explain':
    'o saldo mudou mais do que as nossas próprias consultas explicam',
  'the used credits fell, and a renewal or a refund proves nothing':
    'os créditos usados diminuíram, e uma renovação ou um estorno não prova nada',
  'the plan of the account changed meanwhile': 'o plano da conta mudou nesse intervalo',
  'a billing period may have begun meanwhile':
    'um período de cobrança pode ter começado nesse intervalo',
  'nothing shows yet what a record costs on this account':
    'nada mostra ainda quanto custa um registro nesta conta',
  'no balance from before it is known': 'não se conhece um saldo anterior ao envio',
  ' If you know what a found record costs on this account, say so ({0}); then {1} judges the balance again.':
    ' Se você sabe quanto custa um registro encontrado nesta conta, informe ({0}); depois {1} avalia o saldo de novo.',
  "{0#identifier|identifiers} of batch {1} may have been charged, and asking again brought no answer. '{2}' gives {3?it|them} up, and what was charged stays charged; '{4}' sends {5?it|them} again, for up to {6#credit|credits} more; '{7}' asks once more.":
    "{0#identificador|identificadores} do lote {1} {0?pode ter sido cobrado|podem ter sido cobrados}, e perguntar de novo não trouxe resposta. '{2}' {3?o descarta|os descarta}, e o que foi cobrado continua cobrado; '{4}' {5?o envia|os envia} de novo, por até {6#crédito|créditos} a mais; '{7}' pergunta mais uma vez.",
  "{0#identifier|identifiers} of batch {1} {2?was|were} not looked up and cost nothing, because the balance or a limit does not cover {3?it|them}. When there are credits, '{4}' sends {5?it|them}, for up to {6#credit|credits}.":
    "{0#identificador|identificadores} do lote {1} não {2?foi consultado|foram consultados}, sem custo, porque o saldo ou um limite não {3?o cobre|os cobre}. Quando houver créditos, '{4}' {5?o envia|os envia}, por até {6#crédito|créditos}.",
  '{0#identifier|identifiers} of batch {1} {2?was|were} not looked up and cost nothing: {3?it|they} may cost {4#credit|credits}, and of --max-credits {5#is|are} left.':
    '{0#identificador|identificadores} do lote {1} não {2?foi consultado|foram consultados}, sem custo: {3?pode|podem} custar até {4#crédito|créditos}, e o que resta de --max-credits é {5#crédito|créditos}.',
  "{0} '{1}' sends {2?it|them}.": "{0} '{1}' {2?o envia|os envia}.",
  "{0} '{1}' sends what that covers; --max-credits {2} sends all.":
    "{0} '{1}' envia o que isso cobre; --max-credits {2} envia tudo.",
  "{0#identifier|identifiers} of batch {1} may have been charged, and no answer has come. '{2}' asks once more. If that does not help, '{3}' gives {4?it|them} up, and what was charged stays charged; '{5}' sends {6?it|them} again, for up to {7#credit|credits} more.":
    "{0#identificador|identificadores} do lote {1} {0?pode ter sido cobrado|podem ter sido cobrados}, e nenhuma resposta chegou. '{2}' pergunta mais uma vez. Se não adiantar, '{3}' {4?o descarta|os descarta}, e o que foi cobrado continua cobrado; '{5}' {6?o envia|os envia} de novo, por até {7#crédito|créditos} a mais.",
  "Batch {0} is still being processed at the service; {1} keeps waiting. If it never ends, '{2}' gives it up, and what was charged stays charged.":
    "O lote {0} ainda está em processamento no serviço; {1} continua esperando. Se nunca terminar, '{2}' o descarta, e o que foi cobrado continua cobrado.",
  "{0#identifier|identifiers} of batch {1} failed and {2?was|were} not charged; '{3}' sends {4?it|them} again.":
    "{0#identificador|identificadores} do lote {1} {2?falhou e não foi cobrado|falharam e não foram cobrados}; '{3}' {4?o envia|os envia} de novo.",
  "{0#identifier|identifiers} of batch {1} {2?was|were} given up and {3?stays|stay} without an answer; '{4}' writes the others.":
    "{0#identificador|identificadores} do lote {1} {2?foi descartado|foram descartados} e {3?fica|ficam} sem resposta; '{4}' grava os demais.",
  "{0#row|rows} of batch {1} {2?is|are} invalid, which --strict does not accept; '{3}' writes all of them with the reason.":
    "{0#linha|linhas} do lote {1} {2?é inválida|são inválidas}, o que --strict não aceita; '{3}' grava todas com o motivo.",
  'Nothing was sent.': 'Nada foi enviado.',
  'A record costs more than before: this run was charged {0#credit|credits}, more than the {1} that it was allowed. Nothing more was sent.':
    'Um registro custa mais do que antes: esta execução foi cobrada em {0#crédito|créditos}, acima dos {1} permitidos. Nada mais foi enviado.',
  'A record costs more than before: {0#credit was|credits were} charged today (UTC), more than the budget of {1}. Nothing more was sent.':
    'Um registro custa mais do que antes: hoje (UTC) {0?foi cobrado|foram cobrados} {0#crédito|créditos}, acima do teto de {1}. Nada mais foi enviado.',
  'A record costs more than before: {0#credit was|credits were} charged this month (UTC), more than the budget of {1}. Nothing more was sent.':
    'Um registro custa mais do que antes: neste mês (UTC) {0?foi cobrado|foram cobrados} {0#crédito|créditos}, acima do teto de {1}. Nada mais foi enviado.',
  'Waiting until the balance shows what a record costs':
    'Esperando o saldo mostrar quanto custa um registro',
  "'{0}' shows what was charged.": "'{0}' mostra o que foi cobrado.",
  'The balance covers {0#credit|credits} now, and the next job may cost {1}; it was not sent and stays pending. Run {2} again when there are credits, or with --fit-balance or --allow-overage.':
    'O saldo agora cobre {0#crédito|créditos}, e a próxima remessa pode custar {1}; ela não foi enviada e continua em aberto. Execute {2} outra vez quando houver créditos, ou com --fit-balance ou --allow-overage.',
  'Another run has just given this batch up or removed it; run {0} again.':
    'Outra execução acabou de descartar ou remover este lote; execute {0} de novo.',
  "Batch {0} was interrupted while {1} was read; '{2}' reads it again.":
    "O lote {0} foi interrompido durante a leitura de {1}; '{2}' lê o arquivo de novo.",
  "{0} Then '{1}'.": "{0} Depois, '{1}'.",
  'the same command': 'o mesmo comando',
  'the same command without --fresh': 'o mesmo comando sem --fresh',
  'To continue: {0}.': 'Para continuar: {0}.',
  'Run {0} again in {1}.': 'Execute {0} de novo daqui a {1}.',
  "{0#identifier|identifiers} of batch {1} {2?has|have} no answer; '{3}' sends what was not given up.":
    "{0#identificador|identificadores} do lote {1} {2?está|estão} sem resposta; '{3}' envia o que não foi descartado.",
  "'{0}' shows which key was used.": "'{0}' mostra qual chave foi usada.",
  "'{0}' shows which key was used; when the service accepts it, run {1} again.":
    "'{0}' mostra qual chave foi usada; quando o serviço a aceitar, execute {1} de novo.",
  "'{0}' stores another key, which counts where neither a variable nor --api-key-file gives one.":
    "'{0}' guarda outra chave, que vale onde nem uma variável nem --api-key-file fornece uma.",
  'Nothing was stored; run {0} with a key that it accepts.':
    'Nada foi guardado; execute {0} com uma chave que ele aceite.',
  "'{0}' shows the balance; when it covers this, run {1} again.":
    "'{0}' mostra o saldo; quando ele cobrir isto, execute {1} de novo.",
  "'{0}' shows the balance.": "'{0}' mostra o saldo.",
  'Nothing was charged for it; ask for it again in {0}.':
    'Nada foi cobrado por ele; consulte-o de novo daqui a {0}.',
  'Nothing was charged for it; ask for it again when the service answers.':
    'Nada foi cobrado por ele; consulte-o de novo quando o serviço responder.',
  'Nothing was charged for it.': 'Nada foi cobrado por ele.',
  'The record is paid for, but the database of the ledger cannot be reached. It is kept on this machine and is stored by the next command here once the database is back; run this again then.':
    'O registro está pago, mas não foi possível conectar ao banco de dados do histórico. Ele fica guardado nesta máquina, e o próximo comando aqui o grava quando o banco voltar; execute isto de novo então.',
  'The service took job {0} of batch {1} as {2}, but the database of the ledger cannot be reached. The id is kept on this machine and is written down here as soon as the database is back; run this again then.':
    'O serviço aceitou a remessa {0} do lote {1} como {2}, mas não é possível conectar ao banco de dados do histórico. O id fica guardado nesta máquina e é gravado aqui assim que o banco voltar; execute isto outra vez então.',
  'The service took job {0} of batch {1} as {2}, but the ledger could not be written; note that id and free some disk space.':
    'O serviço aceitou a remessa {0} do lote {1} como {2}, mas não foi possível gravar o histórico; anote esse id e libere espaço em disco.',
  'It is not yet known whether the service accepted job {0} ({1#identifier|identifiers}) of batch {2}. It will be resent only once the balance shows that nothing was charged. Run {3} again: it waits until that is settled.':
    'Ainda não se sabe se o serviço aceitou a remessa {0} ({1#identificador|identificadores}) do lote {2}; ela só será reenviada quando o saldo mostrar que nada foi cobrado. Execute {3} outra vez: ele espera até isso ser apurado.',
  'it belongs to another account: {0}.': 'ele pertence a outra conta: {0}.',
  'profile {0} has that key: unset {1}.': 'o perfil {0} tem essa chave: remova a variável {1}.',
  'profile {0} has that key: leave out --api-key-file{1}.':
    'o perfil {0} tem essa chave: retire --api-key-file{1}.',
  'Balance: {0#credit|credits}. Nothing was sent.':
    'Saldo: {0#crédito|créditos}. Nada foi enviado.',
  'Balance: {0}. Nothing was sent.': 'Saldo: {0}. Nada foi enviado.',
  '{0} free ({1}, less {2} set aside for what has no answer yet)':
    '{0#livre|livres} ({1} menos {2#reservado|reservados} para o que ainda não tem resposta)',
  'You have paid for {0} of these before.': 'Você já pagou {0} deles antes.',
  'Batch {0} is removed.': 'O lote {0} foi removido.',
  'This removes batch {0} ({1}, {2#row|rows}) with its results.':
    'Isto remove o lote {0} ({1}, {2#linha|linhas}) com os resultados dele.',
  'This removes {0#batch|batches}, inputs and results included, and single records of that age.':
    'Isto remove {0#lote|lotes}, com as entradas e os resultados, e os registros avulsos dessa idade.',
  'It takes along {0#record|records} that cost {1#credit|credits}; to look up the same again is charged again.':
    'Junto {0?vai|vão} {0#registro|registros}, ao custo de {1#crédito|créditos}; consultar o mesmo outra vez será cobrado de novo.',
  '{0} Nothing was changed; this was a dry run.': '{0} Nada foi alterado: foi só uma simulação.',
  'Removed {0#batch|batches} and {1#record|records} ({2#credit|credits}).':
    'Remoção concluída: {0#lote|lotes} e {1#registro|registros} ({2#crédito|créditos}).',
  'This removes everything that is stored about {0}, in {1#row|rows} of {2#batch|batches}.':
    'Isto remove tudo o que está guardado sobre {0}, em {1#linha|linhas} de {2#lote|lotes}.',
  'Nothing is stored about {0} any more: {1#row|rows} of {2#batch|batches} and {3#record|records} ({4#credit|credits}) are gone. Your own files are as they were.':
    'Não há mais nada guardado sobre {0}: foram apagados {1#linha|linhas} de {2#lote|lotes} e {3#registro|registros} ({4#crédito|créditos}). Os seus próprios arquivos não mudaram.',
  'Other machines that share this ledger have copies of these inputs until they export them or run the same command.':
    'Outras máquinas que compartilham este histórico mantêm cópias dessas entradas até exportá-las ou executar o mesmo comando.',
  'Nothing is stored about {0}.': 'Não há nada guardado sobre {0}.',
  '{0#person or company|people and companies}': '{0#pessoa ou empresa|pessoas e empresas}',
  'Nothing is that old; nothing was removed.': 'Nada é tão antigo assim; nada foi removido.',
  'show what would go, remove nothing': 'mostra o que seria removido e não remove nada',
  'such as 90d; what is under way stays': 'por exemplo 90d; o que está em andamento fica',
  'remove stored batches and records by age, or everything stored about people and companies':
    'remove lotes e registros guardados pela idade, ou tudo o que está guardado sobre pessoas e empresas',
  'Nothing was changed.': 'Nada foi alterado.',
  'This sends {0#identifier|identifiers} again for at most {1#credit|credits}; if the service took {2?it|them} the first time, {3?it is|they are} paid for twice.':
    'Isto reenvia {0#identificador|identificadores}, por no máximo {1#crédito|créditos}. Se o serviço já {2?o aceitou|os aceitou} da primeira vez, você paga duas vezes.',
  'This abandons {0#identifier|identifiers}. If the service did accept {1?it|them}, up to {2#credit was|credits were} charged and this batch will not get the {3?result|results}.':
    'Isto descarta {0#identificador|identificadores}. Se o serviço {1?o aceitou|os aceitou}, até {2#crédito já foi cobrado|créditos já foram cobrados} e {3?o resultado não virá|os resultados não virão} para este lote.',
  "'{0}' gives {1?it|them} up, and what was charged stays charged. '{2} --adopt <jobId>' takes the results of the job that the service has, and costs nothing more; the service lists no jobs, but its support or the log of a proxy may know the id. '{3}' sends {4?it|them} again for up to {5#credit|credits}, and pays twice if the service took {6?it|them}.":
    "'{0}' {1?o descarta|os descarta}, e o que foi cobrado continua cobrado. '{2} --adopt <jobId>' vincula a remessa que o serviço tem, sem custo a mais; o serviço não lista as remessas, mas o suporte dele ou o log de um proxy pode informar o jobId. '{3}' {4?o reenvia|os reenvia} por até {5#crédito|créditos}, e você paga duas vezes se o serviço já {6?o tiver aceitado|os tiver aceitado}.",
  'The balance may prove nothing in the end, because nothing shows yet what a record costs on this account. If you know, stop and say so first: {0}.':
    'No fim, o saldo pode não provar nada, porque nada mostra ainda quanto custa um registro nesta conta. Se você sabe, interrompa e informe antes: {0}.',
  'Something else uses this account: if it is charged meanwhile, the balance proves nothing, and you decide.':
    'Outro programa usa esta conta: se houver cobranças dele enquanto isso, o saldo não prova nada, e quem decide é você.',
  'next: your decision.': 'próximo passo: você decide.',
  'As of {0}, when the service was last asked.':
    'Situação em {0}, quando o serviço foi consultado pela última vez.',
  '  {0}  job {1}: {2}': '  {0}  remessa {1}: {2}',
  'Between {0} and {1} the account was charged {2#credit|credits}':
    'Entre {0} e {1} a conta foi cobrada em {2#crédito|créditos}',
  'Until {0} the account was charged {1#credit|credits}':
    'Até {0} a conta foi cobrada em {1#crédito|créditos}',
  '{0}, {1} of them for other requests of confere.':
    '{0}, {1} deles por outras requisições do confere.',
  'This job would cost at most {0#credit|credits}.':
    'Esta remessa custaria no máximo {0#crédito|créditos}.',
  'This job would cost at most {0#credit|credits}, probably about {1}.':
    'Esta remessa custaria no máximo {0#crédito|créditos}, provavelmente cerca de {1}.',
  'That fits: the service probably accepted it.':
    'Isso combina: o serviço provavelmente a aceitou.',
  'That is less than this job usually costs: the service probably did not accept it, or something else uses the account.':
    'É menos do que uma remessa assim costuma custar: o serviço provavelmente não a aceitou, ou outro programa usa a conta.',
  'That is more than this job can cost: something else uses the account, and the job may have been charged or not.':
    'É mais do que esta remessa pode custar: outro programa usa a conta, e a remessa pode ter sido cobrada ou não.',
  'It cannot be told whether it was charged: {0}.': 'Não dá para saber se ela foi cobrada: {0}.',
  'So it was not charged, and it was sent again.': 'Ela não foi cobrada, por isso foi reenviada.',
  "you adopted the service's job {0}.": 'você vinculou a remessa {0} do serviço.',
  'you had it sent again, as job {0}.': 'você mandou reenviá-la, como remessa {0}.',
  'you gave it up.': 'você a descartou.',
  'Choose one: --adopt <jobId> (this is the job), --resubmit (send again; may pay twice){0} or --abandon (give it up; what was charged stays charged){1}.':
    'Escolha uma: --adopt <jobId> (vincular esta remessa), --resubmit (reenviar; você pode pagar duas vezes){0} ou --abandon (descartar; o que foi cobrado continua cobrado){1}.',
  ' with number {0}': ' de número {0}',
  "Batch {0} has no unconfirmed job{1}; there is nothing to decide. '{2}' shows its state.":
    "O lote {0} não tem remessa sem confirmação{1}; não há nada a decidir. '{2}' mostra a situação.",
  'Send {0#identifier|identifiers} of {1#file|files} for at most {2#credit|credits}, with a balance of {3}?':
    'Enviar {0#identificador|identificadores} de {1#arquivo|arquivos}, por no máximo {2#crédito|créditos}, com saldo de {3}?',
  'Send {0#CPF|CPFs} for at most {1#credit|credits}?':
    'Enviar {0#CPF|CPFs}, por no máximo {1#crédito|créditos}?',
  'Send {0#CNPJ|CNPJs} for at most {1#credit|credits}?':
    'Enviar {0#CNPJ|CNPJs}, por no máximo {1#crédito|créditos}?',
  'This lookup may cost {0#credit|credits}, and {1#is|are} left of --max-credits {2}; it was not sent. Raise --max-credits to send it.':
    'Esta consulta pode custar {0#crédito|créditos}, e {1?resta|restam} {1} de --max-credits {2}; ela não foi enviada. Para enviá-la, aumente --max-credits.',
  'Send {0#identifier|identifiers} for at most {1#credit|credits}?':
    'Enviar {0#identificador|identificadores}, por no máximo {1#crédito|créditos}?',
};
