import type * as en from '../../en/errors/lookups.js';
import { phrases } from '../phrases.js';
import { plural, s } from '../words.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

/** Single lookups and identifiers, for every reader. */
export const lookupErrors: ErrorsOf<typeof en.lookupErrors> = {
  bad_birth_date: ({ why }) =>
    ({
      form: 'A data de nascimento deve ter a forma DD/MM/AAAA ou DDMMAAAA.',
      no_day:
        'A data de nascimento não é uma data válida a partir de 1900; a ordem é dia, mês, ano.',
      future: 'A data de nascimento está no futuro.',
    })[why],
  lookup_under_way: () =>
    'Nada foi enviado: outro processo está consultando este identificador. Tente de novo; a resposta dele será reaproveitada.',
  job_under_lookup: ({ job, items }) =>
    s`A remessa ${job} não foi enviada: o prazo terminou com ${plural(items, 'identificador', 'identificadores')} dela ainda em consulta simples. Execute de novo.`,
  not_asked: ({ because }, { sentence }) =>
    s`Não enviado, porque uma consulta anterior falhou: ${sentence(because)}`,
  empty: ({ kind }) => s`Isto não é um ${kind.toUpperCase()}: está vazio.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'Isto não é um CPF: não tem 11 dígitos.'
      : 'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  check_digit: ({ kind }) =>
    s`Isto não é um ${kind.toUpperCase()}: os dígitos verificadores não conferem.`,
  repeated: ({ kind }) =>
    s`Isto não é um ${kind.toUpperCase()}: todos os caracteres são iguais, e um número assim nunca é emitido.`,
};

/** The same for the command. */
export const commandLookupErrors: CommandErrorsOf<typeof en.commandLookupErrors> = {
  lookup_in_doubt: (facts, next) => {
    const what = (): string => {
      if (facts.why === 'too_soon')
        return s`Execute o mesmo comando de novo daqui a ${plural(Math.ceil(facts.ms / 1000), 'segundo', 'segundos')}: o saldo pode então mostrar que não houve cobrança.`;
      if (facts.why === 'others_running')
        return s`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${next.watching(facts.liveBatches)}). Depois, execute o mesmo comando de novo.`;
      if (facts.why !== 'undecidable')
        return {
          unreadable:
            'Não foi possível ler o saldo, que pode mostrar que não houve cobrança. Execute o mesmo comando de novo.',
          other_account:
            'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso. Use aquela chave.',
          not_settled: 'Execute o mesmo comando de novo para ver no saldo se houve cobrança.',
        }[facts.why];
      return facts.prices.length === 0
        ? 'O saldo não permite saber se houve cobrança.'
        : s`O saldo não permite saber se houve cobrança, porque o preço de um registro ainda é desconhecido. Se você sabe o preço, defina (${phrases.prices(facts.prices, next)}) e execute o mesmo comando de novo.`;
    };
    return s`Nada foi enviado: uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada. ${what()} Com --fresh, a consulta é feita agora e pode custar mais ${plural(facts.price, 'crédito', 'créditos')}.`;
  },
  lookup_in_batch: ({ batch, state, price }, next) =>
    state === 'running'
      ? s`Nada foi enviado: o lote ${batch} está consultando este identificador. Aguarde com '${next.command('bulk watch', batch)}'; o que ele encontrar não custa mais nada.`
      : s`Nada foi enviado: o lote ${batch} enviou este identificador e ficou sem resposta, por isso pode ter havido cobrança. Resolva com '${next.command('bulk resolve', batch)}'; com --fresh, a consulta é feita agora e pode custar mais ${plural(price, 'crédito', 'créditos')}.`,
  needs_realtime: () => '--birth-date só vale com --realtime.',
  needs_birth_date: () => 'Uma consulta em tempo real precisa de --birth-date DD/MM/AAAA.',
  one_cpf: () => 'Uma consulta em tempo real aceita um único CPF.',
};
