import type { Catalogue } from '../voice.js';

/** Single lookups: records, refusals and waits. */
export const lookups: Catalogue = {
  'Another process is still looking this identifier up, so nothing was asked; try again, its answer is shared.':
    'Outro processo ainda está consultando este identificador, e nada foi consultado agora; tente de novo: a resposta dele também vale aqui.',
  '{0#identifier|identifiers} of job {1} {2?is|are} still being looked up singly, and the deadline has passed; it was not sent. Run it again.':
    '{0#identificador|identificadores} da remessa {1} ainda {0?está em consulta avulsa|estão em consulta avulsa}, e o prazo terminou; ela não foi enviada. Execute de novo.',
  'An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now.':
    'Uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada; por isso, nada foi consultado agora.',
  '--fresh asks again, which may cost {0#credit|credits} more.':
    'Com --fresh, a consulta é feita de novo e pode custar mais {0#crédito|créditos}.',
  'The balance cannot show whether it was charged, because nothing shows yet what a record costs on this account. If you know it, say so ({0}), and run the same command again: the balance is then judged once more.':
    'O saldo não permite saber se houve cobrança, porque nada mostra ainda quanto custa um registro nesta conta. Se você sabe, informe ({0}) e execute o mesmo comando de novo: o saldo é então avaliado outra vez.',
  'The balance cannot show whether it was charged.': 'O saldo não permite saber se houve cobrança.',
  'Run the same command again in {0#second|seconds}; the balance may show then that it was free.':
    'Execute o mesmo comando em {0#segundo|segundos}; até lá, o saldo pode mostrar que não houve cobrança.',
  'The balance can show it once no job is running ({0}); run the same command again then.':
    'O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento ({0}); depois disso, execute o mesmo comando.',
  'The balance, which may show that it was free, could not be read; run the same command again.':
    'Não foi possível ler o saldo, que pode mostrar que não houve cobrança; execute o mesmo comando de novo.',
  'It was made with a key of another account, and only the balance there can show it; use that key.':
    'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso; use aquela chave.',
  'Run the same command again to settle it.':
    'Execute o mesmo comando de novo para apurar a cobrança.',
  "Batch {0} is looking this identifier up, so nothing was asked now; after '{1}' what it found is free.":
    "O lote {0} está consultando este identificador, e nada foi consultado agora; depois de '{1}', o que ele encontrar não custa nada.",
  "Batch {0} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now. '{1}' decides; --fresh asks again, which may cost {2#credit|credits} more.":
    "O lote {0} consultou este identificador sem confirmação e pode ter sido cobrado; por isso, nada foi consultado agora. Decida com '{1}'; com --fresh, a consulta é feita de novo e pode custar mais {2#crédito|créditos}.",
  'Waiting {0} s to see whether an earlier lookup was charged.':
    'Aguardando {0} s para ver se uma consulta anterior foi cobrada.',
  '{0} was given up in batch {1} with --abandon and may have been charged already; it is asked for again.':
    '{0} foi descartado no lote {1} com --abandon e pode já ter sido cobrado; está sendo consultado de novo.',
  'Ask again, which may cost {0#credit|credits} more?':
    'Consultar de novo, o que pode custar mais {0#crédito|créditos}?',
  Anonymised: 'Anonimizado',
  'Legal name': 'Razão social',
  'Trade name': 'Nome fantasia',
  Status: 'Situação cadastral',
  Branch: 'Matriz/filial',
  City: 'Município',
  Opened: 'Abertura',
  'Legal nature': 'Natureza jurídica',
  Size: 'Porte',
  Capital: 'Capital social',
  Simples: 'Simples',
  MEI: 'MEI',
  'Main activity': 'Atividade principal',
  'Other activities': 'Outras atividades',
  Address: 'Endereço',
  Phone: 'Telefone',
  'E-mail': 'E-mail',
  'on request of the data subject (LGPD); some fields are hidden':
    'a pedido do titular (LGPD); alguns campos estão ocultos',
  no: 'não',
  '{0} since {1}': '{0} desde {1}',
  yes: 'sim',
  'no (opted in {0})': 'não (optou em {0})',
  Name: 'Nome',
  Gender: 'Sexo',
  Born: 'Nascimento',
  female: 'feminino',
  male: 'masculino',
  '{0} ({1#year|years})': '{0} ({1#ano|anos})',
  'valid    ': 'válido    ',
  'invalid  ': 'inválido  ',
  '(empty)': '(vazio)',
  'This is a defect of confere: {0}': 'Este é um defeito do confere: {0}',
  'This is a defect of confere {0}: {1}': 'Este é um defeito do confere {0}: {1}',
  ' (attempt {0})': ' (tentativa {0})',
  'no answer': 'sem resposta',
  'no answer within {0} ms': 'sem resposta em {0} ms',
  'Still waiting; continuing in {0} s.': 'Ainda em espera; continuando em {0} s.',
  'Still waiting.': 'Ainda em espera.',
  'The limit of requests per minute is used up; continuing in {0} s.':
    'O limite de requisições por minuto acabou; continuando em {0} s.',
  'The service asks to wait {0} s (HTTP {1}).': 'O serviço pede para aguardar {0} s (HTTP {1}).',
  'No usable answer; retrying in {0} s.': 'Sem resposta válida; nova tentativa em {0} s.',
  'No usable answer (HTTP {0}); retrying in {1} s.':
    'Sem resposta válida (HTTP {0}); nova tentativa em {1} s.',
  "This is a {0}, not a {1}: use 'confere {2}'.": "Isto é um {0}, não um {1}: use 'confere {2}'.",
  'A CPF has 11 digits; with {0#zero|zeros} in front it is valid: {1}.':
    'Um CPF tem 11 dígitos; com {0#zero|zeros} à esquerda é válido: {1}.',
  'A CNPJ has 14 characters; with {0#zero|zeros} in front it is valid: {1}.':
    'Um CNPJ tem 14 caracteres; com {0#zero|zeros} à esquerda é válido: {1}.',
  'A CPF has 11 digits, a CNPJ 12 letters or digits and 2 digits; this has {0#character|characters}.':
    'Um CPF tem 11 dígitos; um CNPJ, 12 letras ou dígitos mais 2 dígitos verificadores. Aqui há {0#caractere|caracteres}.',
  'A CPF has 11 digits, a CNPJ 12 letters or digits and 2 digits; this has the character {0}.':
    'Um CPF tem 11 dígitos; um CNPJ, 12 letras ou dígitos mais 2 dígitos verificadores. Aqui há o caractere {0}.',
  'A CNPJ has 12 letters or digits and 2 digits; this has the character {0} where none can be.':
    'Um CNPJ tem 12 letras ou dígitos mais 2 dígitos verificadores. Aqui há o caractere {0} onde não pode haver.',
  'A CPF has 11 digits; this has the character {0}.':
    'Um CPF tem 11 dígitos. Aqui há o caractere {0}.',
  'A CNPJ has 12 letters or digits and 2 digits; this has {0#character|characters}.':
    'Um CNPJ tem 12 letras ou dígitos mais 2 dígitos verificadores. Aqui há {0#caractere|caracteres}.',
  'A CPF has 11 digits; this has {0}.': 'Um CPF tem 11 dígitos. Aqui há {0}.',
  'It is empty.': 'Está vazio.',
  'Its check digits do not match: a digit is wrong, or two are swapped.':
    'Os dígitos verificadores não conferem: há um dígito errado, ou dois trocados de lugar.',
  'All characters are the same; such a number is never issued.':
    'Todos os caracteres são iguais; um número assim nunca é emitido.',
  'With zeros in front it could be a CPF or a CNPJ; write it in full.':
    'Com zeros à esquerda poderia ser um CPF ou um CNPJ; escreva por inteiro.',
  'This is a number that a spreadsheet rounded; its digits are lost. Make the column text and copy it again.':
    'Este é um número que uma planilha arredondou; os dígitos se perderam. Formate a coluna como texto e copie de novo.',
  'These are the first 8 characters of a CNPJ; the branch (0001 for most) and the 2 check digits are missing.':
    'Estes são os 8 primeiros caracteres de um CNPJ; faltam a filial (quase sempre 0001) e os 2 dígitos verificadores.',
  "This is a CPF filled up with zeros: use 'confere cpf' with its last 11 digits.":
    "Este é um CPF preenchido com zeros: use 'confere cpf' com os últimos 11 dígitos.",
  Result: 'Resultado',
  '[lookup] found': 'encontrado',
  '[lookup] not found': 'não encontrado',
  '[lookup] invalid': 'inválido',
  '[lookup] unconfirmed': 'sem confirmação',
  '[lookup] not asked': 'não consultado',
  '[lookup] failed': 'com falha',
  'argument {0}, ': 'argumento {0}, ',
  '{0#credit|credits}; {1} left.': '{0#crédito cobrado|créditos cobrados}; saldo: {1}.',
  '{0#credit|credits}.': '{0#crédito cobrado|créditos cobrados}.',
  '{0} unconfirmed': '{0} sem confirmação',
  '{0} failed': '{0} com falha',
  '{0} not asked': '{0#não consultado|não consultados}',
  '{0} from the ledger, {1#credit|credits} saved':
    '{0#já pago|já pagos}, {1#crédito economizado|créditos economizados}',
  'Partners and managers (QSA)': 'Sócios e administradores (QSA)',
  'from the ledger; nothing charged': 'já pago antes; nada cobrado',
  'from the ledger, fetched {0}; nothing charged': 'já pago antes, obtido {0}; nada cobrado',
  'This is not a {0}: it is empty.': 'Isto não é um {0}: está vazio.',
  'This is not a CPF: it does not have 11 digits.': 'Isto não é um CPF: não tem 11 dígitos.',
  'This is not a CNPJ: it does not have 12 letters or digits and 2 digits.':
    'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  'This is not a {0}: its check digits do not match.':
    'Isto não é um {0}: os dígitos verificadores não conferem.',
  'This is not a {0}: all its characters are the same, and such a number is never issued.':
    'Isto não é um {0}: todos os caracteres são iguais, e um número assim nunca é emitido.',
  '{0}: not a valid {1}.': '{0}: não é um {1} válido.',
  Role: 'Qualificação',
  Since: 'Desde',
  Document: 'Documento',
  Kind: 'Tipo',
  'Age range': 'Faixa etária',
  '{0#day|days} ago': 'há {0#dia|dias}',
  '{0#hour|hours} ago': 'há {0#hora|horas}',
  '{0#minute|minutes} ago': 'há {0#minuto|minutos}',
  'just now': 'agora mesmo',
};
