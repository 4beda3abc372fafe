// All words in these tables are in capitals without accents, as `Word.text` has them.

/** Small words between names; no comparison depends on them. */
export const PARTICLES: ReadonlySet<string> = new Set(['DE', 'DA', 'DO', 'DAS', 'DOS']);

/** Titles before a name, which do not tell who the person is. */
export const TITLES: ReadonlySet<string> = new Set(splitWords('DR DRA SR SRA SRTA PROF PROFA'));

/** First names whose abbreviation with a dot, `ª` or `º` has only one meaning. */
export const FIRST_NAMES = parseTable(`
  MA = MARIA; FCO = FRANCISCO; FCA = FRANCISCA; ANT ANTO = ANTONIO; ANTA = ANTONIA; SEBO = SEBASTIAO; MEL = MANOEL`);

/** Suffixes of a name, which tell two people of one family apart. */
export const SUFFIXES = parseTable(`
  FO FILHO = FILHO; FILHA = FILHA; NTO NETO = NETO; NETA = NETA; BISNETO = BISNETO; BISNETA = BISNETA;
  SOBRO SOBRINHO = SOBRINHO; SOBRINHA = SOBRINHA; JR JUNIOR = JUNIOR; SEGUNDO = SEGUNDO; TERCEIRO = TERCEIRO;
  II = II; III = III; IV = IV`);

/** Legal forms of companies, and the sizes (ME, EPP) that names used to end with. */
export const LEGAL_FORMS = parseTable(`
  LTDA LIMITADA = LTDA; SA SOCIEDADEANONIMA = SA; EIRELI = EIRELI; SLU UNIPESSOAL = SLU; ME = ME; MEI = MEI; EPP = EPP`);

/** Legal forms that are recognized anywhere in a name; the others may be words, unless they end the name. */
export const LEGAL_FORMS_ANYWHERE: ReadonlySet<string> = new Set(['LTDA', 'LIMITADA', 'EIRELI']);

/** The additions that the law prescribes to the name of a company in liquidation or recovery. */
export const COMPANY_STATES = [
  'EM RECUPERACAO JUDICIAL',
  'EM LIQUIDACAO EXTRAJUDICIAL',
  'EM LIQUIDACAO JUDICIAL',
  'EM LIQUIDACAO',
  'FALIDA',
  'FALIDO',
].map(splitWords);

/** Abbreviations, and the words that each can stand for. */
export type Abbreviations = ReadonlyMap<string, ReadonlySet<string>>;

/** Abbreviations in names of companies. */
export const COMPANY_WORDS = parseAbbreviations(`
  ADM = ADMINISTRADORA ADMINISTRACAO ADMINISTRATIVOS ADMINISTRATIVO; AGROP = AGROPECUARIA AGROPECUARIOS;
  ALIM = ALIMENTOS ALIMENTICIOS ALIMENTACAO; ASS = ASSOCIACAO; ASSES = ASSESSORIA; ASSOC = ASSOCIACAO ASSOCIADOS;
  BENEF = BENEFICIENTE BENEFICENTE BENEFICIAMENTO; CIA = COMPANHIA; COM = COMERCIO COMERCIAL; COML = COMERCIAL;
  COND = CONDOMINIO; CONF = CONFECCOES CONFECCAO; CONS CONSULT = CONSULTORIA;
  CONST CONSTR = CONSTRUTORA CONSTRUCOES CONSTRUCAO; CONTAB = CONTABILIDADE CONTABIL; COOP = COOPERATIVA;
  CORR = CORRETORA CORRETAGEM; DIST DISTR DISTRIB = DISTRIBUIDORA DISTRIBUICAO; ED EDIF = EDIFICIO; EDIT = EDITORA;
  ELETR = ELETRICA ELETRONICA ELETRICOS ELETRONICOS; EMBAL = EMBALAGENS; EMP EMPR = EMPREENDIMENTOS EMPRESA;
  EMPREEND = EMPREENDIMENTOS; ENG = ENGENHARIA; EQUIP = EQUIPAMENTOS; EXP = EXPORTACAO EXPORTADORA;
  FARM = FARMACIA FARMACEUTICA; FUND = FUNDACAO; GRAF = GRAFICA; HOSP = HOSPITAL HOSPITALARES HOSPITALAR;
  IMOB = IMOBILIARIA IMOBILIARIOS IMOBILIARIO; IMP = IMPORTACAO IMPORTADORA;
  INC INCORP = INCORPORADORA INCORPORACOES INCORPORACAO; IND = INDUSTRIA INDUSTRIAL; INF INFO = INFORMATICA;
  INST = INSTITUTO INSTALACOES; INV INVEST = INVESTIMENTOS; LAB = LABORATORIO LABORATORIOS;
  LOC = LOCACAO LOCADORA LOCACOES; MANUT = MANUTENCAO; MAQ = MAQUINAS; MAT = MATERIAIS MATERIAL; MEC = MECANICA;
  MED = MEDICA MEDICOS MEDICAMENTOS; MET METAL = METALURGICA; ODONT = ODONTOLOGIA ODONTOLOGICA ODONTOLOGICOS;
  ORG = ORGANIZACAO ORGANIZACOES; PART PARTIC = PARTICIPACOES; PREST = PRESTADORA PRESTACAO;
  PROD = PRODUTOS PRODUCOES; PROM = PROMOCOES PROMOTORA; PROP = PROPAGANDA; PUBL = PUBLICIDADE;
  QUIM = QUIMICA QUIMICOS; REF = REFEICOES REFRIGERACAO; REP REPR REPRES = REPRESENTACOES REPRESENTACAO;
  REST = RESTAURANTE; SEG = SEGUROS SEGURANCA SEGURADORA; SERV = SERVICOS SERVICO; SIST = SISTEMAS; SOC = SOCIEDADE;
  SUP SUPERM = SUPERMERCADO SUPERMERCADOS; TEC TECN = TECNOLOGIA TECNICA TECNICOS;
  TEL TELECOM = TELECOMUNICACOES; TERRAP = TERRAPLENAGEM TERRAPLANAGEM;
  TRANSP = TRANSPORTES TRANSPORTADORA TRANSPORTE; TUR = TURISMO; VEIC = VEICULOS; VIG = VIGILANCIA`);

