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
  'month (UTC)': 'mês (UTC)',
  saved: 'economizados',
  'at risk': 'em risco',
  all: 'total',
  'base URL': 'URL base',
  'real-time CPF': 'CPF em tempo real',
  'single lookups': 'consultas simples',
  sandbox: 'sandbox',
  'deleted batches': 'lotes removidos',
  'At risk: may have been charged, or may still be; no answer says so yet.':
    'Em risco: pode ter sido cobrado, ou ainda pode ser; nenhuma resposta disse ainda.',
  'possibly charged': 'talvez cobrados',
  'Possibly charged: you had these identifiers sent again, or gave them up; nothing shows whether the first request was charged.':
    'Talvez cobrados: você mandou reenviar estes identificadores, ou os descartou; nada mostra se a primeira requisição foi cobrada.',
  '~ counts {0#credit|credits} for each {1} found: assumed until readings of the balance show the price, or cost-{2} sets it.':
    '~ conta {0#crédito|créditos} por {1} encontrado: preço suposto até que leituras do saldo o mostrem, ou que cost-{2} o defina.',
  'Nothing was charged or saved in this time.': 'Nada foi cobrado nem economizado neste período.',
};
