/**
 * Records as the service describes them. They are returned unchanged: every field may be missing or
 * masked, and unknown fields are kept.
 */
export interface CpfRecord {
  readonly cpf?: string;
  readonly name?: string;
  readonly nameUpper?: string;
  readonly gender?: 'M' | 'F' | null;
  /** `DD/MM/YYYY`. */
  readonly birthDate?: string;
  readonly day?: number;
  readonly month?: number;
  readonly year?: number;
  readonly [field: string]: unknown;
}

/** Dates are `YYYY-MM-DD`; a field without a value may be an empty string. */
export interface CnpjRecord {
  /** 14 characters without punctuation. */
  readonly cnpj?: string;
  readonly razao_social?: string;
  readonly nome_fantasia?: string;
  /** `Ativa`, `Baixada`, `Inapta`, `Suspensa` or `Nula`. */
  readonly situacao_cadastral?: string;
  readonly data_situacao_cadastral?: string | null;
  /** `Matriz` or `Filial`. */
  readonly matriz_filial?: string;
  readonly data_inicio_atividade?: string | null;
  readonly cnae_principal?: string;
  readonly cnaes_secundarios?: readonly string[];
  readonly codigo_natureza_juridica?: string;
  readonly natureza_juridica?: string;
  readonly tipo_logradouro?: string;
  readonly logradouro?: string;
  readonly numero?: string;
  readonly complemento?: string;
  readonly bairro?: string;
  readonly cep?: string;
  readonly uf?: string;
  readonly municipio?: string;
  readonly email?: string;
  readonly telefones?: readonly Phone[];
  /** With a decimal comma. */
  readonly capital_social?: string;
  readonly porte_empresa?: string;
  readonly opcao_simples?: string;
  readonly opcao_mei?: string;
  readonly data_opcao_simples?: string | null;
  readonly data_opcao_mei?: string | null;
  readonly QSA?: readonly Partner[];
  readonly lgpd_anonimizado?: boolean;
  readonly [field: string]: unknown;
}

export interface Phone {
  readonly ddd?: string;
  readonly numero?: string;
  readonly is_fax?: boolean;
  readonly [field: string]: unknown;
}

export interface Partner {
  readonly nome_socio?: string;
  /** A person's CPF is masked. */
  readonly cnpj_cpf_socio?: string;
  readonly qualificacao_socio?: string;
  readonly data_entrada_sociedade?: string | null;
  readonly identificador_socio?: string;
  readonly faixa_etaria?: string;
  readonly [field: string]: unknown;
}

/** The credit balance; only its first three fields are guaranteed. */
export interface QuotaRecord {
  readonly plan: string;
  /** Rounded down; never negative. */
  readonly remainingCredits: number;
  /** Used by the whole account in the period; may have decimals. */
  readonly usedCredits: number;
  readonly billingStatus?: string;
  readonly userId?: string;
  readonly email?: string;
  readonly [field: string]: unknown;
}
