import type { spend as en } from '../en/spend.js';
import { plural, s } from './words.js';

export const spend: typeof en = {
  badDay: 'Use um dia ou um mês, como 31/01/2026 ou 01/2026, ou 30d para 30 dias atrás.',
  month: 'mês (UTC)',
  saved: 'economizados',
  atRisk: 'sem confirmação',
  all: 'total',
  baseUrl: 'URL base',
  realtimeCpf: 'CPF em tempo real',
  singleLookups: 'consultas simples',
  sandbox: 'sandbox',
  deletedBatches: 'lotes removidos',
  atRiskNote:
    'Sem confirmação: requisições sem resposta, que podem ter sido cobradas ou ainda vir a ser.',
  possiblyCharged: 'talvez cobrados',
  possiblyChargedNote:
    'Talvez cobrados: identificadores que você reenviou ou descartou; não se sabe se a primeira requisição foi cobrada.',
  assumedPriceNote: (price, title, kind) =>
    s`~ supõe ${plural(price, 'crédito', 'créditos')} por ${title} encontrado, até o saldo mostrar o preço. Para definir: confere config set cost-${kind} <créditos>.`,
  nothingCharged: 'Nada foi cobrado nem economizado neste período.',
};
