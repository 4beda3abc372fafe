import type { LookupErrors } from '../../../base/error-facts.js';
import type { WhyDoubtful } from '../../../base/facts.js';
import type { Reader, Sentences } from '../../reader.js';
import { upperKind } from '../../words.js';
import { credits, phrases, s, seconds } from '../phrases.js';

export const lookupErrors: Sentences<LookupErrors> = {
  bad_birth_date: () =>
    'A data de nascimento deve ser um dia a partir de 1900, na forma DD/MM/AAAA ou DDMMAAAA, e não no futuro.',
  lookup_under_way: () =>
    'Nada foi enviado: outro processo está consultando este identificador. Tente de novo; a resposta dele será reaproveitada.',
  not_asked: ({ because }, to) =>
    s`Não enviado, porque uma consulta anterior falhou: ${to.sentence(because)}`,
  empty: ({ kind }) => s`Isto não é um ${upperKind(kind)}: está vazio.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'Isto não é um CPF: não tem 11 dígitos.'
      : 'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  check_digit: ({ kind }) =>
    s`Isto não é um ${upperKind(kind)}: os dígitos verificadores não conferem.`,
  repeated: ({ kind }) =>
    s`Isto não é um ${upperKind(kind)}: todos os caracteres são iguais, e um número assim nunca é emitido.`,
  lookup_in_doubt: (facts, to) =>
    'Nada foi enviado: uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada. ' +
    s`${adviseOnDoubt(facts, to)}${adviseOnFresh(facts.price, to)}`,
  lookup_in_batch(facts, to) {
    const { batch } = facts;
    if (facts.state === 'running')
      return (
        s`Nada foi enviado: o lote ${batch} está consultando este identificador. ` +
        s`Aguarde com '${to.command('bulk watch', batch)}'; o que ele encontrar não custa mais nada.`
      );
    return (
      s`Nada foi enviado: o lote ${batch} enviou este identificador e ficou sem resposta, por isso pode ter havido cobrança. ` +
      s`Resolva com '${to.command('bulk resolve', batch)}'.${adviseOnFresh(facts.price, to)}`
    );
  },
};

function adviseOnDoubt(facts: WhyDoubtful, to: Reader): string {
  switch (facts.why) {
    case 'not_settled': {
      const wait = facts.ms === undefined ? '' : s` daqui a ${seconds(facts.ms)}`;
      return s`Execute o mesmo comando de novo${wait} para ver no saldo se houve cobrança.`;
    }
    case 'others_running':
      return (
        s`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${phrases.watchCommands(facts.liveBatches, to)}). ` +
        'Depois, execute o mesmo comando de novo.'
      );
    case 'other_account':
      return 'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso. Use aquela chave.';
    case 'undecidable':
      return 'O saldo não permite saber se houve cobrança.';
  }
}

/** Says how to look up an identifier now; in a list, `--fresh` would pay for the other identifiers again. */
function adviseOnFresh(price: number, to: Reader): string {
  return to.isList
    ? s` Para consultar agora, execute só este identificador com --fresh, o que pode custar mais ${credits(price)}; ` +
        'com a lista inteira, --fresh paga de novo por cada identificador.'
    : s` Com --fresh, a consulta é feita agora e pode custar mais ${credits(price)}.`;
}
