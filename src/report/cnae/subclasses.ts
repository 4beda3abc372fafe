/** The description of each subclass code, in Portuguese. */
export type Subclasses = Readonly<Partial<Record<string, string>>>;

/**
 * All subclasses of the CNAE 2.3 by IBGE's own table (https://servicodados.ibge.gov.br/api/v2/cnae/subclasses), which
 * has them in capitals. Loaded only for a page that shows activities.
 */
export async function loadSubclasses(): Promise<Subclasses> {
  const { default: subclasses } = await import('./subclasses.json', { with: { type: 'json' } });
  return subclasses;
}
