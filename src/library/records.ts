type Texts<Field extends string> = { readonly [F in Field]?: string };

/** Records are returned as the service sends them: every field may be missing or masked, and unknown ones are kept. */
export interface CpfRecord extends Texts<'cpf' | 'name' | 'nameUpper'> {
  readonly gender?: 'M' | 'F' | null;
  /** `DD/MM/YYYY`. */
  readonly birthDate?: string;
  readonly day?: number;
  readonly month?: number;
  readonly year?: number;
  readonly [field: string]: unknown;
}

type CompanyText =
  | ('cnpj' | 'razao_social' | 'nome_fantasia' | 'codigo_natureza_juridica' | 'natureza_juridica')
  | ('cnae_principal' | 'porte_empresa' | 'opcao_simples' | 'opcao_mei' | 'email')
  | ('tipo_logradouro' | 'logradouro' | 'numero' | 'complemento' | 'bairro' | 'cep')
  | ('uf' | 'municipio');

/** Dates are `YYYY-MM-DD`; a field without a value may be an empty string. */
export interface CnpjRecord extends Texts<CompanyText> {
  /** `Ativa`, `Baixada`, `Inapta`, `Suspensa` or `Nula`. */
  readonly situacao_cadastral?: string;
  readonly data_situacao_cadastral?: string | null;
  /** `Matriz` or `Filial`. */
  readonly matriz_filial?: string;
  readonly data_inicio_atividade?: string | null;
  readonly cnaes_secundarios?: readonly string[];
  readonly telefones?: readonly Phone[];
  /** With a decimal comma. */
  readonly capital_social?: string;
  readonly data_opcao_simples?: string | null;
  readonly data_opcao_mei?: string | null;
  readonly QSA?: readonly Partner[];
  readonly lgpd_anonimizado?: boolean;
  readonly [field: string]: unknown;
}

export interface Phone extends Texts<'ddd' | 'numero'> {
  readonly is_fax?: boolean;
  readonly [field: string]: unknown;
}

/** A person's CPF is masked. */
export interface Partner extends Texts<'nome_socio' | 'cnpj_cpf_socio' | 'qualificacao_socio'> {
  readonly data_entrada_sociedade?: string | null;
  readonly identificador_socio?: string;
  readonly faixa_etaria?: string;
  readonly [field: string]: unknown;
}

/** The credit balance; only its first three fields are guaranteed. */
export interface QuotaRecord extends Texts<'billingStatus' | 'userId' | 'email'> {
  readonly plan: string;
  /** Rounded down; never negative. */
  readonly remainingCredits: number;
  /** Used by the whole account in the period; may have decimals. */
  readonly usedCredits: number;
  readonly [field: string]: unknown;
}
