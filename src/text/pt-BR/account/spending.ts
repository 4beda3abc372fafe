import type { Catalogue } from '../../voice.js';

/** `confere spend`. */
export const spent: Catalogue = {
  'what was charged, what reuse saved, and what is at risk; no key, no network':
    'quanto foi cobrado, quanto o reaproveitamento economizou e o que está em risco; sem chave, sem rede',
  'a line for each (default: month)': 'uma linha para cada (padrão: month, mês)',
  'from this day or month on (UTC), or 30d: days ago':
    'a partir deste dia ou mês (UTC), ou 30d: dias atrás',
  'up to the end of this day or month (UTC)': 'até o fim deste dia ou mês (UTC)',
  'It must be a day or a month such as 2026-01-31 or 2026-01, or 30d for 30 days ago.':
    'Precisa ser um dia ou um mês, como 31/01/2026 ou 01/2026, ou 30d para 30 dias atrás.',
  'Days and months are those of UTC; a request counts where it began.':
    'Dias e meses são os de UTC; uma requisição conta no dia em que começou.',
  "What others on the account spent shows between two readings of the balance; 'confere quota' makes one.":
    "O que outros gastaram na conta aparece entre duas leituras do saldo; 'confere quota' faz uma.",
  'month (UTC)': 'mês (UTC)',
  saved: 'economizados',
  'at risk': 'em risco',
  others: 'outros',
  all: 'total',
  'base URL': 'URL base',
  'real-time CPF': 'CPF em tempo real',
  'single lookups': 'consultas simples',
  sandbox: 'sandbox',
  'deleted batches': 'lotes removidos',
  'At risk: may have been charged, or may still be; no answer says so yet.':
    'Em risco: pode ter sido cobrado, ou ainda pode ser; nenhuma resposta disse ainda.',
  'Profile {0}, account {1}:': 'Perfil {0}, conta {1}:',
  'From {0} to {1} the service counted the same: {2#credit|credits}.':
    'De {0} a {1} o serviço contou o mesmo: {2#crédito|créditos}.',
  'From {0} to {1} the service counted {2#credit|credits}, confere {3}.':
    'De {0} a {1} o serviço contou {2#crédito|créditos}; o confere, {3}.',
  'Others on the account spent {0#credit|credits}.':
    'Outros gastaram {0#crédito|créditos} nesta conta.',
  'Requests without an answer may explain {0#credit|credits}.':
    'Requisições sem resposta podem explicar {0#crédito|créditos}.',
  'possibly charged': 'talvez cobrados',
  'Possibly charged: you had these identifiers sent again, or gave them up; nothing shows whether the first request was charged.':
    'Talvez cobrados: você mandou reenviar estes identificadores, ou os descartou; nada mostra se a primeira requisição foi cobrada.',
  '~ counts {0#credit|credits} for each {1} found: assumed until readings of the balance show the price, or cost-{2} sets it.':
    '~ conta {0#crédito|créditos} por {1} encontrado: preço suposto até que leituras do saldo o mostrem, ou que cost-{2} o defina.',
  "From {0} to {1} the service's count fell from {2} to {3#credit|credits}: a refund.":
    'De {0} a {1} a contagem do serviço caiu de {2} para {3#crédito|créditos}: um estorno.',
  "From {0} to {1} the service's count fell from {2} to {3#credit|credits}: a refund, or a renewal after which others spent.":
    'De {0} a {1} a contagem do serviço caiu de {2} para {3#crédito|créditos}: um estorno, ou uma renovação depois da qual outros gastaram.',
  'The service restarted its count {0#time|times}, last between {1} and {2}: a renewal, or a refund of everything.':
    'O serviço recomeçou a contagem {0#vez|vezes}, a última entre {1} e {2}: uma renovação, ou um estorno de tudo.',
  '{0#credit is|credits are} missing there: a refund, a renewal between two readings, or another price.':
    '{0#crédito falta|créditos faltam} na conta do serviço: um estorno, uma renovação entre duas leituras, ou outro preço.',
  '{0#credit was|credits were} charged before the first reading of the balance, or around a renewal: they cannot be compared.':
    '{0#crédito foi cobrado|créditos foram cobrados} antes da primeira leitura do saldo, ou em torno de uma renovação: não há como comparar.',
  "{0#credit was|credits were} charged after the last reading of the balance; '{1}' reads it.":
    "{0#crédito foi cobrado|créditos foram cobrados} depois da última leitura do saldo; '{1}' lê o saldo.",
  'Nothing was charged or saved in this time.': 'Nada foi cobrado nem economizado neste período.',
};
