// The bundled packages as a CycloneDX document, for scanners: the archive has no dependencies that they could follow.
import { readFileSync } from 'node:fs';

const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The same text for the same packages: without a time and a random number, which the format leaves to each. */
export function billOfMaterials(packages) {
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...component(own) } },
    components: packages.map((one) => ({
      type: 'library',
      ...component(one),
      // JSON leaves out what is undefined.
      hashes: one.integrity === undefined ? undefined : [hashOf(one.integrity)],
      components:
        one.carries.length === 0
          ? undefined
          : one.carries.map((name) => ({ type: 'library', name })),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function component({ name, version, license }) {
  const isExpression = / (OR|AND|WITH) /.test(license);
  return {
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}

/** Of `sha512-<base64>`. */
function hashOf(integrity) {
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  return { alg: 'SHA-512', content };
}
