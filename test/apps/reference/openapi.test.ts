import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toOperationId } from '#apps/client/operation-id.ts';
import { getExample } from '#apps/reference/endpoint-example.ts';
import { EXAMPLES } from '#apps/reference/examples.ts';
import { type OpenapiDocument, openapiDocument } from '#apps/reference/openapi.ts';
import { SHARED_SCHEMAS } from '#apps/reference/shared-schemas.ts';
import { endpoints, routes } from '#functions/endpoints.ts';
import { checkBot } from '#lib/bots/check-bot.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import { getErrorCodes } from '#lib/platform/http/contract.ts';
import { isStatusOfCode } from '#lib/platform/http/error-envelope.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { fakeEndpoint } from '#test/apps/local/fake-api.ts';

type Content = Record<
  string,
  { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
>;
type Parameter = { name: string; in: string; required: boolean; schema: object; example?: unknown };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
  security: object[];
  servers?: object[];
};

const text = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
const published: OpenapiDocument = JSON.parse(text);

type Reference = { $ref?: string };

/** Returns an operation, with its parameters instead of references to them. */
function toOperation(path: string, method: string, document = published): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
  const components = document.components.parameters as Record<string, Parameter> | undefined;
  const parameters = operation?.parameters?.map((parameter: Parameter & Reference) =>
    parameter.$ref === undefined ? parameter : components?.[parameter.$ref.replace(PARAMETERS, '')],
  );
  return parameters ? { ...operation, parameters: parameters as Parameter[] } : operation;
}

const PARAMETERS = '#/components/parameters/';

const ajv = addFormats.default(new Ajv2020.default({ strict: false })).addSchema(published, 'openapi.json');

/** Validates a value against a schema whose references point into the document. */
function findProblems(schema: object, value: unknown): string | undefined {
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components')),
  );
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** Returns the objects with three or more properties that several schemas describe alike, as lists of properties. */
function findRepeatedObjects(): string[] {
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) count(item);
    if (!isJsonObject(value)) return;
    const { description: _, ...schema } = value;
    if (isJsonObject(schema.properties) && Object.keys(schema.properties).length >= 3) {
      const key = JSON.stringify(schema, (name, inner) => (name === 'description' ? undefined : inner));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [name, inner] of Object.entries(value)) if (!name.startsWith('example')) count(inner);
  };
  count([published.paths, published.components]);
  return [...counts].flatMap(([schema, times]) =>
    times > 1 ? [Object.keys(JSON.parse(schema).properties).join(' ')] : [],
  );
}

const table = routes.map((endpoint) => [endpoint.id, endpoint] as const);

