import type { texts as english } from '../en/dsl-phrases.js';
import type { PricedKind, UnexpectedCharges } from '../../base/facts.js';
import { phrasesIn } from '../dsl-phrases-in.js';
import type { Reader } from '../reader.js';
import { by, given, inside, m, pick } from '../sentence.js';
import { wordsIn } from '../words.js';

const words = wordsIn('pt-BR');
export const { agree, count, num, number, plural, s, second } = words;

/** A number with the noun that it counts. */
export const n = {
  identifiers: words.noun('identificador', 'identificadores'),
  credits: words.noun('crédito', 'créditos'),
  rows: words.noun('linha', 'linhas'),
  jobs: words.noun('remessa', 'remessas'),
  batches: words.noun('lote', 'lotes'),
  records: words.noun('registro', 'registros'),
  columns: words.noun('coluna', 'colunas'),
};

const profile = m`perfil ${'profile'} em ${'path'}`;

/** What several messages say of columns, lines, places and reasons. */
export const texts: typeof english = {
  more: (count) => s` e mais ${count}`,
  lines: (count, listed) => s`${agree(count, 'linha', 'linhas')} ${listed}`,
  /** Where a record starts: with the header counted, or before the first row. */
  recordPlace: pick('at', {
    line: m`linha ${'line'}`,
    row: m`linha ${'row'} (contando o cabeçalho)`,
    before_the_first_row: 'linhas antes da primeira linha de dados',
    end: 'no fim',
  }),
  kinds: { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF ou CNPJ' },
  validKinds: { cpf: 'CPFs válidos', cnpj: 'CNPJs válidos', both: 'CPFs ou CNPJs válidos' },
  profile,
  place: pick('what', {
    base_url: 'A URL base',
    api_key: 'A chave de API',
    key_file: m`O arquivo de chave de API ${'path'}`,
    stored_key: m`A chave do perfil ${'profile'}`,
    setting: m`${'key'} do ${profile}`,
  }),
  noLikelyColumn: m`${'file'} não tem uma coluna em que a maioria seja CPF ou CNPJ. As mais prováveis:`,
  severalColumns: m`${'file'} tem várias colunas que podem conter os identificadores:`,
  heldBy: given('by', inside('by', m` (em ${'host'}, desde ${by(words.second, 'since')})`)),
  nothingSent: 'Nada foi enviado.',
  didYouMean: (near) => s`Você quis dizer ${near}?`,
  seconds: words.noun('segundo', 'segundos'),
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
    moved: 'o saldo mudou mais do que as consultas conhecidas explicam',
    fell: 'os créditos usados diminuíram (renovação ou estorno)',
    plan_changed: 'o plano da conta mudou nesse intervalo',
    period: 'um período de cobrança pode ter começado nesse intervalo',
    others_found: 'outras consultas desta conta foram cobradas no mesmo período',
    no_reading: 'nenhum saldo anterior é conhecido',
  },
};

export const phrases = phrasesIn(words, texts);

function costOfOne([kind = 'cpf']: readonly PricedKind[], price: number): string {
  return s`${kind === 'realtime' ? 'uma consulta em tempo real' : `um ${kind.toUpperCase()}`} custa ${plural(price, 'crédito', 'créditos')}`;
}

export function whyCharged({
  kinds,
  price,
}: {
  kinds: readonly PricedKind[];
  price: number;
}): string {
  return s`O que está certo? 1: ${costOfOne(kinds, price)}. 2: outros programas usam esta conta. Enter: nenhum dos dois. [1/2] `;
}

/** Two numbers that disagree, and the two settings of which one says why. */
export function unexpectedCharges(facts: UnexpectedCharges, to: Reader): string {
  const { records, expected, charged, kinds, price, isUsedUp } = facts;
  const { prices, shared } = phrases.terms(facts, to);
  const should = s`${plural(records, 'registro deveria', 'registros deveriam')} custar ${plural(expected, 'crédito', 'créditos')}`;
  const dearer =
    price === undefined
      ? s`Se um registro custa mais no seu plano, use ${prices}.`
      : s`Se ${costOfOne(kinds, price)} no seu plano, use ${prices}.`;
  return s`Interrompido: ${should}, mas a conta foi cobrada em ${number(charged)}${isUsedUp ? ', e não restam créditos' : ''}. ${dearer} Se outros programas usam esta conta, use ${shared}. Depois, repita ${to.again()}.`;
}
