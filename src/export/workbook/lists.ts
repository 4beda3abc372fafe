import { escapeAttribute } from './xml-text.js';
import {
  appended,
  attribute,
  type ByteText,
  childrenOf,
  prefixOf,
  rootOf,
  toByteText,
  withChanges,
} from './xml-text.js';

/** Adds parts with their content types to `[Content_Types].xml`. Names of parts begin with `/`. */
export function addContentTypes(
  text: ByteText,
  parts: readonly (readonly [part: string, type: string])[],
): ByteText {
  const root = rootOf(text);
  const prefix = prefixOf(root.tag);
  const added = parts.map(
    ([part, type]) =>
      `<${prefix}Override PartName="${escapeAttribute(part)}" ContentType="${type}"/>`,
  );
  return withChanges(text, appended(root, toByteText(added.join(''))));
}

/**
 * Adds relations of these kinds (`worksheet`) to a list of relations, whose types begin as those that it has: the
 * strict form of the format has names of its own. Returns the ids of the relations.
 */
export function addRelations(
  text: ByteText,
  relations: readonly (readonly [kind: string, target: string])[],
): { text: ByteText; ids: readonly string[] } {
  const root = rootOf(text);
  const known = childrenOf(text, root).map(({ tag }) => tag);
  const taken = new Set(known.map((tag) => attribute(tag, 'Id') ?? ''));
  const isStrict = known.some((tag) => (attribute(tag, 'Type') ?? '').startsWith(STRICT));
  const prefix = prefixOf(root.tag);
  const ids: string[] = [];
  const added = relations.map(([kind, target]) => {
    let number = taken.size + 1;
    while (taken.has(`rId${number}`)) number += 1;
    const id = `rId${number}`;
    taken.add(id);
    ids.push(id);
    const type = `${isStrict ? STRICT : TRANSITIONAL}/${kind}`;
    return `<${prefix}Relationship Id="${id}" Type="${type}" Target="${escapeAttribute(target)}"/>`;
  });
  return { text: withChanges(text, appended(root, toByteText(added.join('')))), ids };
}

const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A list of relations for a part that had none. */
export function newRelations(): ByteText {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
  );
}
