export type Activities = Readonly<Partial<Record<string, string>>>;

/**
 * Loads the names of all subclasses of the CNAE 2.3, which only output for people needs. The file was made from IBGE's
 * table (https://servicodados.ibge.gov.br/api/v2/cnae/subclasses), which has them in capitals.
 */
export async function loadActivities(): Promise<Activities> {
  const { default: activities } = await import('./activities.json', { with: { type: 'json' } });
  return activities;
}

export function findActivityName(code: string, activities: Activities): string | undefined {
  return Object.hasOwn(activities, code) ? activities[code] : undefined;
}
