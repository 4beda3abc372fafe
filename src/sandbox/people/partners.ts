import { INVENTED, personName, upper } from './people.js';
import type { Draw } from './random.js';
import { AGE_RANGES, OLDEST, SURNAMES } from './name-lists.js';

/** An item of `QSA` (spec, "CNPJ record"). */
export interface Partner {
  readonly nome_socio: string;
  readonly cnpj_cpf_socio: string;
  readonly qualificacao_socio: string;
  readonly data_entrada_sociedade: string | null;
  readonly identificador_socio: 'Pessoa Física' | 'Pessoa Jurídica' | 'Estrangeiro';
  readonly faixa_etaria: string;
}

/** Makes `count` partners. The first is a managing partner. The CPF of a person is always masked. */
export function partners(draw: Draw, count: number, opened: string): Partner[] {
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
