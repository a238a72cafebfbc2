import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Renders a CloudFormation template as text in which a reviewer can read a change: one line for a property, grouped by
 * type, with what most resources of a type have in common written once. Nothing is left out, so that every change
 * of the template shows.
 */

/** Values by the path of their property. */
type Entries = Map<string, string>;

/** Longest item that is written in one line. */
const MAX_LINE_CHARS = 160;

/** Longest list of lists or objects that is written in one line. */
const MAX_LIST_CHARS = 100;

/** Renders a template, without the hashes that change with every line of code. */
export function summarizeTemplate(template: object): string {
  const { Resources = {}, ...others } = maskBundles(template) as { Resources?: Record<string, JsonObject> };
  const byType = Map.groupBy(Object.entries(Resources), ([, { Type }]) => String(Type));
  const sections = [...byType]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([type, resources]) => [
      '',
      `${type} (${resources.length})`,
      ...indent(renderAlike(resources.map(([id, resource]) => [id, toResourceEntries(resource)]))),
      ...resources.flatMap(([id, resource]) => renderCollections(id, resource)),
    ]);
  const head = Object.keys(others).length > 0 ? renderEntries(toEntries(others)) : [];
  return maskDeployments(`${[...head, ...sections].join('\n').trim()}\n`);
}

/** Hides the hashes of bundles, so that functions are alike. */
function maskBundles(template: object): object {
  return JSON.parse(JSON.stringify(template).replace(/"[0-9a-f]{64}(\.zip)?"/g, '"<hash>$1"'));
}

/** Hides the hashes in the logical ids of deployments. */
function maskDeployments(text: string): string {
  return text.replace(/(Deployment)[A-Za-z0-9]{8}[0-9a-f]{32}/g, '$1<hash>');
}

function toResourceEntries({ Type: _, Properties = {}, ...attributes }: JsonObject): Entries {
  const collections = findCollections(Properties);
  const others = toEntries(Properties, '', (path) => collections.has(path));
  return new Map([...others, ...(Object.keys(attributes).length > 0 ? toEntries(attributes) : [])]);
}

/** Lists and maps of a resource whose items are much alike, as sections of their own. */
function renderCollections(id: string, { Properties = {} }: JsonObject): string[] {
  const collections = [...findCollections(Properties)].filter(([, { length }]) => length > 0);
  return collections.flatMap(([path, items]) => [
    `  ${id}, ${path} (${items.length})`,
    ...indent(indent(renderAlike(items))),
  ]);
}

const GATEWAY_RESPONSES = 'x-amazon-apigateway-gateway-responses';
const INTEGRATION = 'x-amazon-apigateway-integration';

type Items = [name: string, entries: Entries][];

/** Returns the routes of an API, its gateway responses, the throttles of a stage and the widgets of a dashboard. */
function findCollections(properties: unknown): Map<string, Items> {
  const { Body, MethodSettings, DashboardBody } = properties as JsonObject;
  const found = new Map<string, Items>();
  if (isJsonObject(Body)) {
    const { paths = {}, [GATEWAY_RESPONSES]: responses = {} } = Body;
    const routes = toRoutes(paths as Record<string, Record<string, JsonObject>>);
    const isPreflight = ([name]: Items[number]) => name.startsWith('OPTIONS ');
    found.set(
      'Body.paths',
      routes.filter((route) => !isPreflight(route)),
    );
    found.set('Body.paths, preflights', routes.filter(isPreflight));
    found.set(
      `Body.${GATEWAY_RESPONSES}`,
      Object.entries(responses as JsonObject).map(([name, response]) => [name, toEntries(response)]),
    );
  }
  if (Array.isArray(MethodSettings)) {
    const settings = MethodSettings.map(({ HttpMethod, ResourcePath, ...rest }): Items[number] => [
      `${HttpMethod} ${String(ResourcePath).replace(/^\/~1/, '/').replaceAll('~1', '/')}`,
      toEntries(rest),
    ]);
    found.set('MethodSettings', settings);
  }
  if (DashboardBody !== undefined) {
    const { widgets, ...rest } = JSON.parse(toText(DashboardBody) ?? '{}');
    const items = widgets.map(({ properties: widget, ...layout }: JsonObject, index: number) => [
      `${index} ${(widget as JsonObject).title}`,
      toEntries({ ...layout, ...(widget as JsonObject) }),
    ]);
    found.set('DashboardBody', [...items, ['others', toEntries(rest)]]);
  }
  return found;
}

function toRoutes(paths: Record<string, Record<string, JsonObject>>): Items {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { parameters, [INTEGRATION]: integration, ...rest }]): Items[number] => {
        const operation = { ...rest, integration };
        const placeholders = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        }));
        // The parameters of a path are in the path.
        const isUsual = JSON.stringify(parameters ?? []) === JSON.stringify(placeholders);
        return [
          `${method.toUpperCase()} ${path}`,
          toEntries(isUsual ? operation : { ...operation, parameters: parameters ?? [] }),
        ];
      },
    ),
  );
}

