import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { toOperationId } from '#apps/client/operation-id.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { propertiesOf } from './describe-properties.ts';
import { getOperation, type OpenapiOperation, openapiDocument } from './openapi.ts';
import type { OpenapiParameter } from './openapi-parameters.ts';

/** Components whose names would hide a global of browsers. */
const OTHER_NAMES = { Error: 'ErrorEnvelope', Event: 'BotEvent' };

const BANNER = `/*
 * Types of all requests and responses. Written by \`npm run docs\` from the contracts; do not edit.
 */`;

/**
 * Generates the client's TypeScript types from the OpenAPI document of these endpoints, which has the descriptions
 * that editors show: an interface for every component and every body, and `Operations` with all parts of all
 * operations.
 */
export async function renderClientTypes(endpoints: readonly Endpoint[]): Promise<string> {
  const document = openapiDocument(endpoints);
  const { components } = document;
  const properties = Object.fromEntries(
    endpoints.map((endpoint) => {
      const name = toOperationId(endpoint.id);
      return [name, toOperationSchema(name, getOperation(document, endpoint))];
    }),
  );
  const definitions = Object.fromEntries(
    Object.entries(components.schemas ?? {}).map(([name, schema]) => [
      getTypeName(name),
      toTypeSchema(schema),
    ]),
  );
  // The envelope belongs to no operation.
  const types = await Promise.all([
    toTypes('Operations', { ...toObject(properties), definitions }),
    toTypes(OTHER_NAMES.Error, definitions[OTHER_NAMES.Error] ?? {}),
  ]);
  return `${BANNER}\n\n${types.join('\n')}`;
}

async function toTypes(name: string, schema: JsonObject): Promise<string> {
  const types = await compile(schema as JSONSchema, name, {
    additionalProperties: false,
    bannerComment: '',
    style: { singleQuote: true, printWidth: 110, bracketSpacing: true, trailingComma: 'all' },
  });
  return joinLines(toTypeAliases(types));
}

const MAX_LINE_CHARS = 125;

/** An object whose properties are each a line, none of them a comment. */
const SMALL_OBJECT = /^(.*)\{\n((?: *[^\n}/ ][^\n/]*;\n)+) *\}/gm;

/** Texts of a union, each in a line. */
const LITERALS = /^( *)\| '[^'\n]*'(?:\n\1\| '[^'\n]*')+/gm;

/**
 * Writes comments of one line in one line, small objects without comments, at two levels, and as many texts of a union as
 * fit in a line.
 */
function joinLines(types: string): string {
  return types
    .replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */')
    .replaceAll(SMALL_OBJECT, joinObject)
    .replaceAll(SMALL_OBJECT, joinObject)
    .replaceAll(LITERALS, joinLiterals);
}

function joinLiterals(union: string, indent: string): string {
  const lines: string[] = [];
  for (const literal of union.split('\n').map((line) => line.trim())) {
    const joined = `${lines.at(-1) ?? ''} ${literal}`;
    if (lines.length > 0 && joined.length < MAX_LINE_CHARS) lines[lines.length - 1] = joined;
    else lines.push(`${indent}${literal}`);
  }
  return lines.join('\n');
}

function joinObject(object: string, start: string, lines: string): string {
  const properties = lines.trim().slice(0, -1).split(/;\n */).join('; ');
  const joined = `${start}{ ${properties} }`;
  return joined.length < MAX_LINE_CHARS ? joined : object;
}

/** Interfaces become types, because an interface without an index signature is no `Record<string, unknown>`. */
function toTypeAliases(types: string): string {
  return types.replaceAll(/^export interface (\w+) (\{.*?^\})$/gms, 'export type $1 = $2;');
}

function toOperationSchema(name: string, operation: OpenapiOperation): JsonObject {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const params = toParameters(parameters, 'path');
  const query = toParameters(parameters, 'query');
  const headers = toParameters(parameters, 'header');
  const body = requestBody?.content['application/json']?.schema;
  const response = Object.values(responses[200].content)[0]?.schema ?? {};
  const named = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return {
    ...toObject(
      {
        ...(params && { params }),
        ...(query && { query: { ...query, title: `${named}Query` } }),
        ...(headers && { headers }),
        ...(body && { body: toNamedType(`${named}Body`, body) }),
        response: toNamedType(`${named}Response`, response),
      },
      [
        ...(params ? ['params'] : []),
        ...(isRequired(query) ? ['query'] : []),
        ...(isRequired(headers) ? ['headers'] : []),
        ...(requestBody?.required ? ['body'] : []),
        'response',
      ],
    ),
    // One paragraph, so that it is one line: the types are read in editors, which wrap it.
    description: `${summary}. ${toHint(description)}`,
  };
}

/** Characters of an operation's description that editors show. The reference has all of it. */
const MAX_HINT_LENGTH = 320;

