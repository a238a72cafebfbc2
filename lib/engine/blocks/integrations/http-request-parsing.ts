import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import type { WebhookOptions } from './http-request-options.ts';

/** A block's request with its templates filled in, ready to be sent by a client or by the service. */
export type ParsedRequest = {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: RequestBody;
};

/** `text` is what is sent in both cases. */
export type RequestBody = { kind: 'json'; value: unknown; text: string } | { kind: 'text'; text: string };

/** Undefined if the request has no address. */
export function parsedRequest(
  webhook: WebhookOptions,
  isCustomBody: boolean,
  context: BlockContext,
): ParsedRequest | undefined {
  const address = context.render(webhook.url ?? '');
  if (address === '') return undefined;
  const method = webhook.method ?? 'POST';
  const headers = getHeaders(filledPairs(webhook.headers, context));
  const body = getBody(method, isCustomBody ? webhook.body : undefined, context);
  return {
    url: withQuery(address, toQuery(filledPairs(webhook.queryParams, context))),
    method,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body && { body }),
  };
}

type Pair = { key: string; value: string };

/** The pairs that have both a name and a value when their templates are filled in. */
function filledPairs(pairs: WebhookOptions['headers'], context: BlockContext): Pair[] {
  return pairs
    .map(({ key, value }) => ({ key: context.render(key ?? ''), value: context.render(value ?? '') }))
    .filter(({ key, value }) => key !== '' && value !== '');
}

/** The last header of a name counts. */
function getHeaders(pairs: Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [key, key.toLowerCase() === 'authorization' ? basicValue(value) : value]),
  );
}

const BASIC = 'Basic ';

/** Authors write user and password as they are, but the header needs them in base64. */
function basicValue(value: string): string {
  if (!value.startsWith(BASIC) || !value.includes(':')) return value;
  return `${BASIC}${Buffer.from(value.slice(BASIC.length)).toString('base64')}`;
}

/**
 * Values of one name are together, and names are in the order of an object's keys, as these requests always
 * were.
 */
function toQuery(pairs: Pair[]): string {
  const byKey = Object.groupBy(pairs, ({ key }) => key);
  return Object.values(byKey)
    .flatMap((group) => group ?? [])
    .map(({ key, value }) => `${queryEncoded(key)}=${queryEncoded(value)}`)
    .join('&');
}

function queryEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

// Deviation: the source product adds a second "?" to an address that already has a query.
function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const [beforeFragment = '', ...fragment] = address.split('#');
  const joint = !beforeFragment.includes('?') ? '?' : /[?&]$/.test(beforeFragment) ? '' : '&';
  return [`${beforeFragment}${joint}${query}`, ...fragment].join('#');
}

/** A body that consists only of placeholders. Their values are put in as they are. */
const ONLY_PLACEHOLDERS = /^\{\{.+\}\}$/;

function getBody(
  method: string,
  template: string | undefined,
  context: BlockContext,
): RequestBody | undefined {
  // HEAD never has a body. The source product fails to send such a request.
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (template === undefined || template === '' || template === '{{state}}') {
    const value = stateBody(context);
    return { kind: 'json', value, text: JSON.stringify(value) };
  }
  const text = context.render(template, ONLY_PLACEHOLDERS.test(template) ? 'text' : 'json');
  const value = parseJsonValue(text);
  return value === NOT_JSON ? { kind: 'text', text } : { kind: 'json', value, text };
}

/** What a request sends by default: everything that is known about the respondent. */
function stateBody({ answers, variables, ports }: BlockContext): Record<string, string> {
  return Object.fromEntries([
    ['submittedAt', ports.now().toISOString()],
    ...answers.map(({ key, value }) => [key, value]),
    ...variables.list.flatMap(({ name, value }) =>
      value === undefined || value === null
        ? []
        : [[name, typeof value === 'string' ? value : value.join(',')]],
    ),
  ]);
}
