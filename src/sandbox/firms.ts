import { Draw, anyDate, hash } from './random.js';
import { AGE_RANGES, INVENTED, OLDEST, SURNAMES, personName, upper } from './people.js';

/** A trade as it occurs in company names, and its activity (CNAE 2.3). */
export const TRADES = [
  ['Calçados', '4782201'],
  ['Padaria', '1091102'],
  ['Sistemas', '6201501'],
  ['Oficina Mecânica', '4520001'],
  ['Distribuidora de Açúcar', '4637102'],
  ['Construções', '4120400'],
  ['Odontologia', '8630504'],
  ['Transportes', '4930202'],
  ['Papelaria', '4761003'],
  ['Farmácia', '4771702'],
  ['Agropecuária', '0115600'],
  ['Confecções', '1412601'],
  ['Modas', '4781400'],
  ['Restaurante', '5611201'],
  ['Salão de Beleza', '9602501'],
  ['Contabilidade', '6920601'],
  ['Treinamentos', '8599604'],
  ['Materiais de Construção', '4744099'],
] as const;

/** Trades that are closed to a MEI: regulated professions, farming, building, wholesale, haulage. */
const CLOSED_TO_MEI = new Set<string>([
  ...['6201501', '4637102', '4120400', '8630504', '4930202'],
  ...['4771702', '0115600', '6920601'],
]);

const [shoes, ...others] = TRADES;
export const MEI_TRADES = [
  shoes,
  ...others.filter(([, code]) => !CLOSED_TO_MEI.has(code)),
] as const;

/** An item of `QSA` (spec, "CNPJ record"). */
interface Partner {
  readonly nome_socio: string;
  readonly cnpj_cpf_socio: string;
  readonly qualificacao_socio: string;
  readonly data_entrada_sociedade: string | null;
  readonly identificador_socio: 'Pessoa Física' | 'Pessoa Jurídica' | 'Estrangeiro';
  readonly faixa_etaria: string;
}

/** Makes `count` partners. The first is a managing partner. The CPF of a person is always masked. */
function partners(draw: Draw, count: number, opened: string): Partner[] {
  return Array.from({ length: count }, (_, at) => ({
    ...(at > 0 && draw.chance(0.2) ? firm(draw) : individual(draw, at === 0, opened)),
    data_entrada_sociedade: draw.chance(0.1) ? null : opened,
  }));
}

function firm(draw: Draw) {
  return {
    nome_socio: upper(`${draw.pick(SURNAMES)} Participações LTDA ${INVENTED}`),
    cnpj_cpf_socio: `${draw.digits(8)}0001${draw.digits(2)}`,
    qualificacao_socio: 'Sócio',
    identificador_socio: 'Pessoa Jurídica' as const,
    faixa_etaria: 'Não se aplica',
  };
}

function individual(draw: Draw, manages: boolean, opened: string) {
  return {
    nome_socio: upper(`${personName(draw, draw.chance(0.5))} ${INVENTED}`),
    cnpj_cpf_socio: `***${draw.digits(6)}**`,
    qualificacao_socio: manages ? 'Sócio-Administrador' : draw.pick(['Sócio', 'Administrador']),
    identificador_socio: draw.chance(0.05) ? ('Estrangeiro' as const) : ('Pessoa Física' as const),
    faixa_etaria: draw.pick(agesSince(opened)),
  };
}

/** The year of the records. */
const PRESENT = 2025;
const YOUNGEST = 18;

/** The age ranges in which everyone was an adult when the company opened. */
function agesSince(opened: string): readonly [string, ...string[]] {
  const least = PRESENT - Number(opened.slice(0, 4)) + YOUNGEST;
  return [OLDEST, ...AGE_RANGES.filter((range) => Number.parseInt(range, 10) >= least)];
}

