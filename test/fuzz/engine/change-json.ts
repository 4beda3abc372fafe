import type { Random } from './random.js';

type Place = readonly [parent: Record<string, unknown> | unknown[], name: string];

const VALUES: readonly unknown[] = [
  ...['', ' ', '\\', 'a\\', '"', '\\"', '[', ']}', ',', '\ud800', '😀', '\u0000', '__proto__'],
  ...[null, true, false, 0, -0, 1e300, [], {}, [[]], [{}], { a: [{ b: '}' }] }],
];

/** Changes a value, an element or a name of a JSON text; undefined if it is none. Random bytes seldom leave it JSON. */
export function changeJson(text: string, random: Random): string | undefined {
  const root = [parsed(text)];
  if (root[0] === undefined) return undefined;
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const places = placesIn(root);
    if (places.length > 0) change(...random.pick(places), random);
  }
  return JSON.stringify(root[0], undefined, random.pick(['', '', ' ', '\r\n\t']));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function placesIn(parent: Place[0]): Place[] {
  return Object.entries(parent).flatMap(([name, value]: [string, unknown]) => {
    const inner = typeof value === 'object' && value !== null ? placesIn(value as Place[0]) : [];
    return [[parent, name] as const, ...inner];
  });
}

function change(parent: Place[0], name: string, random: Random): void {
  const own = parent as Record<string, unknown>;
  const value = own[name];
  const kind = random.pick(['replace', 'replace', 'wrap', 'copy', 'remove']);
  if (kind === 'replace') own[name] = structuredClone(random.pick(VALUES));
  else if (kind === 'wrap') own[name] = typeof value === 'string' ? `${value}\\` : [value];
  else if (kind === 'remove') Reflect.deleteProperty(parent, name);
  else if (Array.isArray(parent)) parent.push(structuredClone(value));
  else own[random.pick(Object.keys(parent))] = structuredClone(value);
}