/** Abbreviations in names of towns, quarters and streets. */
export const PLACE_WORDS = parseAbbreviations(`
  ALM = ALMIRANTE; BRIG = BRIGADEIRO; CAP = CAPITAO; CEL = CORONEL; CJ CONJ = CONJUNTO; COND = CONDOMINIO;
  D = DOM DONA; DEP = DEPUTADO; DES = DESEMBARGADOR; DIST = DISTRITO; DR = DOUTOR; DRA = DOUTORA;
  ENG ENGO = ENGENHEIRO; GAL GEN = GENERAL; GOV = GOVERNADOR; IND = INDUSTRIAL; JD JDM = JARDIM; LOT = LOTEAMENTO;
  MAL = MARECHAL; MIN = MINISTRO; MONS = MONSENHOR; N NS NSA = NOSSA; PE = PADRE; PQ PQE PRQ = PARQUE;
  PREF = PREFEITO; PRES = PRESIDENTE; PROF = PROFESSOR PROFESSORA; PROFA = PROFESSORA; RES = RESIDENCIAL;
  S = SAO SANTO SANTA SENHORA; SEN = SENADOR; SGT = SARGENTO; SRA = SENHORA; ST = SETOR; STA = SANTA; STO = SANTO;
  TEN = TENENTE; VER = VEREADOR; VISC = VISCONDE; VL VLA = VILA`);

/** The kinds of streets by the ways to write them. */
export const STREET_TYPES = parseTable(`
  AL ALAMEDA = ALAMEDA; AV AVE AVENIDA = AVENIDA; BECO = BECO; EST ESTR ESTRADA = ESTRADA; LADEIRA = LADEIRA;
  LGO LARGO = LARGO; PC PCA PRACA = PRACA; R RUA = RUA; ROD RODOVIA = RODOVIA; SERVIDAO = SERVIDAO;
  TR TV TRAVESSA = TRAVESSA; VIA = VIA; VIELA = VIELA`);

/** The names of the states, without particles, by code. */
export const STATES = parseTable(`
  AC = ACRE; AL = ALAGOAS; AM = AMAZONAS; AP = AMAPA; BA = BAHIA; CE = CEARA; DF = DISTRITO FEDERAL;
  ES = ESPIRITO SANTO; GO = GOIAS; MA = MARANHAO; MG = MINAS GERAIS; MS = MATO GROSSO SUL; MT = MATO GROSSO;
  PA = PARA; PB = PARAIBA; PE = PERNAMBUCO; PI = PIAUI; PR = PARANA; RJ = RIO JANEIRO; RN = RIO GRANDE NORTE;
  RO = RONDONIA; RR = RORAIMA; RS = RIO GRANDE SUL; SC = SANTA CATARINA; SE = SERGIPE; SP = SAO PAULO;
  TO = TOCANTINS`);

/** The letter of a record (`F`, `S`) by each word that a cell may have in its place, such as `FEMININO`. */
export const LETTER_OF_WORD = parseTable(`
  F FEM FEMININO FEMALE MULHER = F; M MASC MASCULINO MALE HOMEM = M;
  S SIM Y YES TRUE VERDADEIRO = S; N NAO NO FALSE FALSO = N`);

/** Months by their first three letters, in Portuguese and English. */
export const MONTHS = parseTable(`
  JAN = 1; FEV FEB = 2; MAR = 3; ABR APR = 4; MAI MAY = 5; JUN = 6; JUL = 7; AGO AUG = 8; SET SEP = 9; OUT OCT = 10;
  NOV = 11; DEZ DEC = 12`);

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Reads a table `SHORT SHORT = FULL; …`: the full form by each of its short forms. */
function parseTable(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(';').flatMap((entry) => {
      const [short = '', full = ''] = entry.split('=');
      return splitWords(short).map((each) => [each, full.trim()] as const);
    }),
  );
}

function parseAbbreviations(table: string): Abbreviations {
  return new Map(
    Array.from(parseTable(table), ([short, full]) => [short, new Set(splitWords(full))]),
  );
}
