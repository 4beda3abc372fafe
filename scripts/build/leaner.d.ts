/** A module as it is bundled; null where nothing in it changes. */
export function changed(code: string, id: string): string | null;
