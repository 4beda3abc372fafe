import type { spend as en } from '../en/spend.js';
import { plural, s } from './words.js';

export const spend: typeof en = {
  badDay: 'Precisa ser um dia ou um mês, como 31/01/2026 ou 01/2026, ou 30d para 30 dias atrás.',
  month: 'mês (UTC)',
  saved: 'economizados',
  atRisk: 'em risco',
  all: 'total',
  baseUrl: 'URL base',
  realtimeCpf: 'CPF em tempo real',
  singleLookups: 'consultas simples',
  sandbox: 'sandbox',
  deletedBatches: 'lotes removidos',
  atRiskNote: 'Em risco: pode ter sido cobrado, ou ainda pode ser; nenhuma resposta disse ainda.',
  possiblyCharged: 'talvez cobrados',
  possiblyChargedNote:
    'Talvez cobrados: você mandou reenviar estes identificadores, ou os descartou; nada mostra se a primeira requisição foi cobrada.',
  assumedPriceNote: (price, title, kind) =>
    s`~ conta ${plural(price, 'crédito', 'créditos')} por ${title} encontrado: preço suposto até que leituras do saldo o mostrem, ou que cost-${kind} o defina.`,
  nothingCharged: 'Nada foi cobrado nem economizado neste período.',
};
