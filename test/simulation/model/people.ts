/** Whom the service knows, as far as a seed says: some identifiers are found, and some it does not hold for valid. */
export class People {
  constructor(
    readonly seed: number,
    readonly foundShare: number,
    readonly rejectedShare: number,
  ) {}

  isFound(id: string): boolean {
    return this.#part(id, 1) < this.foundShare;
  }

  isRejected(id: string): boolean {
    return this.#part(id, 2) < this.rejectedShare;
  }

  /** The record of a CPF (spec, "CPF record"). */
  person(cpf: string): Record<string, unknown> {
    const name = `Pessoa ${cpf.slice(3, 6)}`;
    const born = { birthDate: '02/03/1980', day: 2, month: 3, year: 1980 };
    return { cpf, name, nameUpper: name.toUpperCase(), gender: null, ...born };
  }

  /** The record of a CNPJ, without most of its fields (spec, "CNPJ record"). */
  company(cnpj: string): Record<string, unknown> {
    const state = { situacao_cadastral: 'Ativa', data_situacao_cadastral: null };
    return { cnpj, razao_social: `Empresa ${cnpj.slice(0, 4)}`, ...state, telefones: [], QSA: [] };
  }

  #part(id: string, salt: number): number {
    let hash = this.seed ^ Math.imul(salt, 0x9e3779b1);
    for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
  }
}