/** The data that head office and branches share. */
export interface Firm {
  readonly razao_social: string;
  readonly codigo_natureza_juridica: string;
  readonly natureza_juridica: string;
  readonly capital_social: string;
  readonly porte_empresa: string;
  readonly opcao_simples: string;
  readonly opcao_mei: string;
  readonly data_opcao_simples: string | null;
  readonly data_opcao_mei: string | null;
  readonly QSA: readonly Partner[];
}

/** The company data from which its establishments are made. */
export interface Background {
  readonly firm: Firm;
  /** The trade name. */
  readonly brand: string;
  readonly trade: (typeof TRADES)[number];
  /** `YYYY-MM-DD`. */
  readonly opened: string;
}

const MEI_SHARE = 0.25;
const SIMPLES_BEGAN = '2007-07-01';

/** The legal nature of sole traders. */
export const SOLE_TRADER = '2135';

/** Legal natures: code, description and suffix of the name. */
const NATURES = [
  { code: '2062', name: 'Sociedade Empresária Limitada', suffix: 'LTDA', partners: [1, 3] },
  { code: '2062', name: 'Sociedade Empresária Limitada', suffix: 'LTDA', partners: [1, 3] },
  { code: SOLE_TRADER, name: 'Empresário (Individual)', suffix: '', partners: [0, 0] },
  { code: '2054', name: 'Sociedade Anônima Fechada', suffix: 'S.A.', partners: [2, 4] },
  { code: '2240', name: 'Sociedade Simples Limitada', suffix: 'S/S LTDA', partners: [2, 3] },
] as const;

/** Whether the company with this root (the first 8 characters of a CNPJ) is a MEI, which has no branches. */
export function isMei(root: string, seed: number): boolean {
  return hash(seed, 'mei', root) / 2 ** 32 < MEI_SHARE;
}

/** Makes the invented company of a root (the first 8 characters of a CNPJ). */
export function background(root: string, seed: number): Background {
  const draw = new Draw(hash(seed, 'firm', root));
  const mei = isMei(root, seed);
  const nature = mei ? NATURES[2] : draw.pick(NATURES);
  const trade = draw.pick(mei ? MEI_TRADES : TRADES);
  const owner = personName(draw, draw.chance(0.5));
  const brand = `${trade[0]} ${draw.pick(SURNAMES)}`;
  // The registration of MEIs began in 2009.
  const opened = anyDate(draw, mei ? 2010 : 1970, 2023);
  const own = nature.code === SOLE_TRADER ? owner : `${brand} ${nature.suffix}`;
  const firm = {
    razao_social: upper(`${own} ${INVENTED}`),
    codigo_natureza_juridica: nature.code,
    natureza_juridica: nature.name,
    ...means(draw, mei, nature.suffix === 'S.A.', opened),
    QSA: partners(draw, draw.between(nature.partners[0], nature.partners[1]), opened),
  };
  return { firm, brand, trade, opened };
}

/** Capital, size and the options for Simples Nacional and MEI. They depend on each other. */
function means(draw: Draw, mei: boolean, corporation: boolean, opened: string) {
  const size = mei ? SIZES[0] : corporation ? SIZES[2] : draw.pick(SIZES);
  const small = size === SIZES[0] || size === SIZES[1];
  const simples = mei ? 'S' : small ? draw.pick(['S', 'S', 'N']) : draw.pick(['N', '']);
  const thousands = mei ? draw.between(1, 20) : draw.between(5, corporation ? 90_000 : 900);
  return {
    capital_social: `${thousands * 1000},${draw.chance(0.8) ? '00' : draw.digits(2)}`,
    porte_empresa: size,
    opcao_simples: simples,
    opcao_mei: mei ? 'S' : simples === '' ? '' : 'N',
    data_opcao_simples: simples === 'S' ? later(opened, SIMPLES_BEGAN) : null,
    data_opcao_mei: mei ? opened : null,
  };
}

const SIZES = [
  'Microempresa (ME)',
  'Empresa de Pequeno Porte (EPP)',
  'Demais',
  'Não informado',
] as const;

const later = (one: string, other: string) => (one > other ? one : other);
