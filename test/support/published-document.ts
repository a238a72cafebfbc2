import { readFileSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { toOperationId } from '#apps/client/operation-id.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import type { CheckedResponse } from './checked-response.ts';

/*
 * Checks a response against the published docs/openapi.json alone, as an outside client would, without using the
 * contracts that it was generated from.
 */

type PublishedResponse = {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: object }>;
};

type PublishedOperation = {
  operationId: string;
  servers?: object[];
  responses: Record<string, PublishedResponse>;
};

const URI = 'openapi.json';

const document: Record<string, unknown> & { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);

// Not strict, because the document contains more than schemas, and `example` is not a JSON Schema keyword.
const ajv = addFormats
  .default(new Ajv2020.default({ strict: false, validateFormats: true }))
  .addSchema(document, URI);

/** Headers that must be documented if they are sent. */
const NOTABLE_HEADERS = [
  'etag',
  'retry-after',
  'www-authenticate',
  'content-disposition',
  'x-next-cursor',
  'x-export-complete',
  'idempotency-replayed',
];

/** Returns how a response violates the published document. Undefined if it does not. */
export function publishedProblem(endpoint: Endpoint, response: CheckedResponse): string | undefined {
  const pointer = responsePointer(endpoint, response.status);
  if (pointer === undefined) {
    return `docs/openapi.json has no ${toOperationId(endpoint.id)} with this status: npm run docs`;
  }
  const published = valueAt(pointer) as PublishedResponse;
  return headerProblem(published, response) ?? bodyProblem(pointer, published, response);
}

/**
 * Returns the JSON pointer to a documented response, with `$ref` resolved, such as
 * `/paths/~1v1~1bots/get/responses/200`.
 */
function responsePointer({ id, method, path }: Endpoint, status: number): string | undefined {
  const name = method.toLowerCase();
  const operation = document.paths[path]?.[name] as PublishedOperation | undefined;
  const response = operation?.responses[status];
  // Two APIs with the same address share an operation, which is named after the first.
  const isNamed = operation?.servers?.length === 2 || operation?.operationId === toOperationId(id);
  if (!isNamed || !response) return undefined;
  return (
    response.$ref?.slice(1) ?? ['', 'paths', path, name, 'responses', status].map(escapeSegment).join('/')
  );
}

function headerProblem({ headers = {} }: PublishedResponse, { headers: sent }: CheckedResponse) {
  const described = new Map(
    Object.entries(headers).map(([name, { $ref }]) => [
      name.toLowerCase(),
      valueAt($ref.slice(1)) as { required?: boolean },
    ]),
  );
  const unknown = NOTABLE_HEADERS.find((name) => sent.has(name) && !described.has(name));
  if (unknown) return `docs/openapi.json does not document the header ${unknown}`;
  const missing = [...described].find(([name, { required }]) => required && !sent.has(name));
  return missing && `docs/openapi.json promises the header ${missing[0]}`;
}

function bodyProblem(pointer: string, { content = {} }: PublishedResponse, response: CheckedResponse) {
  if (response.body === undefined)
    return Object.keys(content).length === 0 ? undefined : 'the body is missing';
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  if (!content[mediaType]) return `docs/openapi.json does not document the media type ${mediaType}`;
  const validate = createValidator(`${pointer}/content/${escapeSegment(mediaType)}/schema`);
  if (validate(response.body)) return undefined;
  const problems = ajv.errorsText(validate.errors, { dataVar: 'body' });
  return `docs/openapi.json documents a different response (npm run docs?): ${problems}`;
}

const validators = new Map<string, ValidateFunction>();

/** Compiles validators lazily, because no suite needs all of them. */
function createValidator(pointer: string): ValidateFunction {
  const validator = validators.get(pointer) ?? ajv.compile({ $ref: `${URI}#${encodeURI(pointer)}` });
  validators.set(pointer, validator);
  return validator;
}

const escapeSegment = (segment: string | number) =>
  String(segment).replaceAll('~', '~0').replaceAll('/', '~1');

function valueAt(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, segment) => {
      const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      return (value as Record<string, unknown> | undefined)?.[key];
    }, document);
}