/** Keeps the first sentences of a description, and its last paragraph, which says what the operation requires. */
function toHint(description: string): string {
  const [text = '', ...others] = description.split('\n\n');
  let hint = '';
  for (const sentence of text.split(/(?<=\.) (?=\p{Lu})/u)) {
    if (hint !== '' && hint.length + sentence.length >= MAX_HINT_LENGTH) break;
    hint = hint === '' ? sentence : `${hint} ${sentence}`;
  }
  return [hint, ...others.slice(-1)].join(' ');
}

/** Names a schema, unless it is a component: a reference with a title would become a copy of it. */
function toNamedType(title: string, schema: JsonObject): JsonObject {
  return schema.$ref === undefined ? { title, ...toTypeSchema(schema) } : toTypeSchema(schema);
}

function getTypeName(component: string): string {
  return Object.hasOwn(OTHER_NAMES, component)
    ? OTHER_NAMES[component as keyof typeof OTHER_NAMES]
    : component;
}

function isRequired(part: JsonObject | undefined): boolean {
  return Array.isArray(part?.required) && part.required.length > 0;
}

/** Returns the parameters of one location as an object. Header names are in lower case, as the client takes them. */
function toParameters(
  parameters: OpenapiParameter[],
  location: OpenapiParameter['in'],
): JsonObject | undefined {
  const found = parameters.filter((one) => one.in === location);
  if (found.length === 0) return undefined;
  return toObject(
    Object.fromEntries(
      found.map(({ name, description, required, schema }) => {
        const typed = { ...toParameterSchema(schema), ...(description !== undefined && { description }) };
        return [location === 'header' ? name.toLowerCase() : name, required ? typed : toOptional(typed)];
      }),
    ),
    found
      .filter(({ required }) => required)
      .map(({ name }) => (location === 'header' ? name.toLowerCase() : name)),
  );
}

/** Parameters are sent as text, so numbers and booleans may also be given as such. */
function toParameterSchema(schema: JsonObject): JsonObject {
  if (schema.type === 'boolean') return { tsType: "boolean | 'true' | 'false'" };
  const isDigits = typeof schema.pattern === 'string' && new RegExp(schema.pattern).test('1');
  return isDigits ? { tsType: 'number | string' } : toTypeSchema(schema);
}

function toObject(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Keywords that narrow a value in a way that TypeScript does not, and that would become useless unions. */
const UNTYPED_KEYWORDS = [
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'pattern',
  'format',
  'minItems',
  'maxItems',
];

/** Converts a schema of the OpenAPI document to one that json-schema-to-typescript understands. */
function toTypeSchema(schema: JsonObject): JsonObject {
  const { $ref, description, ...rest } = schema;
  const described = typeof description === 'string' ? { description } : {};
  if (typeof $ref === 'string') {
    const name = $ref.slice('#/components/schemas/'.length);
    const reference = { $ref: `#/definitions/${getTypeName(name)}` };
    // Beside a reference, other keywords would make a copy of what it refers to.
    return description === undefined ? reference : { ...described, allOf: [reference] };
  }
  // With a description alone, a schema would become an object.
  if (Object.keys(rest).length === 0) return { ...described, tsType: 'unknown' };
  const typed = Object.entries(rest)
    .map(([keyword, value]) => [keyword, toTypeKeyword(keyword, value, rest)] as const)
    .filter(([, value]) => value !== undefined);
  return { ...described, ...Object.fromEntries(typed) };
}

/** Keywords of members that only say which properties have to be present, which types leave out. */
const PRESENCE_KEYWORDS = ['required', 'not'];

/** Returns the value that a keyword gets. Undefined leaves the keyword out. */
function toTypeKeyword(keyword: string, value: unknown, { required = [] }: JsonObject): unknown {
  if (UNTYPED_KEYWORDS.includes(keyword)) return undefined;
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Record<string, JsonObject>).map(([name, property]) => {
          const inner = toTypeSchema(property);
          return [name, (required as string[]).includes(name) ? inner : toOptional(inner)];
        }),
      );
    case 'anyOf':
    case 'oneOf':
    case 'allOf': {
      const members = (value as JsonObject[]).filter((member) =>
        Object.keys(member).some((name) => !PRESENCE_KEYWORDS.includes(name)),
      );
      return members.length > 0 ? dropRepeatedDescriptions(members.map(toTypeSchema)) : undefined;
    }
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' ? toTypeSchema(value as JsonObject) : value;
    default:
      return value;
  }
}

/** Keeps the first of equal descriptions of a property: editors show it for the whole union. Changes the schemas. */
function dropRepeatedDescriptions(members: JsonObject[]): JsonObject[] {
  const known = new Set<string>();
  for (const { path, schema } of members.flatMap((member) => [...propertiesOf(member, [])])) {
    const key = `${path.join('.')}: ${String(schema.description)}`;
    if (known.has(key)) delete schema.description;
    known.add(key);
  }
  return members;
}

/** Also allows undefined, for callers that have `exactOptionalPropertyTypes`. */
function toOptional({ description, ...schema }: JsonObject): JsonObject {
  if (schema.tsType === 'unknown') return { ...(description !== undefined && { description }), ...schema };
  return {
    ...(description !== undefined && { description }),
    anyOf: [schema, { tsType: 'undefined' }],
  };
}
