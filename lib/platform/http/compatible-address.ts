import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { Caller } from '#lib/platform/auth/access.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Name here → name at the address. Dots lead into objects and into the elements of lists: `results.botId`. */
export type Names = Readonly<Record<string, string>>;

/** The request that a response belongs to, in the names of the contract. */
export type AnsweredRequest = {
  params: JsonObject;
  query: JsonObject;
  /** Present if the contract requires a bearer token. */
  caller?: Caller | undefined;
};

/**
 * An address of Typebot that leads to an endpoint of this service. The endpoint's function serves it,
 * with the endpoint's grants and checks; only names and forms are translated.
 * Decision: docs/decisions/0033-addresses-of-the-source-product.md
 */
export type CompatibleAddress = {
  /** The endpoint's own path if both products have the same. All its callers then get what is translated. */
  path: `/v${number}/${string}`;
  /** Added to the endpoint's id to form the address's own. Only needed if an endpoint has several. */
  suffix?: string;
  /** Differences from the endpoint that its callers should know. */
  note?: string;
  params?: Names;
  body?: Names;
  response?: Names;
  /** Translates the query, where names are not enough. */
  toQuery?: (query: JsonObject) => JsonObject;
  /**
   * Translates the body, where names are not enough. It may be any JSON value, or undefined. The query is the one that
   * was sent.
   */
  toBody?: (body: unknown, query: JsonObject) => unknown;
  /** Translates the response after its names. */
  fromResponse?: (response: JsonObject, request: AnsweredRequest) => JsonObject;
  /** Schemas of what `toQuery`, `toBody` and `fromResponse` translate. Read by documentation and tests alone. */
  schemas?: () => { query?: z.ZodType; body?: z.ZodType; response?: z.ZodType };
};

/** Returns the address that a request was sent to. Undefined if it is the endpoint's own. */
export function findCompatibleAddress(
  { compatibility = [] }: { compatibility?: readonly CompatibleAddress[] },
  { resource }: Pick<APIGatewayProxyEvent, 'resource'>,
): CompatibleAddress | undefined {
  return compatibility.find(({ path }) => path === resource);
}

/** Translates path parameters or a body to the names used here. Keys with a name of ours are unknown there. */
export function toOwnNames(value: unknown, names: Names = {}): unknown {
  if (!isObject(value)) return value;
  const own = Object.entries(names);
  const kept = Object.entries(value).filter(([key]) => !own.flat().includes(key));
  const translated = own.flatMap(([name, there]) =>
    Object.hasOwn(value, there) ? [[name, value[there]] as const] : [],
  );
  return Object.fromEntries([...kept, ...translated]);
}

/** Translates a response to the names at the address. */
export function toTheirNames(value: unknown, names: Names, prefix = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => toTheirNames(element, names, prefix));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const path = `${prefix}${key}`;
      return [
        Object.hasOwn(names, path) ? names[path] : key,
        leadsInto(names, path) ? toTheirNames(inner, names, `${path}.`) : inner,
      ];
    }),
  );
}

/** Tells whether something below this path has another name. */
export function leadsInto(names: Names, path: string): boolean {
  return Object.keys(names).some((name) => name.startsWith(`${path}.`));
}

/** Translates the body of a successful response. */
export function toTheirResponse(
  { response, fromResponse }: CompatibleAddress,
  body: unknown,
  request: AnsweredRequest,
): unknown {
  const named = response ? toTheirNames(body, response) : body;
  return fromResponse ? fromResponse(named as JsonObject, request) : named;
}

/** Typebot begins lists with `cursor=0`, where this service takes no cursor. */
export function fromFirstPage({ cursor, ...query }: JsonObject): JsonObject {
  return cursor === undefined || cursor === '0' ? query : { cursor, ...query };
}

type ErrorBody = { message: string; issues?: { path: string; message: string }[] };

/**
 * Adds to an error what clients of Typebot read, and translates the places of its issues. Its message
 * stays as it is, because people read it, unless it names such a place.
 */
export function toTheirError<B extends ErrorBody>(
  { body: names = {} }: CompatibleAddress,
  status: number,
  error: B,
) {
  const translated = (text: string) =>
    text.replace(/^\w+/, (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name));
  const issues = error.issues?.map(({ path, message }) => ({ path: translated(path), message }));
  const place = error.issues?.[0]?.path;
  const message =
    place !== undefined && place !== '' && error.message.startsWith(place)
      ? translated(error.message)
      : error.message.replace(/^Bot not found$/, 'Typebot not found');
  return {
    ...error,
    message,
    ...(issues && { issues }),
    defined: true,
    status,
    ...(issues && {
      data: { issues: issues.map(({ path, message }) => ({ path: toSegments(path), message })) },
    }),
  };
}

/** `bot.groups[0].id` → `['bot', 'groups', 0, 'id']`. */
function toSegments(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) =>
    index === undefined ? key : Number(index),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
