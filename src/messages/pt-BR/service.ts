import type { service as en } from '../en/service.js';
import { s } from './words.js';

export const service: typeof en = {
  attempt: (attempt) => s` (tentativa ${attempt})`,
  noAnswer: 'sem resposta',
  minuteUsedUp: (seconds) => s`Limite de requisições atingido; continuando em ${seconds} s.`,
  asksToWait: (seconds, status) => s`O serviço pede para aguardar ${seconds} s (HTTP ${status}).`,
  retrying: (seconds) => s`Sem resposta válida; nova tentativa em ${seconds} s.`,
  retryingAfter: (status, seconds) =>
    s`Sem resposta válida (HTTP ${status}); nova tentativa em ${seconds} s.`,
  tlsAlwaysChecked:
    'NODE_TLS_REJECT_UNAUTHORIZED é ignorada: os certificados são sempre verificados. Para confiar em uma certificadora sua, aponte NODE_EXTRA_CA_CERTS para o arquivo dela.',
  freeAskIn: (wait) => s`Nada foi cobrado por ele. Consulte-o de novo daqui a ${wait}.`,
  freeAskLater: 'Nada foi cobrado por ele. Consulte-o de novo quando o serviço responder.',
  free: 'Nada foi cobrado por ele.',
  quoted: (words) => s`O serviço respondeu: "${words}"`,
  mayBeChargedLookup:
    'pode ter havido cobrança: faça a mesma consulta sem --fresh, que só é enviada de novo se o saldo mostrar que não houve cobrança',
  mayBeCharged: 'pode ter havido cobrança',
  rateLimited: 'Limite de requisições atingido, e a espera passaria do prazo.',
  tryWithMoreTime: 'tente de novo com mais tempo, por exemplo --timeout 5m',
};
