import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ENDPOINTS, endpointNames } from '../../src/sandbox/endpoints.js';
import { openapi } from '../../src/sandbox/openapi.js';

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ ...openapi, $id: 'service' });
const validators = new Map<string, ValidateFunction>();

/** How an answer differs from the served description; undefined if it matches. */
export function undescribed({ method, path, status, type, body }: Described): string | undefined {
  const route = endpointNames
    .map((name) => ENDPOINTS[name])
    .find((endpoint) => endpoint.method === method && shape(endpoint.path).test(path));
  if (route === undefined) return undefined;
  const told = [route.path, method.toLowerCase(), 'responses', String(status)] as const;
  const response = told.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    openapi.paths,
  ) as { content: Record<string, unknown> } | undefined;
  const media = type.replace(/;.*/, '');
  if (response?.content[media] === undefined) return `${told.join(' ')} ${media} is not described`;
  const validate = validatorOf([...told, 'content', media, 'schema']);
  const value = media === 'application/json' ? body : '';
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const shape = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`);

function validatorOf(place: readonly string[]): ValidateFunction {
  const pointer = ['paths', ...place].map(
    (part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  );
  const reference = `service#${pointer.join('')}`;
  const known = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, known);
  return known;
}
