import type { Catalogue } from '../../voice.js';

/** The progress and state of batches. */
export const progress: Catalogue = {
  'Batch {0}': 'Lote {0}',
  '{0#row|rows} read': '{0#linha lida|linhas lidas}',
  'Job {0}: sending {1#identifier|identifiers}':
    'Remessa {0}: enviando {1#identificador|identificadores}',
  'Job {0}: accepted as {1}': 'Remessa {0}: aceita como {1}',
  'Job {0}: {1#identifier|identifiers} sent; the service accepted {2} and rejected {3} as invalid.':
    'Remessa {0}: {1#identificador enviado|identificadores enviados}; o serviço aceitou {2} e recusou {3} como {3?inválido|inválidos}.',
  '{0} is finding out whether a request was charged, and nothing else is sent meanwhile; waiting for it':
    '{0} apura uma cobrança sem confirmação e pede que nada seja enviado enquanto isso; esperando por ela',
  'Waiting for other batches, whose jobs run: {0}':
    'Esperando outros lotes, cujas remessas estão em andamento: {0}',
  'The database of the ledger cannot be reached; waiting for it, and then going on':
    'Não é possível conectar ao banco de dados do histórico; esperando por ele para continuar',
  'Job {0}: unconfirmed ({1})': 'Remessa {0}: sem confirmação ({1})',
  'Job {0}: waiting {1} s to see whether an earlier submission was charged':
    'Remessa {0}: aguardando {1} s para ver se um envio anterior foi cobrado',
  'Job {0}: the balance did not move, nothing was charged; it may be sent again':
    'Remessa {0}: o saldo não mudou, nada foi cobrado; ela pode ser reenviada',
  'Job {0}: the balance proves nothing, it stays unconfirmed':
    'Remessa {0}: o saldo não prova nada, ela continua sem confirmação',
  'Job {0}: the service considers none of its {1#identifier|identifiers} valid; {2?it counts|they count} as invalid and {3?costs|cost} nothing':
    'Remessa {0}: o serviço não considera {1?válido o identificador enviado|válidos os identificadores enviados} ({1}); {2?ele conta como inválido|eles contam como inválidos} e não {3?custa|custam} nada',
  '{0#identifier goes|identifiers go} first: what {1?it costs|they cost} shows the price':
    '{0#identificador vai|identificadores vão} primeiro: o que {1?ele custar|eles custarem} mostra o preço',
  '{0#identifier is|identifiers are} left without an answer; {1?it is|they are} sent once more':
    '{0#identificador ficou|identificadores ficaram} sem resposta; {1?ele será enviado|eles serão enviados} mais uma vez',
  'Job {0}: failed and will not be resent automatically; to resend: {1}':
    'Remessa {0}: falhou e não será reenviada automaticamente; para reenviar: {1}',
  'Job {0}: failed ({1}) and will not be resent automatically; to resend: {2}':
    'Remessa {0}: falhou ({1}) e não será reenviada automaticamente; para reenviar: {2}',
  'Job {0}: {1}': 'Remessa {0}: {1}',
  'Job {0}: {1} ({2})': 'Remessa {0}: {1} ({2})',
  'This file is batch {0} of {1}; continuing it (--again starts a new one when it has ended)':
    'Este arquivo é o lote {0} de {1}; continuando com ele (--again cria um novo quando ele terminar)',
  'This file is batch {0}, complete since {1}; nothing was sent. --again --fresh asks for all of it again, for at most {2#credit|credits}.':
    'Este arquivo é o lote {0}, concluído em {1}; nada foi enviado. --again --fresh consulta tudo de novo, por no máximo {2#crédito|créditos}.',
  'This file is batch {0}, complete since {1}; nothing was sent. Its answers are older than --reuse and --fresh accept: --again asks for all of them again, for at most {2#credit|credits}.':
    'Este arquivo é o lote {0}, concluído em {1}; nada foi enviado. Suas respostas são mais antigas do que --reuse e --fresh aceitam: --again consulta de novo, por no máximo {2#crédito|créditos}.',
  'Another run works on batch {0}; this view follows it and changes nothing':
    'Outra execução trabalha no lote {0}; esta só acompanha e não altera nada',
  '{0#row|rows}': '{0#linha|linhas}',
  '{0} invalid': '{0#inválido|inválidos}',
  '[row] empty': 'vazia',
  '[row] wrong format': 'formato',
  '[row] check digits': 'dígito verificador',
  '[row] repeated digit': 'dígito repetido',
  '[row] ambiguous': 'ambígua',
  '[row] rounded number': 'número arredondado',
  '[row] CPF among CNPJs': 'CPF entre CNPJs',
  '[row] start of a CNPJ': 'começo de um CNPJ',
  '[row] service refused it': 'recusa do serviço',
  '[row] erased': 'apagada',
  '[rows] {0} invalid': '{0#inválida|inválidas}',
  '{0#duplicate|duplicates}': '{0#duplicada|duplicadas}',
  '{0} with zeros restored': '{0} com zeros recuperados',
  '{0} already in the ledger': '{0#já pago|já pagos}',
  'Costs at most {0#credit|credits}': 'Custo máximo: {0#crédito|créditos}',
  'about {0}, as with {1#identifier|identifiers} before':
    'cerca de {0}, como em {1#identificador anterior|identificadores anteriores}',
  '{0} (about {1}, as with {2#identifier|identifiers} before)':
    '{0} (cerca de {1}, como em {2#identificador anterior|identificadores anteriores})',
  '{0}. {1}; balance {2}.': '{0}. {1}. Saldo: {2}.',
  '{0#identifier to send was|identifiers to send were} given up with --abandon and may have been charged already; {1?it is|they are} asked for again.':
    '{0#identificador a enviar foi descartado|identificadores a enviar foram descartados} com --abandon e {1?pode já ter sido cobrado|podem já ter sido cobrados}; {1?ele será consultado|eles serão consultados} de novo.',
  '{0#row was|rows were} erased with purge from an earlier {1}; what this one still has of that is looked up, charged and stored again.':
    '{0#linha foi apagada|linhas foram apagadas} com purge de um {1} anterior; o que este ainda tiver delas será consultado, cobrado e armazenado de novo.',
  '{0} to send ({1#CPF|CPFs}, {2#CNPJ|CNPJs})': '{0} a enviar ({1#CPF|CPFs}, {2#CNPJ|CNPJs})',
  '{0} to send': '{0} a enviar',
  '{0} of {1} answered; next look in {2} s':
    '{0} de {1#respondido|respondidos}; nova verificação em {2} s',
  '{0} of {1} answered': '{0} de {1#respondido|respondidos}',
  'Result: {0} ({1#row|rows}).': 'Resultado: {0} ({1#linha|linhas}).',
  "{0#character does|characters do} not exist in this file's encoding and {1?was|were} replaced; -o with .json or .jsonl keeps {2?it|them}.":
    '{0#caractere substituído|caracteres substituídos}: não {1?existe|existem} na codificação deste arquivo; -o com .json ou .jsonl {2?o preserva|os preserva}.',
  '{0#cell was|cells were} longer than a workbook holds and {1?ends|end} in …; -o with .csv keeps {2?it|them} whole, --partners writes partners row by row.':
    '{0#célula era mais longa|células eram mais longas} do que uma planilha comporta e {1?termina|terminam} em …; -o com .csv {2?a mantém inteira|as mantém inteiras}, --partners grava os sócios linha a linha.',
  'batch {0}: {1}': 'lote {0}: {1}',
  'batch {0}, {1}: {2}': 'lote {0}, {1}: {2}',
  'CPFs and CNPJs': 'CPFs e CNPJs',
  rows: 'linhas',
  invalid: 'inválidas',
  duplicates: 'duplicadas',
  'zeros restored': 'zeros recuperados',
  unique: 'distintos',
  found: 'encontrados',
  'not found': 'não encontrados',
  skipped: 'sem saldo',
  failed: 'com falha',
  pending: 'em aberto',
  unconfirmed: 'sem confirmação',
  credits: 'créditos',
  '{0} ({1} found)': '{0} ({1#encontrado|encontrados})',
  '{0}% of unique': '{0}% dos distintos',
  '{0} from the ledger': '{0#já pago|já pagos}',
  'at most {0}': 'no máximo {0}',
  '{0} charged': '{0#cobrado|cobrados}',
  '{0} skipped': '{0} sem saldo',
  '{0} pending': '{0} em aberto',
  '{0#credit saved|credits saved}': '{0#crédito economizado|créditos economizados}',
  'at most {0#more credit|more credits}': 'no máximo mais {0#crédito|créditos}',
  'up to {0} more for what was given up': 'até {0} a mais pelo que foi descartado',
  '{0} saved': '{0#economizado|economizados}',
  job: 'remessa',
  batch: 'lote',
  'The jobs found {0#record|records} more, erased since.':
    'As remessas encontraram mais {0#registro|registros}, {0?apagado|apagados} depois.',
  created: 'criado',
  kind: 'tipo',
  result: 'resultado',
  identifiers: 'identificadores',
  'result: {0}': 'resultado: {0}',
  'next: nothing; the result is written': 'próximo passo: nenhum; o resultado foi gravado',
  decisions: 'decisões',
  '{0} found': '{0#encontrado|encontrados}',
  '{0} not found': '{0#não encontrado|não encontrados}',
  '(not accepted)': '(não aceito)',
  'next: {0}': 'próximo passo: {0}',
  'Row numbers are the lines of the text.': 'Os números são os das linhas do texto.',
  'Row numbers are those of a spreadsheet: the header counts.':
    'Os números das linhas são os da planilha: o cabeçalho conta.',
  'Row numbers are those of a spreadsheet.': 'Os números das linhas são os da planilha.',
  '{0#row has|rows have} only the first 8 characters of a CNPJ ({1}): invalid; where the rest is in other columns, --column 1+2+3 joins them.':
    '{0#linha tem|linhas têm} só os 8 primeiros caracteres de um CNPJ ({1}): inválidas; se o resto está em outras colunas, --column 1+2+3 as junta.',
  '{0#row holds|rows hold} a valid {1} in this {2} column ({3}): invalid here; --type both looks up both kinds.':
    '{0#linha contém|linhas contêm} um {1} válido nesta coluna de {2} ({3}): inválido aqui; --type both consulta os dois tipos.',
  valid: 'válidas',
  ragged: 'irregulares',
  'paid for': 'já pagos',
  'paid for before': 'pagos antes',
  answered: 'respondidos',
  'to send': 'a enviar',
  'Rejected rows: {0} ({1#row|rows}).': 'Linhas rejeitadas: {0} ({1#linha|linhas}).',
  'row {0} (header counted)': 'linha {0} (contando o cabeçalho)',
  '{0?row|rows} {1}': '{0?linha|linhas} {1}',
  complete: 'concluído',
  running: 'em andamento',
  incomplete: 'incompleto',
  planned: 'não enviada',
  submitting: 'em envio',
  done: 'terminada',
  abandoned: 'descartada',
};
