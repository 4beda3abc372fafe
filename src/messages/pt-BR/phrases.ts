import type { OpenDecision, PriceKind, UnexpectedCharges } from '../../base/facts.js';
import type { texts as english } from '../en/phrases.js';
import { isPipedInputName } from '../../base/piped.js';
import { createPhrases } from '../create-phrases.js';
import type { NextSteps, Reader } from '../reader.js';
import { type Count, listChoices, s, createWords } from '../words.js';

const words = createWords('pt-BR');
export const { agree, number, plural, formatSecond } = words;
export { s };

export const identifiers = (count: Count) => plural(count, 'identificador', 'identificadores');
export const credits = (count: Count) => plural(count, 'crédito', 'créditos');
export const rows = (count: Count) => plural(count, 'linha', 'linhas');
export const jobs = (count: Count) => plural(count, 'remessa', 'remessas');
export const batches = (count: Count) => plural(count, 'lote', 'lotes');
export const records = (count: Count) => plural(count, 'registro', 'registros');
export const columns = (count: Count) => plural(count, 'coluna', 'colunas');
export const seconds = (ms: number) => plural(Math.ceil(ms / 1000), 'segundo', 'segundos');

/** Names a file at the beginning of a sentence. Standard input takes an article, which a file name does not. */
export const nameAsSubject = (file: string) => (isPipedInputName(file) ? 'A entrada padrão' : file);

/** Names a file after a verb. */
export const nameAsObject = (file: string) => (isPipedInputName(file) ? 'a entrada padrão' : file);

/** Names a file after `de`: `de clientes.csv`, or `da entrada padrão`. */
export const nameAfterDe = (file: string) =>
  isPipedInputName(file) ? 'da entrada padrão' : s`de ${file}`;

