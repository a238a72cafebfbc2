import { getBlockType } from '#lib/blocks/block-types.ts';
import { TEXT } from '#lib/blocks/bubbles/text.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { advanceUrlPosition, isOneValue, type UrlPosition } from '#lib/bots/values/url-position.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/**
 * Finds variables in URLs and form bodies whose values are not encoded. Requests of the service encode them, except
 * where a value may be several parameters. URLs for the respondent's browser are sent as they are.
 */
export function urlIssues(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }) => {
    const unencoded = [...requestTexts(block), ...findShownTexts(block)].filter(
      ({ isUnencoded }) => isUnencoded,
    );
    return unencoded.map(({ field, message }): FlowIssue => {
      return { severity: 'info', code: 'UNENCODED_VARIABLE', path: `${path}.${field}`, message };
    });
  });
}

type Text = { field: string; isUnencoded: boolean; message: string };

const SEVERAL =
  'a variable is not encoded, because it may hold several parameters; if it holds one value, write name={{Variable}}';
const SHOWN =
  'a variable is not encoded in this address, which is cut at a & or # in its value; encode it with encodeURIComponent before';

function requestTexts(block: JsonObject): Text[] {
  const { options } = block;
  if (!getBlockType(block)?.request || !isJsonObject(options) || !isJsonObject(options.webhook)) return [];
  const { url, body } = options.webhook;
  const isForm = options.isCustomBody === true && hasFormType(options.webhook.headers);
  const isSeveral = (position: UrlPosition, rest: string) =>
    (position === 'queryName' || position === 'fieldName') && !isOneValue(position, rest);
  return [
    { field: 'options.webhook.url', isUnencoded: hasVariable(url, 'start', isSeveral), message: SEVERAL },
    {
      field: 'options.webhook.body',
      isUnencoded: isForm && !isOneVariable(body) && hasVariable(body, 'fieldName', isSeveral),
      message: SEVERAL,
    },
  ];
}

function hasFormType(headers: unknown): boolean {
  return (
    Array.isArray(headers) &&
    headers.some(
      (header: unknown) =>
        isJsonObject(header) &&
        toPrimitiveText(header.key).toLowerCase() === 'content-type' &&
        toPrimitiveText(header.value).toLowerCase().includes('x-www-form-urlencoded'),
    )
  );
}

/** A body that is JSON, or a single variable, is not a list of fields. */
function isOneVariable(body: unknown): boolean {
  return typeof body === 'string' && /^\s*(?:\{\{[^{}]+\}\}\s*$|\{(?!\{)|\[)/.test(body);
}

/** URLs that the client opens, by where they are in a block. */
function findShownTexts(block: JsonObject): Text[] {
  const { opensUrls = [] } = getBlockType(block) ?? {};
  const urls = opensUrls.map((path): [field: string, url: unknown] => [path, getValueAt(block, path)]);
  const links =
    block.type === TEXT.type ? linksIn(getValueAt(block, 'content.richText'), 'content.richText') : [];
  return [...urls, ...links].map(([field, text]) => ({
    field,
    isUnencoded: hasVariable(text, 'start', (position) => position === 'queryValue'),
    message: SHOWN,
  }));
}

function linksIn(nodes: unknown, field: string): [field: string, url: unknown][] {
  if (!Array.isArray(nodes)) return [];
  return nodes
    .filter(isJsonObject)
    .flatMap((node) => [
      ...(node.type === 'a' ? [[field, node.url] as [string, unknown]] : []),
      ...linksIn(node.children, field),
    ]);
}

/** Inline code is left out: it can encode its result. */
const PLACEHOLDER = /\{\{=.*?=\}\}|\{\{[^{}]+\}\}/g;

function hasVariable(
  text: unknown,
  start: UrlPosition,
  isMeant: (position: UrlPosition, rest: string) => boolean,
): boolean {
  if (typeof text !== 'string' || !text.includes('{{')) return false;
  const placeholders = [...text.matchAll(PLACEHOLDER)];
  let position = start;
  let at = 0;
  return placeholders.some((found, index) => {
    position = advanceUrlPosition(text.slice(at, found.index), position);
    at = found.index + found[0].length;
    return !found[0].startsWith('{{=') && isMeant(position, text.slice(at, placeholders[index + 1]?.index));
  });
}
