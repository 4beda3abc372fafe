import { Draw, drawDate, hash } from './random.js';
import { INVENTED, NEIGHBOURHOODS, STREET_KINDS, SURNAMES, drawName, upper } from './people.js';

type Fields = Readonly<Record<string, unknown>>;

/** Trades as company names have them, each with the code of its activity (CNAE 2.3). */
const TRADES = [
  ['Calçados', '4782201'],
  ['Padaria', '1091102'],
  ['Sistemas', '6201501'],
  ['Oficina Mecânica', '4520001'],
  ['Distribuidora de Açúcar', '4637102'],
  ['Construções', '4120400'],
  ['Agropecuária', '0115600'],
  ['Restaurante', '5611201'],
] as const;

/** State, city, area code, and the first and last postal code of the city (first five digits). */
const CITIES = [
  ['SP', 'São Paulo', '11', 1000, 5999],
  ['SP', 'Ribeirão Preto', '16', 14010, 14109],
  ['RJ', 'Niterói', '21', 24020, 24399],
  ['MG', 'Uberlândia', '34', 38400, 38415],
  ['BA', 'Salvador', '71', 40010, 42499],
  ['CE', 'Fortaleza', '85', 60010, 61599],
  ['PA', 'Belém', '91', 66010, 66999],
  ['DF', 'Brasília', '61', 70040, 72799],
  ['SC', 'Florianópolis', '48', 88010, 88099],
  ['RS', 'Porto Alegre', '51', 90010, 91999],
] as const;

const SOLE_TRADER = '2135';

/** Legal natures: code, description, suffix of the company name, and the largest number of partners. */
const NATURES = [
  ['2062', 'Sociedade Empresária Limitada', ' LTDA', 3],
  [SOLE_TRADER, 'Empresário (Individual)', '', 0],
  ['2054', 'Sociedade Anônima Fechada', ' S.A.', 4],
] as const;

/** Makes the invented record of a CNPJ of 14 characters, in upper case (spec, "CNPJ record"). */
export function makeCompany(cnpj: string, seed: number): Fields {
  const draw = new Draw(hash(seed, 'establishment', cnpj));
  const { firm, trade, brand, opened } = makeFirm(cnpj.slice(0, 8), seed);
  const isHead = cnpj.slice(8, 12) === '0001';
  const activeSince = isHead ? opened : drawDate(draw, 2024, 2024);
  const isClosed = draw.chance(0.25);
  const statusSince = isClosed ? drawDate(draw, 2025, 2025) : activeSince;
  const otherActivities = TRADES.filter((other) => other !== trade).map(([, code]) => code);
  const record = {
    cnpj,
    ...firm,
    nome_fantasia: draw.chance(0.3) ? '' : upper(`${brand} ${INVENTED}`),
    situacao_cadastral: isClosed ? draw.pick(['Baixada', 'Inapta', 'Suspensa', 'Nula']) : 'Ativa',
    data_situacao_cadastral: draw.chance(0.03) ? null : statusSince,
    matriz_filial: isHead ? 'Matriz' : 'Filial',
    data_inicio_atividade: draw.chance(0.02) ? null : activeSince,
    cnae_principal: trade[1],
    cnaes_secundarios: otherActivities.slice(0, draw.between(0, 4)),
    ...makeAddress(draw, brand),
  };
  return draw.chance(0.02) ? anonymize(record) : { ...record, ...makeAdditions(draw, trade[0]) };
}

