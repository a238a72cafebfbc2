import type * as z from 'zod';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import type { Control, FieldHint } from '#lib/blocks/field-schema.ts';
import { type DescribedPart, DOCUMENT_OPTIONS } from '#lib/bots/document/options/document-options.ts';
import type { FieldNodes, FormNode, VariantsKind } from './form-node.ts';

/** Controls that know the structure of their values, so the form needs no fields for it. */
const WHOLE_VALUES: readonly Control[] = ['id', 'json', 'richText', 'font'];

/** Makes the fields of every type of block from its description, by the type's name. */
export function describeForms(): Readonly<Record<string, FieldNodes>> {
  return Object.fromEntries(
    [...BLOCK_DESCRIPTIONS].map(([type, describe]) => [type, toFields(describe().shape)]),
  );
}

/** Makes the fields of theme and settings from their descriptions. */
export function describeDocumentForms(): Readonly<Record<DescribedPart, FieldNodes>> {
  const toForm = (part: DescribedPart) => toFields(DOCUMENT_OPTIONS[part]().shape);
  return { theme: toForm('theme'), settings: toForm('settings') };
}

/**
 * Turns a description of a value into JSON.
 *
 * @throws Error if the description has a kind of value that no form can ask for
 */
export function toFormNode(schema: z.ZodType): FormNode {
  const hint = (schema.meta() ?? {}) as Partial<FieldHint>;
  if (hint.control !== undefined && WHOLE_VALUES.includes(hint.control)) return { ...hint, kind: 'any' };
  const { def } = schema._zod as unknown as { def: Definition };
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return { ...toFormNode(def.innerType), ...hint };
    case 'string':
      return { ...hint, kind: 'text' };
    case 'boolean':
      return { ...hint, kind: 'flag' };
    case 'number': {
      const { minimum, maximum } = schema._zod.bag as { minimum?: number; maximum?: number };
      return {
        ...hint,
        kind: 'number',
        ...(minimum !== undefined && { min: minimum }),
        ...(maximum !== undefined && { max: maximum }),
      };
    }
    case 'enum':
      return { ...hint, kind: 'choice', values: Object.values(def.entries) };
    case 'object':
      return { ...hint, kind: 'section', fields: toFields(def.shape) };
    case 'array':
      return { ...hint, kind: 'list', element: toFormNode(def.element) };
    case 'union':
      if (def.discriminator !== undefined)
        return {
          ...hint,
          ...toVariants(def.discriminator, def.options as unknown as readonly z.ZodObject[]),
        };
      return { ...hint, ...joinOptions(def.options) };
    case 'unknown':
      return { ...hint, kind: 'any' };
    default:
      throw new Error(`No form can ask for a value of the type ${schema._zod.def.type}`);
  }
}

/** The parts of definitions of zod that descriptions use. */
type Definition =
  | { type: 'optional' | 'nullable'; innerType: z.ZodType }
  | { type: 'string' | 'boolean' | 'number' | 'unknown' }
  | { type: 'enum'; entries: Readonly<Record<string, string>> }
  | { type: 'object'; shape: z.ZodRawShape }
  | { type: 'array'; element: z.ZodType }
  | { type: 'union'; options: readonly z.ZodType[]; discriminator?: string };

function toFields(shape: z.ZodRawShape): FieldNodes {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => {
      if (isHidden(schema as z.ZodType)) return [];
      return [[key, toFormNode(schema as z.ZodType)]];
    }),
  );
}

function isHidden(schema: z.ZodType): boolean {
  const { innerType } = schema._zod.def as unknown as { innerType?: z.ZodType };
  return innerType ? isHidden(innerType) : schema.meta()?.control === 'hidden';
}

/** A number or a text is a number that takes a variable. Any other mixture is edited as JSON. */
function joinOptions(options: readonly z.ZodType[]): FormNode {
  const kinds = options.map((option) => toFormNode(option).kind);
  return kinds.length === 2 && kinds.includes('number') && kinds.includes('text')
    ? { kind: 'number', takesText: true }
    : { kind: 'any' };
}

function toVariants(field: string, options: readonly z.ZodObject[]): VariantsKind {
  const variants: Record<string, FieldNodes> = {};
  let standard: string | undefined;
  let otherwise: FieldNodes | undefined;
  for (const { shape } of options) {
    const { [field]: discriminator, ...others } = shape as Record<string, z.ZodType>;
    const fields = toFields(others);
    const { values, isOptional } = readDiscriminator(discriminator as z.ZodType);
    if (values.length === 0) otherwise = fields;
    for (const value of values) {
      variants[value] = fields;
      if (isOptional) standard ??= value;
    }
  }
  const shared = keepShared(Object.values(variants));
  return {
    kind: 'variants',
    field,
    ...(standard !== undefined && { standard }),
    otherwise: otherwise ?? shared,
    variants,
  };
}

/** Returns the values that choose a variant: none if it is chosen by having no value. */
function readDiscriminator(schema: z.ZodType): { values: string[]; isOptional: boolean } {
  const def = schema._zod.def as unknown as { type: string; innerType?: z.ZodType; values?: unknown[] };
  if (def.innerType) return { ...readDiscriminator(def.innerType), isOptional: true };
  return { values: (def.values ?? []).filter((value) => typeof value === 'string'), isOptional: false };
}

/** Returns the fields that all variants have. */
function keepShared([first = {}, ...others]: readonly FieldNodes[]): FieldNodes {
  return Object.fromEntries(
    Object.entries(first).filter(([key]) => others.every((fields) => Object.hasOwn(fields, key))),
  );
}
