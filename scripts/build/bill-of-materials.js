// The bundled packages as a CycloneDX document, for scanners: the archive has no dependencies that a scanner could
// follow.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/**
 * Writes the document. The same packages give the same text: the time and the random number, which are optional, are
 * left out.
 */
export function writeBillOfMaterials(packages) {
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...describeComponent(manifest) } },
    components: packages.map((bundledPackage) => ({
      type: 'library',
      ...describeComponent(bundledPackage),
      // JSON leaves out undefined fields.
      hashes:
        bundledPackage.integrity === undefined ? undefined : [readHash(bundledPackage.integrity)],
      components:
        bundledPackage.carries.length === 0
          ? undefined
          : bundledPackage.carries.map((name) => ({ type: 'library', name })),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function describeComponent({ name, version, license }) {
  const isExpression = / (OR|AND|WITH) /.test(license);
  return {
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}

/** Reads the hash from an integrity, `sha512-<base64>`. */
function readHash(integrity) {
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  return { alg: 'SHA-512', content };
}
