import type { RequestErrors, NoAnswerFacts } from '../../../base/facts.js';
import type { troubles as english } from '../../en/errors/requests.js';
import type { Sentences } from '../../reader.js';
import { isRedirect, unlessInDoubt } from '../../service-words.js';
import { agree, number, plural, s } from '../phrases.js';

/** The sentences of failed requests, for answers in which the service said nothing. */
export const requestErrors: Sentences<RequestErrors> = {
  key_refused: () => 'O serviço recusou a chave de API ou a conta. Verifique as duas.',
  insufficient_credits: ({ balance }) =>
    balance === 'unread'
      ? 'Nada foi cobrado: o serviço recusou com HTTP 403, e GET /quota não respondeu, ' +
        'por isso o motivo pode ser os créditos ou a chave. Execute de novo mais tarde.'
      : 'Créditos insuficientes. Verifique o saldo.',
  not_found: () => 'O serviço não tem esse registro.',
  route_not_found: ({ host }) =>
    s`O serviço em ${host} não tem este endereço. Verifique a URL base.`,
  refused_input: () => 'O serviço recusou a entrada. Corrija-a.',
  rate_limited: ({ retryAfter }, to) =>
    s`Limite de requisições atingido, e a espera passaria do prazo. ${to.rateLimitAdvice(retryAfter)}`,
  service_failed(facts, to) {
    const status = facts.httpStatus ?? 'sem status';
    if (isRedirect(facts))
      return (
        s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para proteger a chave de API. ` +
        s`Verifique a URL base${unlessInDoubt(facts, to, '.')}`
      );
    return s`O serviço falhou (HTTP ${status})${unlessInDoubt(facts, to, '. Tente de novo mais tarde.')}`;
  },
  unreadable_answer: (facts, to) =>
    s`O serviço respondeu em um formato não documentado${unlessInDoubt(facts, to, '. Verifique a URL base.')}`,
  network(facts, to) {
    switch (facts.reason) {
      case 'untrusted':
        return (
          s`Nada foi cobrado: o certificado de ${facts.host} não é confiável. Verifique a URL base e a rede; ` +
          'NODE_EXTRA_CA_CERTS acrescenta uma certificadora, e NODE_USE_SYSTEM_CA=1 as do sistema.'
        );
      case 'unreachable':
        return s`Nada foi cobrado: não foi possível conectar ao serviço em ${facts.host}${describeObstacle(facts)}. Verifique a URL base e a rede, e tente de novo.`;
      case 'dropped':
        return s`A conexão caiu antes de a resposta chegar inteira${unlessInDoubt(facts, to, '. Tente de novo.')}`;
      case 'timeout':
        return s`O serviço não respondeu a tempo${unlessInDoubt(facts, to, `; ${to.slowAdvice()}.`)}`;
      case 'too_large':
        return s`A resposta é maior do que qualquer uma que o serviço documenta${unlessInDoubt(facts, to, '. Tente de novo.')}`;
    }
  },
  interrupted: (facts, to) =>
    'during' in facts ? to.stopAdvice(facts) : 'Interrompido antes de o serviço responder.',
};

function describeObstacle({
  proxyStatus,
  code,
  address,
}: Extract<NoAnswerFacts, { reason: 'unreachable' }>) {
  if (proxyStatus) return s` (o proxy respondeu ${proxyStatus})`;
  if (!code) return '';
  return address ? s` (${code} em ${address})` : s` (${code})`;
}

/** The sentences that say why a job failed or is unconfirmed, where no failed request is the reason. */
export const troubles: typeof english = {
  run_ended: () => 'A execução terminou antes de a resposta chegar.',
  not_covered: () => 'Sem saldo, ou acima do teto de gasto.',
  adopted_part({ items, total }) {
    const missing = items - total;
    const others = agree(
      missing,
      'outro foi descartado pelo serviço sem custo, ou está em outra remessa, que pode tê-lo cobrado',
      'outros foram descartados pelo serviço sem custo, ou estão em outra remessa, que pode tê-los cobrado',
    );
    return (
      s`A remessa vinculada tem ${number(total)} ${plural(items, 'do identificador', 'dos identificadores')} desta. ${number(missing)} ${others}: ` +
      'você pode vincular outra remessa no lugar dela, descartar sem custo a mais, ou reenviar, o que pode custar o preço outra vez.'
    );
  },
  lookup_in_doubt: () =>
    'Uma consulta simples deste identificador ficou sem resposta e pode ter sido cobrada.',
  unnamed({ found, unnamed }) {
    const foundWord = agree(found, 'encontrado', 'encontrados');
    const missing = agree(unnamed, 'deles não está', 'deles não estão');
    return s`O serviço conta ${number(found)} ${foundWord}, mas ${number(unnamed)} ${missing} nos resultados.`;
  },
  miscounted: ({ total }) =>
    s`Os números e resultados do serviço não fecham com ${agree(total, 'o identificador', 'os identificadores')} da remessa (${number(total)}).`,
};
