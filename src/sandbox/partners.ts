import { INVENTED, personName } from './people.js';
import type { Draw } from './random.js';
import { AGE_RANGES, SURNAMES } from './words.js';

/** An item of `QSA`; spec, "CNPJ record". */
export interface Partner {
  readonly nome_socio: string;
  readonly cnpj_cpf_socio: string;
  readonly qualificacao_socio: string;
  readonly data_entrada_sociedade: string | null;
  readonly identificador_socio: 'Pessoa Física' | 'Pessoa Jurídica' | 'Estrangeiro';
  readonly faixa_etaria: string;
}

/** None to three partners; a person's CPF is always masked. */
export function partners(draw: Draw, opened: string): Partner[] {
  return Array.from({ length: draw.between(0, 3) }, () => ({
    ...(draw.chance(0.2) ? firm(draw) : individual(draw)),
    data_entrada_sociedade: draw.chance(0.1) ? null : opened,
  }));
}

function firm(draw: Draw) {
  return {
    nome_socio: `${draw.pick(SURNAMES)} Participações LTDA ${INVENTED}`.toLocaleUpperCase('pt-BR'),
    cnpj_cpf_socio: `${draw.digits(8)}0001${draw.digits(2)}`,
    qualificacao_socio: 'Sócio',
    identificador_socio: 'Pessoa Jurídica' as const,
    faixa_etaria: 'Não se aplica',
  };
}

function individual(draw: Draw) {
  const name = `${personName(draw, draw.chance(0.5))} ${INVENTED}`;
  return {
    nome_socio: name.toLocaleUpperCase('pt-BR'),
    cnpj_cpf_socio: `***${draw.digits(6)}**`,
    qualificacao_socio: 'Sócio-Administrador',
    identificador_socio: draw.chance(0.05) ? ('Estrangeiro' as const) : ('Pessoa Física' as const),
    faixa_etaria: draw.pick(AGE_RANGES),
  };
}