/** Makes the fields that head office and branches share, by the first 8 characters of their CNPJs. */
function makeFirm(root: string, seed: number) {
  const draw = new Draw(hash(seed, 'firm', root));
  const [code, nature, suffix, mostPartners] = draw.pick(NATURES);
  const trade = draw.pick(TRADES);
  const isSmall = draw.chance(0.7);
  const brand = `${trade[0]} ${draw.pick(SURNAMES)}`;
  const name = code === SOLE_TRADER ? drawName(draw, draw.chance(0.5)) : brand + suffix;
  const opened = drawDate(draw, 2008, 2023);
  const simples = isSmall ? 'S' : draw.pick(['N', '']);
  const firm = {
    razao_social: upper(`${name} ${INVENTED}`),
    codigo_natureza_juridica: code,
    natureza_juridica: nature,
    capital_social: `${draw.between(1, 900) * 1000},${draw.chance(0.8) ? '00' : draw.digits(2)}`,
    porte_empresa: isSmall ? 'Microempresa (ME)' : draw.pick(['Demais', 'Não informado']),
    opcao_simples: simples,
    opcao_mei: simples && 'N',
    data_opcao_simples: isSmall ? opened : null,
    data_opcao_mei: null,
    QSA: Array.from({ length: draw.between(Math.min(mostPartners, 1), mostPartners) }, () => ({
      ...(draw.chance(0.2) ? makeHolding(draw) : makeIndividual(draw)),
      data_entrada_sociedade: draw.chance(0.1) ? null : opened,
    })),
  };
  return { firm, trade, brand, opened };
}

function makeHolding(draw: Draw) {
  return {
    nome_socio: upper(`${draw.pick(SURNAMES)} Participações LTDA ${INVENTED}`),
    cnpj_cpf_socio: `${draw.digits(8)}0001${draw.digits(2)}`,
    qualificacao_socio: 'Sócio',
    identificador_socio: 'Pessoa Jurídica',
    faixa_etaria: 'Não se aplica',
  };
}

/** Makes a partner who is a person; the service always masks the CPF. */
function makeIndividual(draw: Draw) {
  return {
    nome_socio: upper(`${drawName(draw, draw.chance(0.5))} ${INVENTED}`),
    cnpj_cpf_socio: `***${draw.digits(6)}**`,
    qualificacao_socio: draw.pick(['Sócio-Administrador', 'Sócio', 'Administrador']),
    identificador_socio: draw.chance(0.05) ? 'Estrangeiro' : 'Pessoa Física',
    faixa_etaria: draw.pick(['41 a 50 anos', '51 a 60 anos', 'Maiores de 80 anos']),
  };
}

function makeAddress(draw: Draw, brand: string): Fields {
  const [uf, municipio, ddd, low, high] = draw.pick(CITIES);
  const domain = brand.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return {
    tipo_logradouro: draw.pick(STREET_KINDS),
    logradouro: drawName(draw, draw.chance(0.3)),
    numero: draw.chance(0.1) ? 'S/N' : String(draw.between(1, 4000)),
    complemento: draw.chance(0.6) ? '' : `Sala ${draw.between(1, 90)}; Bloco "${draw.digits(1)}"`,
    bairro: draw.pick(NEIGHBOURHOODS),
    cep: String(draw.between(low, high)).padStart(5, '0') + draw.digits(3),
    uf,
    municipio,
    email: draw.chance(0.2) ? '' : `contato@${domain.replaceAll(/[^a-z]+/g, '-')}.example`,
    telefones: Array.from({ length: draw.between(0, 3) }, (_, index) => ({
      ddd,
      numero: `3000${draw.digits(4)}`,
      is_fax: index === 2,
    })),
  };
}

/** Makes fields that the spec does not list, for some records, because the service may add fields ("Versioning"). */
function makeAdditions(draw: Draw, activity: string): Fields {
  const fields: Record<string, unknown> = {};
  if (draw.chance(0.15)) fields['cnae_principal_descricao'] = activity;
  if (draw.chance(0.1)) {
    fields['situacao_especial'] = '';
    fields['data_situacao_especial'] = null;
  }
  if (draw.chance(0.05)) fields['endereco_exterior'] = { pais: 'Brasil', cidade: null };
  return fields;
}

/** Returns a record without names of people and contact data, as the service does at the request of a data subject. */
function anonymize(record: Fields & ReturnType<typeof makeFirm>['firm']): Fields {
  const hiddenText = `*** ${upper(INVENTED)}`;
  const isSoleTrader = record.codigo_natureza_juridica === SOLE_TRADER;
  return {
    ...record,
    razao_social: isSoleTrader ? hiddenText : record.razao_social,
    complemento: hiddenText,
    email: '',
    telefones: [],
    lgpd_anonimizado: true,
    QSA: record.QSA.map((partner) => ({ ...partner, nome_socio: hiddenText })),
  };
}