/** Flattens a value to entries. */
function toEntries(value: unknown, path = '', isLeftOut = (_: string) => false): Entries {
  if (isLeftOut(path)) return new Map();
  const text = toText(value) ?? toStatement(value);
  if (text !== undefined) return new Map([[path, text]]);
  const inner = Array.isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item] as const)
    : Object.entries(value as object).map(
        ([key, item]) => [path === '' ? key : `${path}.${key}`, item] as const,
      );
  return new Map(inner.flatMap(([key, item]) => [...toEntries(item, key, isLeftOut)]));
}

/** Strings that would read as something else: numbers, lists, references, several lines. */
const AMBIGUOUS = /^[\d.-]+$|^(true|false|null|\{\}|)$|[\n,[\]]|\$\{/;

/** Returns scalars, short lists and intrinsic functions as text. Undefined for anything else. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return AMBIGUOUS.test(value) ? JSON.stringify(value) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    const isOfScalars = value.every((item) => typeof item !== 'object');
    const texts = value.map((item) => toText(item) ?? toObjectText(item));
    const text = texts.includes(undefined) ? undefined : `[${texts.join(', ')}]`;
    return isOfScalars || (text?.length ?? 0) <= MAX_LIST_CHARS ? text : undefined;
  }
  const [[name, argument] = [''], ...others] = Object.entries(value);
  if (name === '') return '{}';
  return others.length > 0 ? undefined : toIntrinsicText(name, argument);
}

/** Returns a short object, such as a tag, as text. Statements have a form of their own. */
function toObjectText(value: unknown): string | undefined {
  if (!isJsonObject(value) || 'Effect' in value) return undefined;
  const texts = Object.entries(value).map(([key, item]) => [key, toText(item)] as const);
  if (texts.some(([, text]) => text === undefined)) return undefined;
  return `{${texts.map(([key, text]) => `${key}: ${text}`).join(', ')}}`;
}

/** Returns what an intrinsic function makes, as `Fn::Sub` would write it. */
function toIntrinsicText(name: string, argument: unknown): string | undefined {
  if (name === 'Ref') return `\${${argument}}`;
  if (name === 'Fn::GetAtt' && Array.isArray(argument)) return `\${${argument.join('.')}}`;
  if (name === 'Fn::Sub' && typeof argument === 'string') return argument;
  if (name !== 'Fn::Join' || !Array.isArray(argument)) return undefined;
  const [separator, parts] = argument as [string, unknown[]];
  const texts = parts.map((part) => (typeof part === 'string' && !part.includes('${') ? part : toText(part)));
  if (texts.includes(undefined)) return undefined;
  return texts.join(separator).replace(INVOCATION, 'invokes $1');
}

/** The address by which API Gateway invokes a function. */
const INVOCATION =
  /^arn:\$\{AWS::Partition\}:apigateway:\$\{AWS::Region\}:lambda:path\/2015-03-31\/functions\/(.+)\/invocations$/;

/** Returns a statement of a policy in one line. Undefined for anything else. */
function toStatement(value: unknown): string | undefined {
  if (!isJsonObject(value) || typeof value.Effect !== 'string') return undefined;
  const { Effect, Action, Resource, Condition, Principal, ...others } = value;
  const parts = [
    Effect,
    renderInline(Action),
    ...(Resource === undefined ? [] : ['on', renderInline(Resource)]),
    ...(Principal === undefined ? [] : ['by', renderInline(Principal)]),
    ...(Condition === undefined ? [] : ['if', renderInline(Condition)]),
  ];
  const rest = renderInline(others);
  return `${parts.join(' ')}${rest === '{}' ? '' : ` (${rest})`}`;
}

function renderInline(value: unknown): string {
  return toText(value) ?? [...toEntries(value)].map(([path, text]) => `${path}=${text}`).join(' and ');
}

function renderEntries(entries: Entries): string[] {
  return [...entries].map(([path, text]) => `${path}: ${text}`);
}

const indent = (lines: string[]) => lines.map((line) => `  ${line}`);

/** Renders items of one kind: once what most of them have, and for each what it has besides or instead. */
function renderAlike(items: Items): string[] {
  const usual = findUsual(items.map(([, entries]) => entries));
  return [
    ...(usual.size > 0 ? ['usually', ...indent(renderEntries(usual))] : []),
    ...items.flatMap(([name, entries]) => renderItem(name, entries, usual)),
  ];
}

function renderItem(name: string, entries: Entries, usual: Entries): string[] {
  const own = renderEntries(entries).filter((_, index) => {
    const [path, text] = [...entries][index] ?? [];
    return usual.get(path ?? '') !== text;
  });
  const missing = [...usual.keys()].filter((path) => !entries.has(path)).map((path) => `no ${path}`);
  const lines = [...own, ...missing];
  const line = [name, lines.join('; ')].filter((part) => part !== '').join(': ');
  return line.length <= MAX_LINE_CHARS ? [line] : [name, ...indent(lines)];
}

/** Returns the entries that more than half of the items have. */
function findUsual(items: Entries[]): Entries {
  if (items.length < 3) return new Map();
  const counts = Map.groupBy(
    items.flatMap((entries) => [...entries]),
    ([path, text]) => JSON.stringify([path, text]),
  );
  const frequent = [...counts.values()].filter(({ length }) => length * 2 > items.length);
  return new Map(frequent.flatMap(([first]) => (first ? [first] : [])));
}