/** The texts from which the shared phrases about columns, lines, places and reasons are made. */
export const texts: typeof english = {
  more: (count) => s` e mais ${count}`,
  lines: (count, listed) => s`${agree(count, 'linha', 'linhas')} ${listed}`,
  recordPlace(place) {
    switch (place.at) {
      case 'line':
        return s`linha ${place.line}`;
      case 'row':
        return s`linha ${place.row} (contando o cabeçalho)`;
      case 'before_the_first_row':
        return 'linhas antes da primeira linha de dados';
      case 'end':
        return 'no fim';
    }
  },
  kinds: { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF ou CNPJ' },
  validKinds: { cpf: 'CPFs válidos', cnpj: 'CNPJs válidos', both: 'CPFs ou CNPJs válidos' },
  profile: ({ profile, path }) => s`perfil ${profile} em ${path}`,
  place(place) {
    switch (place.what) {
      case 'base_url':
        return 'A URL base';
      case 'api_key':
        return 'A chave de API';
      case 'key_file':
        return s`O arquivo de chave de API ${place.path}`;
      case 'key_command':
        return s`O que o programa de ${place.from} imprimiu`;
      case 'stored_key':
        return s`A chave do perfil ${place.profile}`;
      case 'setting':
        return s`${place.key} do ${texts.profile(place)}`;
    }
  },
  correct: (set, unset) => s` Para corrigir: '${set} <valor>' ou '${unset}'.`,
  noLikelyColumn: ({ file }) =>
    s`${file} não tem uma coluna em que a maioria seja CPF ou CNPJ. As mais prováveis:`,
  severalColumns: ({ file }) => s`${file} tem várias colunas que podem conter os identificadores:`,
  heldBy: (holder) => (holder ? s` (em ${holder.host}, desde ${formatSecond(holder.since)})` : ''),
  nothingSent: 'Nada foi enviado.',
  declined: { changed: 'Nada foi alterado.', sent: 'Nada foi enviado.' },
  unasked: { changed: 'Nada foi alterado sem um sim a:', sent: 'Nada foi enviado sem um sim a:' },
  meant: (near) => s`Você quis dizer ${near}?`,
  or: (all, last) => s`${all} ou ${last}`,
  writeFailures: {
    ENOENT: 'a pasta não existe',
    EACCES: 'sem permissão para gravar na pasta',
    EPERM: 'outro programa está com ele aberto, ou ele está protegido',
    EBUSY: 'outro programa está com ele aberto',
    ENOSPC: 'o disco está cheio',
    EDQUOT: 'a sua cota de disco acabou',
    EFBIG: 'passa do tamanho máximo de arquivo (ulimit -f)',
    EISDIR: 'é uma pasta',
    ENOTDIR: 'uma parte do caminho não é uma pasta',
    EROFS: 'está em um disco somente leitura',
    ENAMETOOLONG: 'o nome é longo demais',
    no_file: 'é um link ou não é um arquivo comum',
    reserved: 'o Windows não aceita esse nome',
  },
  invalid: {
    empty: 'vazia',
    format: 'formato',
    check_digit: 'dígito verificador',
    repeated: 'dígito repetido',
    ambiguous: 'ambígua',
    spreadsheet_number: 'número arredondado',
    cpf_in_cnpj_column: 'CPF entre CNPJs',
    cnpj_root: 'começo de um CNPJ',
    rejected_by_service: 'recusa do serviço',
    erased: 'apagada',
  },
  undecided: {
    moved: 'outras cobranças apareceram no mesmo período',
    fell: 'os créditos usados diminuíram (renovação ou estorno)',
    plan_changed: 'o plano da conta mudou nesse intervalo',
    period: 'um período de cobrança pode ter começado nesse intervalo',
    others_found: 'outras consultas desta conta foram cobradas no mesmo período',
    no_reading: 'nenhum saldo anterior é conhecido',
  },
  choices: listDecisions,
};

export const phrases = createPhrases(words, texts);

/** Lists each decision about an unconfirmed job on a line of its own, as a whole command with what it may cost. */
export function listDecisions({ batch, items, cost }: OpenDecision, to: NextSteps): string {
  const them = agree(items, 'o identificador', 'os identificadores');
  const took = agree(items, 'o recebeu', 'os recebeu');
  const maximum = credits(cost);
  return listChoices('Escolha:', [
    s`'${to.command('bulk resolve', batch, '--abandon')}': descarta ${them} (até ${maximum} ${agree(cost, 'pode', 'podem')} se perder)`,
    s`'${to.command('bulk resolve', batch, '--adopt', '<jobId>')}': usa os resultados dessa remessa, sem custo (peça o jobId ao suporte do serviço)`,
    s`'${to.command('bulk resolve', batch, '--resubmit')}': reenvia ${them}, por até mais ${maximum} (pago duas vezes se o serviço já ${took})`,
  ]);
}

/** Says what a record of the first kind costs, without a full stop. */
function describePrice([kind = 'cpf']: readonly PriceKind[], price: number): string {
  const what = kind === 'realtime' ? 'uma consulta em tempo real' : `um ${kind.toUpperCase()}`;
  return s`${what} custa ${credits(price)}`;
}

/** Asks which of two reasons explains an unexpected charge. `price`: credits of one record. */
export function askWhyCharged({
  kinds,
  price,
}: {
  kinds: readonly PriceKind[];
  price: number;
}): string {
  return s`O que está certo? 1: ${describePrice(kinds, price)}. 2: outros programas usam esta conta. Enter: nenhum dos dois. [1/2] `;
}

/** Says that the account was charged more than the records should have cost, and which settings may explain it. */
export function unexpectedCharges(facts: UnexpectedCharges, to: Reader): string {
  const { records: found, expected, charged, kinds, price, isUsedUp } = facts;
  const { prices, shared } = phrases.chargeCommands(facts, to);
  const usedUp = isUsedUp ? ', e não restam créditos' : '';
  const should = plural(found, 'registro deveria', 'registros deveriam');
  const priceAdvice =
    price === undefined
      ? s`Se um registro custa mais no seu plano, use ${prices}.`
      : s`Se ${describePrice(kinds, price)} no seu plano, use ${prices}.`;
  return (
    s`Interrompido: ${should} custar ${credits(expected)}, mas a conta foi cobrada em ${number(charged)}${usedUp}. ` +
    s`${priceAdvice} Se outros programas usam esta conta, use ${shared}. Depois, repita ${to.repeat()}.`
  );
}
