import { escapeAttribute } from './xml-text.js';
import {
  createAppending,
  readAttribute,
  type ByteText,
  listChildren,
  readPrefix,
  parseRoot,
  toByteText,
  applyChanges,
} from './xml-text.js';

/** Adds the content types of parts to the text of `[Content_Types].xml`. Names of parts begin with `/`. */
export function addContentTypes(
  text: ByteText,
  parts: readonly (readonly [part: string, type: string])[],
): ByteText {
  const root = parseRoot(text);
  const prefix = readPrefix(root.tag);
  const added = parts.map(
    ([part, type]) =>
      `<${prefix}Override PartName="${escapeAttribute(part)}" ContentType="${type}"/>`,
  );
  return applyChanges(text, createAppending(root, toByteText(added.join(''))));
}

/**
 * Adds relations of these kinds (`worksheet`) to a list of relations, and returns their ids. Their types begin like the
 * types in the list, because the strict form of the format has other names than the usual form.
 */
export function addRelations(
  text: ByteText,
  relations: readonly (readonly [kind: string, target: string])[],
): { text: ByteText; ids: readonly string[] } {
  const root = parseRoot(text);
  const tags = listChildren(text, root).map(({ tag }) => tag);
  const takenIds = new Set(tags.map((tag) => readAttribute(tag, 'Id') ?? ''));
  const isStrict = tags.some((tag) => (readAttribute(tag, 'Type') ?? '').startsWith(STRICT));
  const prefix = readPrefix(root.tag);
  const ids: string[] = [];
  const added = relations.map(([kind, target]) => {
    let number = takenIds.size + 1;
    while (takenIds.has(`rId${number}`)) number += 1;
    const id = `rId${number}`;
    takenIds.add(id);
    ids.push(id);
    const type = `${isStrict ? STRICT : TRANSITIONAL}/${kind}`;
    return `<${prefix}Relationship Id="${id}" Type="${type}" Target="${escapeAttribute(target)}"/>`;
  });
  return { text: applyChanges(text, createAppending(root, toByteText(added.join('')))), ids };
}

const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Creates an empty list of relations, for a part without one. */
export function createRelations(): ByteText {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
  );
}
