import type { Clock } from '../base/clock.js';
import type { IdentifierKind } from '../identifiers/types.js';

/** A record as the service sent it, with unknown fields (spec, "Versioning"). */
export type ServiceRecord = Readonly<Record<string, unknown>>;

type TextFields<Field extends string> = { readonly [F in Field]?: string };

/** A person as the service sends it: every field may be missing or masked, and unknown ones are kept. */
export interface CpfRecord extends TextFields<'cpf' | 'name' | 'nameUpper'> {
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

/** A company as the service sends it. Dates are `YYYY-MM-DD`; a field without a value may be an empty string. */
export interface CnpjRecord extends TextFields<CompanyText> {
  /** `Ativa`, `Baixada`, `Inapta`, `Suspensa` or `Nula`. */
  readonly situacao_cadastral?: string;
  readonly data_situacao_cadastral?: string | null;
  /** `Matriz` or `Filial`. */
  readonly matriz_filial?: string;
  readonly data_inicio_atividade?: string | null;
  readonly cnaes_secundarios?: readonly string[];
  readonly telefones?: readonly Phone[];
  /** BRL with a decimal comma. */
  readonly capital_social?: string;
  readonly data_opcao_simples?: string | null;
  readonly data_opcao_mei?: string | null;
  readonly QSA?: readonly Partner[];
  readonly lgpd_anonimizado?: boolean;
  readonly [field: string]: unknown;
}

export interface Phone extends TextFields<'ddd' | 'numero'> {
  readonly is_fax?: boolean;
  readonly [field: string]: unknown;
}

/** A partner of a company. The CPF of a person is masked. */
export interface Partner extends TextFields<
  'nome_socio' | 'cnpj_cpf_socio' | 'qualificacao_socio'
> {
  readonly data_entrada_sociedade?: string | null;
  readonly identificador_socio?: string;
  readonly faixa_etaria?: string;
  readonly [field: string]: unknown;
}

/** The credit balance; only its first three fields are guaranteed. */
export interface QuotaRecord extends TextFields<'billingStatus' | 'userId' | 'email'> {
  readonly plan: string;
  /** Rounded down; never negative. */
  readonly remainingCredits: number;
  /** Credits that the whole account has used in the period; may have decimals. */
  readonly usedCredits: number;
  readonly [field: string]: unknown;
}

/** The answer to a submission (spec, "CPF batch submission response"). */
export interface SubmissionAnswer {
  readonly jobId: string;
  readonly totalRecords: number;
  readonly invalid: number;
}

/** One answer of a job. */
export interface JobResult {
  readonly id: string;
  readonly found: boolean;
  /** The record as JSON, null if the answer has none. As bytes, because Node frees them sooner than a text. */
  readonly record: Buffer | null;
}

/** `data` of `GET /{kind}/bulk/{jobId}` without its results. */
export interface JobStatus {
  readonly id: string;
  readonly status: 'processing' | 'done' | 'failed';
  readonly totalRecords: number;
  readonly processed: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
}

export interface BatchJob extends JobStatus {
  readonly results: readonly JobResult[];
}

/** One method per endpoint of the spec. @throws ServiceError */
export interface ServiceClient {
  quota(): Promise<QuotaRecord>;
  cpf(cpf: string): Promise<CpfRecord>;
  cnpj(cnpj: string): Promise<CnpjRecord>;
  realtimeCpf(cpf: string, birthDate: string): Promise<CpfRecord>;
  submitJob(
    kind: IdentifierKind,
    ids: readonly string[],
    labels?: { readonly fileName?: string; readonly format?: string },
  ): Promise<SubmissionAnswer>;
  batchJob(kind: IdentifierKind, jobId: string): Promise<BatchJob>;
  /** Returns a client with the same connections, whose calls keep within `bounds`. */
  withBounds(bounds: CallBounds): ServiceClient;
  close(): Promise<void>;
}

/** Bounds of the calls of a client. */
export interface CallBounds {
  /** Ends waits and requests. A request that it ends may have been charged. */
  readonly signal?: AbortSignal;
  /** Ends waits only, with its reason; a running request is completed. */
  readonly stop?: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  /** The maximum time (ms) for one request, if the limit of the client is longer. */
  readonly timeout?: number;
  /** Decides whether a lookup that failed with 500, and may have been charged, may be repeated. */
  readonly mayPayAgain?: () => Promise<boolean>;
  /** Awaited before each attempt, after every wait; if it rejects, nothing is sent. */
  readonly beforeSend?: () => Promise<void>;
}

export type RateGroup = 'simple' | 'realtime';

/** Counts the requests of the current clock minute; processes may share one store. */
export interface SlotStore {
  /** Takes a slot of the minute that starts at `minute` (epoch ms); false if `limit` is reached. */
  take(group: RateGroup, minute: number, limit: number): Promise<boolean>;
  /** Returns the ms until the next minute, if the store has a clock of its own. */
  msUntilNextMinute?(): Promise<number>;
}

/** One account and how to connect to it. Times in ms. */
export interface ClientOptions {
  /** https, or http on this machine. A path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends every call at once; a running lookup or submission may have been charged. */
  readonly signal?: AbortSignal;
  /** The maximum time for one request; default 10 s for single lookups, 60 s for the others. */
  readonly timeout?: number;
  /** Simple lookups and CPF submissions per clock minute; default 30. */
  readonly rate?: number;
  /** Real-time lookups per clock minute; default 5. */
  readonly realtimeRate?: number;
  /** The maximum total time that one call may wait for the rate limit and between attempts; default 30 minutes. */
  readonly longestWait?: number;
  /** Default `confere/<version>`. */
  readonly userAgent?: string;
  /** Called for every request, after its answer has been read; CPFs are masked. Errors of callbacks are ignored. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called before every wait of a request. */
  readonly onWait?: (event: WaitEvent) => void;
}

export interface ServiceOptions
  extends ClientOptions, Pick<CallBounds, 'deadline' | 'beforeSend' | 'mayPayAgain'> {
  readonly userAgent: string;
  readonly clock: Clock;
  /** The environment, of which the variables of proxies are read; without it there is no proxy. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly slots?: SlotStore;
  /** Called before every request; returns a function that is called after it. */
  readonly onSend?: (mayCharge: boolean) => () => void;
  /** Called with the time (epoch ms) that an answer of the service names. */
  readonly onServiceTime?: (at: number) => void;
  /** Awaited before the first success of a sandbox is returned; if it rejects, the next success calls it again. */
  readonly onSandbox?: () => Promise<void>;
  /** Stores a balance that the client itself asks for to find out what a 403 means. */
  readonly balances?: BalanceRecorder;
}

/** Stores balances with their place among all requests. */
export interface BalanceRecorder {
  /** Returns the tick of the ledger; called right before the balance is requested. */
  readTick(): Promise<number>;
  /** Stores a reading. `tickBefore`: the tick before its request. */
  storeReading(quota: QuotaRecord, tickBefore: number): Promise<void>;
}

export interface RequestEvent {
  readonly method: string;
  readonly path: string;
  /** HTTP status, or undefined when there was no answer. */
  readonly status: number | undefined;
  /** 1 for the first time that the request is sent. */
  readonly attempt: number;
  /** How long the request took. */
  readonly ms: number;
}

export interface WaitEvent {
  readonly reason: 'rate_limit' | 'retry_after' | 'backoff';
  readonly ms: number;
  /** The HTTP status after which the request is sent again. */
  readonly status?: number;
  /** Why no answer came: Node's error code, or `timeout` or `dropped`. */
  readonly code?: string;
}
