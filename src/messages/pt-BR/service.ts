import type { service as en } from '../en/service.js';
import { s } from './words.js';

export const service: typeof en = {
  attempt: (attempt) => s` (tentativa ${attempt})`,
  noAnswer: 'sem resposta',
  minuteUsedUp: (seconds) =>
    s`O limite de requisições por minuto acabou; continuando em ${seconds} s.`,
  asksToWait: (seconds, status) => s`O serviço pede para aguardar ${seconds} s (HTTP ${status}).`,
  retrying: (seconds) => s`Sem resposta válida; nova tentativa em ${seconds} s.`,
  retryingAfter: (status, seconds) =>
    s`Sem resposta válida (HTTP ${status}); nova tentativa em ${seconds} s.`,
  tlsAlwaysChecked:
    'NODE_TLS_REJECT_UNAUTHORIZED é ignorada: os certificados são sempre verificados. Para confiar em uma autoridade sua, aponte NODE_EXTRA_CA_CERTS para o arquivo dela.',
  freeAskIn: (wait) => s`Nada foi cobrado por ele; consulte-o de novo daqui a ${wait}.`,
  freeAskLater: 'Nada foi cobrado por ele; consulte-o de novo quando o serviço responder.',
  free: 'Nada foi cobrado por ele.',
  quoted: (words) => s`O serviço respondeu: "${words}"`,
  mayBeChargedLookup:
    'pode ter havido cobrança: a mesma consulta, sem --fresh, só é feita de novo se o saldo mostrar que não houve cobrança',
  mayBeCharged: 'pode ter havido cobrança',
  keyRefused: 'O serviço recusou a chave de API ou a conta; verifique as duas.',
  rateLimited: 'Limite de requisições atingido, e a espera passaria do prazo.',
  tryWithMoreTime: 'tente de novo com mais tempo, por exemplo --timeout 5m',
};