describe('docs/openapi.json', () => {
  it('matches the contracts (run `npm run docs`)', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(openapiDocument(routes))));
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has one operation per route, or one for both APIs, and nothing else', () => {
    const operations = Object.entries(published.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => method !== 'servers')
        .map(([method, operation]) => [(operation as Operation).operationId, method.toUpperCase(), path]),
    );
    expect(operations.toSorted()).toEqual(
      routes
        .filter(({ id }) => id !== 'get-chat-health')
        .map(({ id, method, path }) => [toOperationId(id), method, path])
        .toSorted(),
    );
  });

  it('repeats no large schema, and has no patterns for timestamps', () => {
    const { schemas } = published.components;
    for (const name of ['Bot', 'BotPatch', 'ImportedBot', 'PublishedBot', 'Result', 'Warning', 'Error']) {
      expect(schemas).toHaveProperty(name);
    }
    for (const name of Object.keys(SHARED_SCHEMAS)) expect(schemas).toHaveProperty(name);
    expect(text.match(/"progressBar"/g)).toHaveLength(1);
    expect(findRepeatedObjects()).toEqual([]);
    expect(text.split('\n').length).toBeLessThan(12_000);
    expect(text).not.toMatch(/"format": "date-time",\s+"pattern"/);
  });

  it('shows documents of both eras for imports', () => {
    const { schema } = toOperation('/v1/bots/import', 'POST').requestBody?.content['application/json'] ?? {};
    const body = { workspaceId: 'w', bot: { name: 'A', blocks: [{ id: 'b', steps: [] }] } };
    expect(findProblems(schema ?? {}, body)).toBeUndefined();
    expect(findProblems(schema ?? {}, { workspaceId: 'w', bot: { name: 1 } })).toContain('name');
  });

  it.each([
    ['/v1/bots/{botId}', 'migrateToLatestVersion', { type: 'boolean', default: false }],
    ['/v1/bots/{botId}/publishedBot', 'migrateToLatestVersion', { type: 'boolean', default: false }],
    ['/v1/bots', 'archived', { type: 'boolean', default: false }],
    ['/v1/bots/{botId}/results', 'isCompleted', { type: 'boolean' }],
  ])('describes booleans in a query as booleans: %s, %s', (path, parameter, schema) => {
    const { parameters } = toOperation(path, 'GET');
    expect(parameters?.find(({ name }) => name === parameter)?.schema).toEqual(schema);
  });

  it.each([
    [
      'an import over a bot without its id',
      '/v1/bots/import',
      { mode: 'replace', workspaceId: 'w', bot: { groups: [] } },
    ],
    [
      'an import over a bot that takes a publicId',
      '/v1/bots/import',
      { mode: 'replace', botId: 'b', keepPublicId: true, workspaceId: 'w', bot: { groups: [] } },
    ],
    [
      'an import as a new bot with an id',
      '/v1/bots/import',
      { botId: 'b', workspaceId: 'w', bot: { groups: [] } },
    ],
    [
      'an old export whose groups have no id',
      '/v1/bots/check',
      { bot: { blocks: [{ steps: [] }], edges: [{}] } },
    ],
    ['a file that is not a bot', '/v1/bots/import', { workspaceId: 'w', bot: { name: 'A' } }],
    ['a workspace without a name', '/v1/workspaces', { name: '' }],
    ['a workspace with a name of 101 characters', '/v1/workspaces', { name: 'x'.repeat(101) }],
  ])('rejects what the service rejects: %s', (_, path, body) => {
    const schema = toOperation(path, 'post').requestBody?.content['application/json']?.schema ?? {};
    expect(findProblems(schema, body)).toBeDefined();
  });

  it('sends each operation to its address', () => {
    for (const { method, path } of routes) {
      const urls = routes
        .filter((other) => other.method === method && other.path === path)
        .map(({ api }) => expect.objectContaining({ url: api === 'chat' ? '{chatUrl}' : '{baseUrl}' }));
      const { servers = published.paths[path]?.servers ?? published.servers } = toOperation(path, method);
      expect([path, servers]).toEqual([path, urls]);
    }
  });

  it('refuses two endpoints of an API with one address', () => {
    const [first] = routes;
    if (!first) throw new Error('There are no routes');
    expect(() => openapiDocument([first, first])).toThrow('Two endpoints are POST /v1/bots/import');
  });

  it.each(table)('%s requires a token if its contract does', (_, { method, path, auth }) => {
    expect(toOperation(path, method).security).toEqual(auth === 'bearer' ? [{ bearer: [] }] : []);
  });

  it.each(table)('%s lists every status it can respond with', (_, endpoint) => {
    const statuses = Object.keys(toOperation(endpoint.path, endpoint.method).responses).map(Number);
    for (const code of getErrorCodes(endpoint)) {
      expect(statuses.some((status) => isStatusOfCode(status, code))).toBe(true);
    }
    expect(statuses).toEqual(expect.arrayContaining([200, 403, 404, 429, 500, 502, 503, 504]));
    expect(statuses.includes(401)).toBe(
      endpoint.auth === 'bearer' || endpoint.errors.includes('UNAUTHORIZED'),
    );
    // The gateway responds 400 to malformed percent-encoding in the path.
    if (endpoint.path.includes('{')) expect(statuses).toContain(400);
    expect(statuses.includes(413)).toBe(
      endpoint.request.body !== undefined || endpoint.errors.includes('PAYLOAD_TOO_LARGE'),
    );
  });
});

