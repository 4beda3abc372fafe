import { partners } from './partners.js';
import { INVENTED, two } from './people.js';
import { Draw, hash } from './random.js';
import {
  ACTIVITIES,
  CITIES,
  LEGAL_NATURES,
  NEIGHBOURHOODS,
  STREET_KINDS,
  SURNAMES,
  TRADES,
} from './words.js';

type Text = Readonly<Record<string, string | null>>;

/**
 * The invented company of a CNPJ (14 characters, uppercase); spec, "CNPJ record". A branch shares
 * nothing with its head office.
 */
export function company(cnpj: string, seed: number): Readonly<Record<string, unknown>> {
  const draw = new Draw(hash(seed, 'company', cnpj));
  const [uf, municipio, ddd] = draw.pick(CITIES);
  const opened = date(draw, 1970, 2023);
  return {
    cnpj,
    ...names(draw),
    ...status(draw, opened),
    matriz_filial: cnpj.slice(8, 12) === '0001' ? 'Matriz' : 'Filial',
    data_inicio_atividade: opened,
    ...activities(draw),
    ...address(draw),
    uf,
    municipio,
    email: draw.chance(0.2)
      ? ''
      : `contato@empresa-${cnpj.slice(0, 8).toLowerCase()}.exemplo.com.br`,
    telefones: phones(draw, ddd),
    ...size(draw, opened),
    QSA: partners(draw, opened),
    ...(draw.chance(0.02) ? { lgpd_anonimizado: true } : {}),
  };
}

function names(draw: Draw): Text {
  const [codigo_natureza_juridica, natureza_juridica, suffix] = draw.pick(LEGAL_NATURES);
  const base = `${draw.pick(SURNAMES)} ${draw.pick(TRADES)}`;
  return {
    razao_social: `${base} ${suffix} ${INVENTED}`.toLocaleUpperCase('pt-BR'),
    nome_fantasia: draw.chance(0.3) ? '' : `${base} ${INVENTED}`,
    codigo_natureza_juridica,
    natureza_juridica,
  };
}

function status(draw: Draw, opened: string): Text {
  const closed = draw.chance(0.25);
  const situacao_cadastral = closed
    ? draw.pick(['Baixada', 'Inapta', 'Suspensa', 'Nula'])
    : 'Ativa';
  const data_situacao_cadastral = closed ? date(draw, 2024, 2025) : opened;
  return { situacao_cadastral, data_situacao_cadastral };
}

function activities(draw: Draw) {
  const [cnae_principal, ...others] = rotate(ACTIVITIES, draw.between(0, ACTIVITIES.length - 1));
  return { cnae_principal, cnaes_secundarios: others.slice(0, draw.between(0, 4)) };
}

const rotate = (list: readonly string[], by: number) => [...list.slice(by), ...list.slice(0, by)];

function address(draw: Draw): Text {
  return {
    tipo_logradouro: draw.pick(STREET_KINDS),
    logradouro: `${draw.pick(SURNAMES)} ${draw.pick(SURNAMES)}`,
    numero: draw.chance(0.1) ? 'S/N' : String(draw.between(1, 4000)),
    complemento: draw.chance(0.6) ? '' : `Sala ${draw.between(1, 90)}; Bloco "${draw.digits(1)}"`,
    bairro: draw.pick(NEIGHBOURHOODS),
    cep: draw.digits(8),
  };
}

function phones(draw: Draw, ddd: string) {
  return Array.from({ length: draw.between(0, 3) }, (_, at) => ({
    ddd,
    numero: `3${draw.digits(7)}`,
    is_fax: at === 2,
  }));
}

/** Share capital, size and the options for Simples Nacional and MEI. */
function size(draw: Draw, opened: string): Text {
  const simples = draw.pick(['S', 'N', '']);
  const mei = simples === 'S' ? draw.pick(['S', 'N']) : simples;
  return {
    capital_social: `${draw.between(1, 900) * 1000},${draw.digits(2)}`,
    porte_empresa: draw.pick(SIZES),
    opcao_simples: simples,
    data_opcao_simples: simples === 'S' ? opened : null,
    opcao_mei: mei,
    data_opcao_mei: mei === 'S' ? opened : null,
  };
}

const SIZES = [
  'Microempresa (ME)',
  'Empresa de Pequeno Porte (EPP)',
  'Demais',
  'Não informado',
] as const;

/** `YYYY-MM-DD`. */
function date(draw: Draw, from: number, to: number): string {
  return `${draw.between(from, to)}-${two(draw.between(1, 12))}-${two(draw.between(1, 28))}`;
}
