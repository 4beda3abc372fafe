export type Activities = Readonly<Partial<Record<string, string>>>;

/**
 * All subclasses of the CNAE 2.3 by IBGE's own table (https://servicodados.ibge.gov.br/api/v2/cnae/subclasses), which
 * has them in capitals. Loaded only where people read them.
 */
export async function loadActivities(): Promise<Activities> {
  const { default: activities } = await import('./activities.json', { with: { type: 'json' } });
  return activities;
}

export function activityName(code: string, activities: Activities): string | undefined {
  return Object.hasOwn(activities, code) ? activities[code] : undefined;
}