describe('the examples', () => {
  const shown = table.filter(([, endpoint]) => getExample(endpoint));

  it('exist for every endpoint', () => {
    expect(endpoints.filter(({ id }) => !EXAMPLES[id])).toEqual([]);
  });

  it('belong to existing endpoints', () => {
    const ids = routes.map(({ id }) => id);
    expect(Object.keys(EXAMPLES).filter((id) => !ids.includes(id))).toEqual([]);
  });

  const everyExample = shown.flatMap(([id, endpoint]) => {
    const { others = {}, summary: _, ...usual } = getExample(endpoint) ?? { response: undefined };
    const more = Object.entries(others).map(
      ([name, { summary: __, ...one }]) => [`${id}, ${name}`, endpoint, { ...usual, ...one }] as const,
    );
    return [[id as string, endpoint, usual] as const, ...more];
  });

  it.each(everyExample)(
    "%s: are accepted by the contract's schemas",
    (_, { request, response, produces }, { response: returned, ...sent }) => {
      for (const [part, schema] of Object.entries({ params: {}, ...request }) as [
        keyof typeof sent,
        z.ZodType,
      ][]) {
        if (!(schema instanceof z.ZodType)) continue;
        const result = schema.safeParse(sent[part] ?? {});
        expect(result.error?.issues, part).toBeUndefined();
      }
      expect(Object.keys(sent).filter((part) => !(part in request))).toEqual([]);
      for (const one of produces ? Object.values(returned as object) : [returned]) {
        const { data, error } = response().safeParse(one);
        expect(error?.issues).toBeUndefined();
        // Parsing drops fields that the schema does not have, so an example with an unknown field fails.
        expect(data).toEqual(one);
      }
    },
  );

  it.each(shown)('%s: are valid against the document', (_, { path, method }) => {
    const { parameters = [], requestBody, responses } = toOperation(path, method);
    for (const { name, schema, example, required } of parameters) {
      if (required) expect(findProblems(schema, example), name).toBeUndefined();
    }
    const contents = [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses[200]?.content ?? {}),
    ];
    for (const { schema, example, examples } of contents) {
      for (const value of examples ? Object.values(examples).map((one) => one.value) : [example]) {
        expect(value).toBeDefined();
        expect(findProblems(schema, value)).toBeUndefined();
      }
    }
  });

  it("match the service's actual warnings and issues", () => {
    const [imported, checked] = [EXAMPLES['import-bot'], EXAMPLES['check-bot']];
    const { warnings } = completeDocument(imported?.body?.bot as JsonObject);
    expect(imported?.response).toMatchObject({ warnings });
    expect(checked?.response).toEqual({ issues: checkBot(checked?.body?.bot as JsonObject) });
  });

  it('of errors are valid envelopes', () => {
    for (const { content } of Object.values(published.components.responses ?? {}) as { content: Content }[]) {
      const { schema, example } = content['application/json'] ?? { schema: { not: {} } };
      expect(findProblems(schema, example)).toBeUndefined();
    }
  });
});

describe('openapiDocument', () => {
  it('accepts an endpoint without descriptions', async () => {
    const endpoint = fakeEndpoint({
      id: 'count-things',
      path: '/v1/things',
      response: () => z.object({ count: z.int() }),
    });
    const document = openapiDocument([endpoint]);
    expect(await new Validator().validate(structuredClone(document) as never)).toEqual({ valid: true });
    expect(toOperation('/v1/things', 'GET', document)).toMatchObject({
      operationId: 'countThings',
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { properties: { count: { type: 'integer' } }, required: ['count'] },
            },
          },
        },
      },
    });
  });

  it('lists the media types of a response that is not JSON', () => {
    const document = openapiDocument([
      fakeEndpoint({ path: '/v1/things', response: () => z.string(), produces: ['text/csv'] }),
    ]);
    const { content } = toOperation('/v1/things', 'GET', document).responses[200] ?? {};
    expect(content).toEqual({ 'text/csv': { schema: { type: 'string' } } });
  });

  it('lists query and headers as parameters, except headers that only browsers can send', () => {
    const request = {
      query: z.object({ limit: z.string().regex(/^\d+$/).optional(), workspaceId: z.string() }),
      headers: z.object({ 'if-match': z.string().optional(), origin: z.string().optional() }),
    };
    const { parameters } = toOperation(
      '/v1/things',
      'GET',
      openapiDocument([fakeEndpoint({ path: '/v1/things', request })]),
    );
    expect(parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['limit', 'query', false],
      ['workspaceId', 'query', true],
      ['If-Match', 'header', false],
    ]);
  });

  it('supports a path that both APIs have', () => {
    const shared = [
      fakeEndpoint({ id: 'manage', path: '/v1/things' }),
      fakeEndpoint({ id: 'chat', path: '/v1/things', method: 'POST', api: 'chat' }),
    ];
    const document = openapiDocument(shared);
    expect(document.servers).toMatchObject([{ url: '{baseUrl}' }]);
    expect(toOperation('/v1/things', 'GET', document).servers).toBeUndefined();
    expect(toOperation('/v1/things', 'POST', document).servers).toMatchObject([{ url: '{chatUrl}' }]);
  });

  it('rejects two endpoints with the same method and path', () => {
    const twice = [fakeEndpoint({ id: 'one' }), fakeEndpoint({ id: 'two' })];
    expect(() => openapiDocument(twice)).toThrow('Two endpoints are GET');
  });
});
