import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import { templateParts } from '#lib/engine/text/template.ts';
import { renderForm, renderUrl } from '#lib/engine/text/url-template.ts';
import type { WebhookOptions } from './http-request-options.ts';

/** A rendered request, ready to be sent by the client or the service. */
export type ParsedRequest = {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: RequestBody;
};

/** `text` is the body to send in either case. */
export type RequestBody = { kind: 'json'; value: unknown; text: string } | { kind: 'text'; text: string };

/** Returns undefined if the request has no URL. */
export function parseRequest(
  webhook: WebhookOptions,
  isCustomBody: boolean,
  context: BlockContext,
): ParsedRequest | undefined {
  const address = renderUrl(webhook.url ?? '', context);
  if (address === '') return undefined;
  const method = webhook.method ?? 'POST';
  const headers = getHeaders(fillPairs(webhook.headers, context));
  const template = isCustomBody ? webhook.body : undefined;
  const body = getBody({ method, template, isForm: hasFormType(headers) }, context);
  return {
    url: withQuery(address, toQuery(fillPairs(webhook.queryParams, context))),
    method,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body && { body }),
  };
}

type Pair = { key: string; value: string };

/** Renders pairs, and drops those without a name or a value. */
function fillPairs(pairs: WebhookOptions['headers'], context: BlockContext): Pair[] {
  return pairs
    .map(({ key, value }) => ({ key: context.render(key ?? ''), value: context.render(value ?? '') }))
    .filter(({ key, value }) => key !== '' && value !== '');
}

/** The last of several headers with the same name wins. */
function getHeaders(pairs: Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [key, key.toLowerCase() === 'authorization' ? basicValue(value) : value]),
  );
}

const BASIC = 'Basic ';

/** Authors enter the username and password in plain text, but the header needs them in base64. */
function basicValue(value: string): string {
  if (!value.startsWith(BASIC) || !value.includes(':')) return value;
  return `${BASIC}${Buffer.from(value.slice(BASIC.length)).toString('base64')}`;
}

/**
 * Groups values of the same name and orders names like object keys, as in the requests that existing bots
 * send.
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

// Deviation: Typebot adds a second "?" to a URL that already has a query.
function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const [beforeFragment = '', ...fragment] = address.split('#');
  const joint = !beforeFragment.includes('?') ? '?' : /[?&]$/.test(beforeFragment) ? '' : '&';
  return [`${beforeFragment}${joint}${query}`, ...fragment].join('#');
}

/** Matches a body that consists only of placeholders. Their values are inserted unescaped. */
const ONLY_PLACEHOLDERS = /^\{\{.+\}\}$/;

/** Whether the headers announce a body of form fields. */
export function hasFormType(headers: Record<string, string>): boolean {
  const name = Object.keys(headers).findLast((header) => header.toLowerCase() === 'content-type');
  return name !== undefined && headers[name]?.toLowerCase().includes('x-www-form-urlencoded') === true;
}

function getBody(
  { method, template, isForm }: { method: string; template: string | undefined; isForm: boolean },
  context: BlockContext,
): RequestBody | undefined {
  // HEAD requests have no body. In Typebot, they fail.
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (template === undefined || template === '' || template === '{{state}}') {
    const value = stateBody(context);
    return { kind: 'json', value, text: JSON.stringify(value) };
  }
  if (isForm && hasFields(template)) return { kind: 'text', text: renderForm(template, context) };
  const text = context.render(template, ONLY_PLACEHOLDERS.test(template) ? 'text' : 'json');
  const value = parseJsonValue(text);
  return value === NOT_JSON ? { kind: 'text', text } : { kind: 'json', value, text };
}

/** Whether a form's template is its fields: neither JSON, whose entries become fields, nor one variable for all. */
function hasFields(template: string): boolean {
  if (/^\s*(?:\{(?!\{)|\[)/.test(template)) return false;
  const [first, second] = templateParts(template.trim());
  return first?.kind === 'text' || second !== undefined;
}

/** Default body: everything known about the respondent. */
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
