import { Draw, anyDate, hash } from './random.js';
import { type Background, MEI_TRADES, SOLE_TRADER, TRADES, background } from './firms.js';
import { INVENTED, NEIGHBOURHOODS, STREET_KINDS, personName, upper } from './people.js';

type Fields = Readonly<Record<string, unknown>>;

const ROOT = 8;
const HEAD_OFFICE = '0001';
const HIDDEN = `*** ${upper(INVENTED)}`;

/**
 * Makes the invented record of a CNPJ of 14 characters, in upper case (spec, "CNPJ record"). A branch has
 * the company data and partners of its head office, and its own address and dates.
 */
export function company(cnpj: string, seed: number): Fields {
  const draw = new Draw(hash(seed, 'establishment', cnpj));
  const origin = background(cnpj.slice(0, ROOT), seed);
  const { firm, brand, trade, opened } = origin;
  const isHead = cnpj.slice(ROOT, ROOT + 4) === HEAD_OFFICE;
  // A branch opens after its head office.
  const began = isHead ? opened : anyDate(draw, Number(opened.slice(0, 4)) + 1, 2024);
  const record = {
    cnpj,
    ...firm,
    nome_fantasia: draw.chance(0.3) ? '' : upper(`${brand} ${INVENTED}`),
    ...status(draw, began),
    matriz_filial: isHead ? 'Matriz' : 'Filial',
    data_inicio_atividade: draw.chance(0.02) ? null : began,
    ...activities(draw, origin),
    ...place(draw, brand),
  };
  return draw.chance(0.02) ? anonymous(record) : { ...record, ...additions(draw, trade) };
}

/** Most companies are active. The others closed recently, sometimes without a known date. */
function status(draw: Draw, began: string): Fields {
  const closed = draw.chance(0.25);
  // No company opens as late as this year.
  const date = closed ? anyDate(draw, 2025, 2025) : began;
  return {
    situacao_cadastral: closed ? draw.pick(['Baixada', 'Inapta', 'Suspensa', 'Nula']) : 'Ativa',
    data_situacao_cadastral: draw.chance(0.03) ? null : date,
  };
}

function activities(draw: Draw, { trade, firm }: Background): Fields {
  const [, main] = trade;
  const trades = firm.opcao_mei === 'S' ? MEI_TRADES : TRADES;
  const start = draw.between(0, trades.length - 1);
  const others = [...trades.slice(start), ...trades.slice(0, start)]
    .map(([, code]) => code)
    .filter((code) => code !== main);
  return { cnae_principal: main, cnaes_secundarios: others.slice(0, draw.between(0, 4)) };
}

function place(draw: Draw, brand: string): Fields {
  const [uf, municipio, ddd, low, high] = draw.pick(CITIES);
  const code = String(draw.between(low, high)).padStart(5, '0');
  const domain = plain(brand).replaceAll(/[^a-z]+/g, '-');
  return {
    tipo_logradouro: draw.pick(STREET_KINDS),
    logradouro: personName(draw, draw.chance(0.3)),
    numero: draw.chance(0.1) ? 'S/N' : String(draw.between(1, 4000)),
    complemento: draw.chance(0.6) ? '' : `Sala ${draw.between(1, 90)}; Bloco "${draw.digits(1)}"`,
    bairro: draw.pick(NEIGHBOURHOODS),
    cep: `${code}${draw.digits(3)}`,
    ...{ uf, municipio },
    email: draw.chance(0.2) ? '' : `contato@${domain}.example`,
    telefones: phones(draw, ddd),
  };
}

/** Removes accents and converts to lower case. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function phones(draw: Draw, ddd: string) {
  return Array.from({ length: draw.between(0, 3) }, (_, at) => ({
    ddd,
    numero: `3000${draw.digits(4)}`,
    is_fax: at === 2,
  }));
}

/** Some records have fields that the spec does not list, because it may gain new ones ("Versioning"). */
function additions(draw: Draw, [name]: Background['trade']): Fields {
  return {
    ...(draw.chance(0.15) ? { cnae_principal_descricao: name } : {}),
    ...(draw.chance(0.1) ? { situacao_especial: '', data_situacao_especial: null } : {}),
    ...(draw.chance(0.05) ? { endereco_exterior: { pais: 'Brasil', cidade: null } } : {}),
  };
}

/** Anonymises a record at the data subject's request: hides names of people and contact data. */
function anonymous(record: Fields & Background['firm']): Fields {
  const named = record.codigo_natureza_juridica === SOLE_TRADER;
  return {
    ...record,
    ...(named ? { razao_social: HIDDEN } : {}),
    ...{ complemento: HIDDEN, email: '', telefones: [], lgpd_anonimizado: true },
    QSA: record.QSA.map((partner) => ({ ...partner, nome_socio: HIDDEN })),
  };
}

/** State, city, area code, and the first and last postal code of the city (first five digits). */
export const CITIES = [
  ['SP', 'São Paulo', '11', 1000, 5999],
  ['SP', 'Campinas', '19', 13010, 13139],
  ['SP', 'Ribeirão Preto', '16', 14010, 14109],
  ['RJ', 'Rio de Janeiro', '21', 20010, 23799],
  ['RJ', 'Niterói', '21', 24020, 24399],
  ['MG', 'Belo Horizonte', '31', 30110, 31999],
  ['MG', 'Uberlândia', '34', 38400, 38415],
  ['ES', 'Vitória', '27', 29010, 29099],
  ['BA', 'Salvador', '71', 40010, 42499],
  ['SE', 'Aracaju', '79', 49010, 49097],
  ['PE', 'Recife', '81', 50010, 52999],
  ['AL', 'Maceió', '82', 57010, 57099],
  ['PB', 'João Pessoa', '83', 58010, 58099],
  ['RN', 'Natal', '84', 59010, 59139],
  ['CE', 'Fortaleza', '85', 60010, 61599],
  ['CE', 'Sobral', '88', 62010, 62114],
  ['PI', 'Teresina', '86', 64000, 64099],
  ['MA', 'São Luís', '98', 65010, 65099],
  ['PA', 'Belém', '91', 66010, 66999],
  ['AP', 'Macapá', '96', 68900, 68911],
  ['AM', 'Manaus', '92', 69005, 69099],
  ['RR', 'Boa Vista', '95', 69301, 69339],
  ['AC', 'Rio Branco', '68', 69900, 69920],
  ['DF', 'Brasília', '61', 70040, 72799],
  ['GO', 'Goiânia', '62', 74003, 74894],
  ['RO', 'Porto Velho', '69', 76801, 76834],
  ['TO', 'Palmas', '63', 77001, 77249],
  ['MT', 'Cuiabá', '65', 78005, 78109],
  ['MS', 'Campo Grande', '67', 79002, 79124],
  ['PR', 'Curitiba', '41', 80010, 82999],
  ['PR', 'Foz do Iguaçu', '45', 85851, 85869],
  ['SC', 'Florianópolis', '48', 88010, 88099],
  ['SC', 'Joinville', '47', 89201, 89239],
  ['RS', 'Porto Alegre', '51', 90010, 91999],
  ['RS', 'Santa Maria', '55', 97010, 97119],
] as const;
