import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import {
  CREDENTIAL_KINDS,
  type CredentialField,
  type CredentialKind,
} from '#lib/bots/document/credential-kinds.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { withWrittenSection } from './written-section.ts';

/** Returns the page about credentials with its sections about kinds updated. */
export function withCredentialKinds(page: string): string {
  const [withKey, others] = splitByApiKey();
  // Kinds with the same fields share a section.
  const byFields = Map.groupBy(others, ([, { fields }]) => JSON.stringify(fields));
  return withWrittenSection(
    page,
    { name: 'kinds', source: 'lib/bots/document/credential-kinds.ts' },
    [...[...byFields.values()].map(formatKinds), formatApiKeyKinds(withKey)].join('\n'),
  );
}

type NamedKind = [name: string, kind: CredentialKind];

/** Splits off the kinds that have no other fields than `apiKey` and `baseUrl`. */
function splitByApiKey(): [withKey: NamedKind[], others: NamedKind[]] {
  const { withKey = [], others = [] } = Object.groupBy(CREDENTIAL_KINDS, ([, { fields }]) =>
    fields.every(({ name }) => name === 'apiKey' || name === 'baseUrl') ? 'withKey' : 'others',
  );
  return [withKey, others];
}

function formatKinds(kinds: NamedKind[]): string {
  const [[, about] = ['', { title: '', fields: [] }]] = kinds;
  const named = kinds.map(([kind]) => `Kind \`${kind}\`, for blocks of ${formatBlockTypes(kind)}.`);
  return [
    `### ${kinds.map(([, { title }]) => title).join(', ')}`,
    '',
    named.join(' '),
    '',
    '| Field | Required | Default | |',
    '|---|---|---|---|',
    ...about.fields.map(fieldRow),
    '',
    '```json',
    JSON.stringify(exampleOf(about), null, 2),
    '```',
    '',
  ].join('\n');
}

function formatApiKeyKinds(kinds: NamedKind[]): string {
  return [
    '### Services with an API key',
    '',
    'Each is for blocks of the type with the same name. `apiKey` is required; `baseUrl` is the address of the API.',
    '',
    '| Kind | Service | Default of `baseUrl` |',
    '|---|---|---|',
    ...kinds.map(([kind, { title, fields }]) => {
      const defaultUrl = fields.find(({ name }) => name === 'baseUrl')?.default;
      return `| \`${kind}\` | ${title} | ${defaultUrl === undefined ? 'no such field' : `\`${defaultUrl}\``} |`;
    }),
    '',
    '```json',
    '{ "apiKey": "key-4f1a" }',
    '```',
    '',
  ].join('\n');
}

function formatBlockTypes(kind: string): string {
  const types = [...BLOCK_TYPES].flatMap(([type, about]) =>
    about.credentialsKind === kind ? [`\`${type}\``] : [],
  );
  return `${types.length === 1 ? 'the type' : 'the types'} ${types.join(' and ')}`;
}

function fieldRow({ name, isRequired, default: defaultValue, description }: CredentialField): string {
  const cells = [
    `\`${name}\``,
    isRequired ? 'yes' : '',
    defaultValue === undefined ? '' : `\`${defaultValue}\``,
    description,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns credentials of the kind with made-up values. */
export function exampleOf({ fields }: CredentialKind): JsonObject {
  const example: JsonObject = {};
  for (const { name, example: value } of fields) {
    if (value === undefined) continue;
    const [first = '', second] = name.split('.');
    if (second === undefined) example[first] = value;
    else example[first] = { ...(example[first] as JsonObject | undefined), [second]: value };
  }
  return example;
}
