import * as z from 'zod';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import type { BlockFamily } from '#lib/blocks/block-type.ts';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import type { FieldHint } from '#lib/blocks/field-schema.ts';

/** A line of a table: a field of a block, with what its description says. */
type Row = {
  /** Path in the block without its first key, such as `labels.button` and `items[].content`. */
  path: string;
  hint: FieldHint;
  values: string;
};

/** Fields that a block always has, or in variants that have the same. */
type Section = { variants?: string; rows: Row[] };

const TITLES: readonly (readonly [BlockFamily, string])[] = [
  ['bubble', 'Bubbles'],
  ['input', 'Inputs'],
  ['logic', 'Logic'],
  ['integration', 'Integrations'],
];

/** Renders the page that lists what the blocks of each type hold. */
export function renderBlockOptions(): string {
  return [
    '<!-- Written by `npm run docs` from lib/blocks/. Do not edit. -->',
    '# Options of blocks',
    '',
    'The keys of the [types of blocks](blocks.md), in `options`, or in `content` for bubbles. All may be absent.',
    '[bot.schema.json](bot.schema.json) says the same to editors.',
    '',
    ...TITLES.flatMap(([family, title]) => [`## ${title}`, '', ...formatFamily(family)]),
  ].join('\n');
}

function formatFamily(family: BlockFamily): string[] {
  return [...BLOCK_TYPES.values()]
    .filter((type) => type.family === family)
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
    .flatMap(({ type, label }) => [
      `### ${label}`,
      '',
      `\`${type}\``,
      '',
      ...formatSections(listSections(BLOCK_DESCRIPTIONS.get(type)?.())),
    ]);
}

function formatSections(sections: Section[]): string[] {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) return ['No options.', ''];
  return filled.flatMap(({ variants, rows }) => [
    ...(variants === undefined ? [] : [`With ${variants}:`, '']),
    '| Key | Meaning | Values | Default |',
    '|---|---|---|---|',
    ...rows.map(formatRow),
    '',
  ]);
}

function formatRow({ path, hint, values }: Row): string {
  const { title, description, unit, default: standard } = hint;
  const meaning = [`${title}${unit === undefined ? '' : `, in ${unit}`}`, description]
    .filter(Boolean)
    .join('. ');
  const cells = [`\`${path}\``, meaning, values, standard === undefined ? '' : formatDefault(standard)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`.replaceAll(
    '|  |',
    '| |',
  );
}

function formatDefault(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : `\`${JSON.stringify(value)}\``;
}

/** Lists the fields that all variants have in common first, then those of each variant. */
function listSections(block: z.ZodObject | undefined): Section[] {
  const parts = Object.entries(block?.shape ?? {});
  const common = parts.flatMap(([key, schema]) => {
    const inner = unwrap(schema);
    if (inner instanceof z.ZodDiscriminatedUnion) return listCommonFields(inner);
    return listRows(schema, key === 'items' ? 'items' : '');
  });
  const variants = parts.flatMap(([, schema]) => listVariants(schema));
  return [{ rows: common }, ...variants];
}

function listVariants(schema: z.core.$ZodType): Section[] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodDiscriminatedUnion)) return [];
  const { discriminator } = inner.def;
  const common = new Set(listCommonFields(inner).map(({ path }) => path));
  const variants = listVariantShapes(inner).flatMap((shape) => {
    const rows = listFields(shape, '').filter(({ path }) => !common.has(path));
    return listValues(shape[discriminator]).map((value) => ({ value, rows }));
  });
  const alike = Map.groupBy(variants, ({ rows }) => JSON.stringify(rows));
  return [...alike.values()].map((group) => ({
    variants: `\`${discriminator}\` ${formatChoice(group.map(({ value }) => value))}`,
    rows: group[0]?.rows ?? [],
  }));
}

/** @param path of the value that the schema describes */
function listRows(schema: z.core.$ZodType, path: string): Row[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) return listFields(inner.shape, path);
  if (inner instanceof z.ZodArray) return listRows(inner.element, `${path}[]`);
  if (inner instanceof z.ZodDiscriminatedUnion) return listFieldsOfVariants(inner, path);
  return [];
}

