import { getOperation, openapiDocument } from '#apps/reference/openapi.ts';
import { endpoints } from '#functions/endpoints.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { ScriptedResponse } from './scripted-service.ts';

/** A line break that begins a line of its own, and what terminals obey: colours, titles, C1, DEL and directions. */
export const HOSTILE_TEXT =
  "x'\nFORGED\r\u001b[35m\u001b]0;t\u0007\u009b2J\u007f\u202ea\u2066b\u2028\u061c\u200f";

export type HostileRound = {
  /** Index of the alternative of a union, and of the value of an enumeration, to send. */
  variant: number;
  /** Times are valid unless they are hostile as well. */
  hasHostileTimes?: boolean;
};

const TIME = '2026-11-22T10:00:00.000Z';

/** Values without which a command waits or repeats forever, or may do nothing. */
const PREFERRED = ['done', 'admin'];
const NEVER_TRUE = ['remaining', 'isCancelRequested'];

const document = openapiDocument(endpoints);
const schemas = document.components.schemas ?? {};

/** Returns a response that has hostile text wherever the contract allows text. */
export function respondHostilely(line: string, round: HostileRound): ScriptedResponse {
  const [method = '', target = ''] = line.split(' ');
  const url = new URL(target, 'http://service');
  const endpoint = endpoints.find((one) => one.method === method && toPattern(one.path).test(url.pathname));
  if (!endpoint) return { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } };
  const content = getOperation(document, endpoint).responses[200].content;
  const json = content['application/json'];
  if (!json) return { headers: { 'x-export-complete': 'true' }, body: HOSTILE_TEXT };
  const body = fill(json.schema, round) as JsonObject;
  // Only the first page tells of another.
  if (url.searchParams.has('cursor')) delete body.nextCursor;
  // A chat that only waits goes on by itself, forever.
  if (endpoint.id === 'continue-chat') delete body.clientSideActions;
  return { body };
}

/** Returns an error of the service in which every text is hostile. */
export function failHostilely(status: number): ScriptedResponse {
  const issue = { path: HOSTILE_TEXT, message: HOSTILE_TEXT, code: HOSTILE_TEXT };
  return {
    status,
    headers: { 'retry-after': '61' },
    body: { code: HOSTILE_TEXT, message: HOSTILE_TEXT, requestId: HOSTILE_TEXT, issues: [issue] },
  };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function fill(schema: JsonObject, round: HostileRound, name = ''): unknown {
  const { $ref, allOf, anyOf, oneOf, type, format, properties, items, additionalProperties } = schema;
  if (typeof $ref === 'string') return fill(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, round, name);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return pick(schema.enum, round);
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((part) => fill(part, round, name)));
  const options = [anyOf, oneOf].find(Array.isArray) as JsonObject[] | undefined;
  if (options) {
    const filled = options.filter((option) => option.type !== 'null');
    return fill(filled[round.variant % filled.length] ?? {}, round, name);
  }
  const kind = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  switch (kind) {
    case 'object': {
      const named = Object.entries((properties ?? {}) as Record<string, JsonObject>);
      const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null;
      return {
        ...(isOpen && { [HOSTILE_TEXT]: fill(additionalProperties as JsonObject, round) }),
        ...Object.fromEntries(named.map(([key, inner]) => [key, fill(inner, round, key)])),
      };
    }
    case 'array':
      return [fill((items ?? {}) as JsonObject, round, name)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return !NEVER_TRUE.includes(name);
    case 'null':
      return null;
    default:
      return format === 'date-time' && !round.hasHostileTimes ? TIME : HOSTILE_TEXT;
  }
}

function pick(values: unknown[], { variant }: HostileRound): unknown {
  return values.find((value) => PREFERRED.includes(value as string)) ?? values[variant % values.length];
}
