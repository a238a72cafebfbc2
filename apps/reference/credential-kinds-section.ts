import { BLOCK_TYPES } from '#lib/bots/document/block-types.ts';
import {
  CREDENTIAL_KINDS,
  type CredentialField,
  type CredentialKind,
} from '#lib/bots/document/credential-kinds.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { withWrittenSection } from './written-section.ts';

/** Returns the page about credentials with its section for each kind updated. */
export function withCredentialKinds(page: string): string {
  return withWrittenSection(
    page,
    { name: 'kinds', source: 'lib/bots/document/credential-kinds.ts' },
    [...CREDENTIAL_KINDS].map(([kind, about]) => kindSection(kind, about)).join('\n'),
  );
}

function kindSection(kind: string, about: CredentialKind): string {
  return [
    `### ${about.title}`,
    '',
    `Kind \`${kind}\`, for blocks of ${blockTypes(kind)}.`,
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

function blockTypes(kind: string): string {
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
