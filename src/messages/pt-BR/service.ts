import type { service as en } from '../en/service.js';
import { s } from './words.js';

export const service: typeof en = {
  attempt: (attempt) => s` (tentativa ${attempt})`,
  noAnswer: 'sem resposta',
  noAnswerWithin: (ms) => s`sem resposta em ${ms} ms`,
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
  tooFewCredits: 'Créditos insuficientes; verifique o saldo.',
  forbiddenUnclear:
    'O serviço recusou com HTTP 403, e GET /quota não respondeu para dizer se é por causa dos créditos ou da chave; nada foi cobrado. Execute de novo mais tarde.',
  notFound: 'O serviço não tem esse registro.',
  noRoute: (host) => s`O serviço em ${host} não reconhece este endereço; verifique a URL base.`,
  inputRefused: 'O serviço recusou a entrada; corrija-a.',
  rateLimited: 'Limite de requisições atingido, e a espera passaria do prazo.',
  rateLimitedLater:
    'Limite de requisições atingido, e a espera passaria do prazo; execute de novo mais tarde.',
  noStatus: 'sem status',
  checkBaseUrl: 'verifique a URL base',
  undocumented: (next) => s`O serviço respondeu de uma forma não documentada; ${next}.`,
  interrupted: 'Interrompido antes de o serviço responder.',
  redirects: (status) =>
    s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para não expor a chave de API. Verifique a URL base.`,
  redirectsInDoubt: (status, doubt) =>
    s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para não expor a chave de API. Verifique a URL base; ${doubt}.`,
  tryLater: 'tente de novo mais tarde',
  failed: (status, next) => s`O serviço falhou com HTTP ${status}; ${next}.`,
  connectionBroke: 'A conexão caiu antes de a resposta chegar inteira',
  timedOut: 'O serviço não respondeu a tempo',
  answerTooLarge: 'A resposta é maior do que qualquer uma que o serviço documenta',
  badProxy: 'A configuração de proxy do ambiente não pode ser usada',
  nothingCharged: (told) =>
    s`${told}; nada foi cobrado. Verifique a URL base e a rede, e tente de novo.`,
  correctProxy: 'corrija HTTPS_PROXY e HTTP_PROXY',
  tryAgain: 'tente de novo',
  tryWithMoreTime: 'tente de novo com mais tempo, por exemplo --timeout 5m',
  untrusted: (host) =>
    s`O certificado de ${host} não é confiável (NODE_EXTRA_CA_CERTS acrescenta autoridades; a partir do Node 22.15, as do sistema também valem)`,
  unreachable: (host, obstacle) => s`Não foi possível conectar ao serviço em ${host}${obstacle}`,
  proxyAnswered: (proxyStatus) => s` (o proxy respondeu ${proxyStatus})`,
  obstacleAt: (code, address) => s` (${code} em ${address})`,
};