function listFields(shape: z.core.$ZodLooseShape, path: string): Row[] {
  return Object.entries(shape).flatMap(([key, field]) => {
    const schema = field as z.core.$ZodType;
    const hint = getHint(schema);
    const inner = path === '' ? key : `${path}.${key}`;
    if (hint?.control === 'hidden' || hint?.control === 'id') return [];
    if (hint?.control === 'richText') return [{ path: inner, hint, values: 'rich text' }];
    const nested = listRows(schema, inner);
    if (nested.length > 0) return nested;
    return hint ? [{ path: inner, hint, values: describeValues(schema) }] : [];
  });
}

/** The field that decides, with its values, and what all variants have in common. */
function listCommonFields(union: z.ZodDiscriminatedUnion): Row[] {
  const shapes = listVariantShapes(union);
  const [first = {}] = shapes;
  const isCommon = (key: string) => shapes.every((shape) => Object.hasOwn(shape, key));
  const common = Object.entries(first).filter(([key]) => key !== union.def.discriminator && isCommon(key));
  return [...listDecidingField(union, ''), ...listFields(Object.fromEntries(common), '')];
}

/** The field that decides, and those of all variants, each with the variants that have it. */
function listFieldsOfVariants(union: z.ZodDiscriminatedUnion, path: string): Row[] {
  const { discriminator } = union.def;
  const variants = listVariantShapes(union).flatMap((shape) => {
    const [value] = listValues(shape[discriminator]);
    return value === undefined ? [] : [{ value, rows: listFields(shape, path) }];
  });
  const rows = new Map<string, { row: Row; values: string[] }>();
  for (const { value, rows: own } of variants) {
    for (const row of own) {
      const { values } = rows.get(row.path) ?? { values: [] };
      rows.set(row.path, { row, values: [...values, value] });
    }
  }
  const listed = [...rows.values()].map(({ row, values }): Row => {
    if (values.length === variants.length) return row;
    const only = `Only if \`${discriminator}\` is ${values.map((value) => `"${value}"`).join(' or ')}.`;
    const { description, ...hint } = row.hint;
    return { ...row, hint: { ...hint, description: description ? `${description} ${only}` : only } };
  });
  return [...listDecidingField(union, path), ...listed];
}

function listDecidingField(union: z.ZodDiscriminatedUnion, path: string): Row[] {
  const { discriminator } = union.def;
  const hint = getHint(union);
  const values = listVariantShapes(union).flatMap((shape) => listValues(shape[discriminator]));
  const deciding = path === '' ? discriminator : `${path}.${discriminator}`;
  return hint ? [{ path: deciding, hint, values: formatChoice(values) }] : [];
}

function listVariantShapes(union: z.ZodDiscriminatedUnion): z.core.$ZodLooseShape[] {
  return union.options.flatMap((option) => (option instanceof z.ZodObject ? [option.shape] : []));
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy;
  return isWrapper ? unwrap(schema.unwrap()) : schema;
}

/** The hint of a schema, or of the one that it wraps. */
function getHint(schema: z.core.$ZodType): FieldHint | undefined {
  const hint = z.globalRegistry.get(schema) as FieldHint | undefined;
  if (hint?.title !== undefined) return hint;
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? getHint(schema.unwrap())
    : undefined;
}

function listValues(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional) return listValues(schema.unwrap());
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : [];
}

function formatChoice(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ');
}

const CONTROLS: Partial<Record<NonNullable<FieldHint['control']>, string>> = {
  variable: 'id of a variable',
  credentials: 'id of credentials',
  group: 'id of a group',
  block: 'id of a block',
  bot: 'id of a bot',
  url: 'URL',
  image: 'URL of an image',
  colour: 'color',
  code: 'code',
  json: 'JSON',
  date: 'date',
  timeZone: 'time zone',
};

function describeValues(schema: z.core.$ZodType): string {
  const inner = unwrap(schema);
  const control = getHint(schema)?.control;
  const known = control === undefined ? undefined : CONTROLS[control];
  if (inner instanceof z.ZodArray) return `list: ${describeValues(inner.element)}`;
  if (known !== undefined) return known;
  if (inner instanceof z.ZodUnion) {
    return inner.options.some((option) => option instanceof z.ZodNumber) ? 'number, or variable' : 'any';
  }
  if (inner instanceof z.ZodNumber) return 'number';
  if (inner instanceof z.ZodBoolean) return 'true, false';
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return 'object';
  const values = listValues(inner);
  if (values.length > 0) return formatChoice(values);
  return inner instanceof z.ZodString ? 'text' : 'any';
}
