import * as z from 'zod';

/*
 * Strict descriptions of what a block of version 6 holds: `lib/blocks/<family>/<type>.options.ts` for each type. Those of
 * theme and settings are in `lib/bots/document/options/`. Checks, documentation and forms load them. Chats and imports do
 * not: they read blocks leniently, with schemas of their own.
 *
 * Every field is optional, because a block under construction lacks some, and objects may have keys that nobody knows.
 * A description is also JSON Schema, with its hints as annotations.
 */

/** Form element for a value. Absent: one line of text, a number, a switch or a list, by the type of the value. */
export type Control =
  /** Several lines of text. */
  | 'longText'
  | 'richText'
  /** Text that is a web address. */
  | 'url'
  /** Address of a picture, or a picture to upload. */
  | 'image'
  | 'colour'
  /** Name of a family, or where its declaration is. */
  | 'font'
  /** `language` of the hint says which one. */
  | 'code'
  /** Value as JSON. */
  | 'json'
  /** A text, or a variable as a whole, which may be a list. */
  | 'value'
  /** Id of a variable. */
  | 'variable'
  /** Name of a variable. */
  | 'variableName'
  /** Id of stored credentials of the block's kind. */
  | 'credentials'
  /** Id of a group. */
  | 'group'
  /** Id of a block in the group that `options.groupId` names. */
  | 'block'
  /** Id of another bot, or `current`. */
  | 'bot'
  /** Comparisons and how they are joined. */
  | 'condition'
  | 'date'
  | 'timeZone'
  /** Id that the form makes, and does not show. */
  | 'id'
  /** Written by the builder for its own use. Forms do not show it. */
  | 'hidden';

/** Title and hints of a field, for forms and documentation. */
export type FieldHint = {
  /** Label, one to four words. */
  title: string;
  /** Adds to the title: the effect, the form of the value. */
  description?: string;
  /** Value if the field is absent. JSON. */
  default?: unknown;
  control?: Control;
  language?: 'javascript' | 'html' | 'css' | 'json';
  /** Name of a flag of the same object. While it is on, the text is JavaScript. */
  codeIf?: string;
  /** Symbol of the unit, as a reader sees it: `s`, `%`, `px`. */
  unit?: string;
  /** Text in an empty field, as an example. */
  placeholder?: string;
  /** Labels of the values of a choice, in the order of its values. Absent: the values themselves. */
  choices?: readonly string[];
  /** Values of a choice that forms show only where they are chosen already: older names, and values that do nothing here. */
  unofferedChoices?: readonly string[];
  /**
   * A form shows the field only if another field of the same object has one of these values, or its default has.
   * `null` stands for a field that is absent and has no default.
   */
  shownIf?: { field: string; is: readonly (string | boolean | null)[] };
  /** Name of one entry of a list whose entries begin with a choice, which has the entries' own title. */
  entryTitle?: string;
  /** Says what a list that is absent means, if an empty one means something else. */
  ifAbsent?: string;
  /** Few authors need the field, so forms fold it. */
  isRare?: true;
};

/** A description of the parts of a block that its type decides: `options`, `content` and `items`. */
export type BlockSchema = z.ZodObject;

/** Fields of an object. Others are allowed. */
export function describeFields(fields: z.ZodRawShape): z.ZodObject {
  return z.looseObject(
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)])),
  );
}

/** A section of a form. */
export function describeSection(fields: z.ZodRawShape, hint: FieldHint): z.ZodType {
  return describeFields(fields).meta({ ...hint });
}

/** A text. Most texts may contain variables, as `{{Name}}`. */
export function describeString(hint: FieldHint): z.ZodType {
  return z.string().meta({ ...hint });
}

/** A text or null. */
export function describeNullableText(hint: FieldHint): z.ZodType {
  return z
    .string()
    .nullable()
    .meta({ ...hint });
}

/** A text of a certain form. Empty texts and texts with a variable are accepted as well. */
export function describePattern(pattern: RegExp, hint: FieldHint): z.ZodType {
  return z
    .string()
    .regex(new RegExp(String.raw`^\s*$|\{\{|${pattern.source}`))
    .meta({ ...hint });
}

export function describeFlag(hint: FieldHint): z.ZodType {
  return z.boolean().meta({ ...hint });
}

/** A number, or a text that begins with a number or has a variable. */
export function describeNumber(hint: FieldHint): z.ZodType {
  return z.union([z.number(), describePattern(LEADING_NUMBER, { title: hint.title })]).meta({ ...hint });
}

/** As in `5`, `-0,5` and `400px`. */
const LEADING_NUMBER = /^\s*[-+]?[.,]?\d/;

/** A number within bounds, both inclusive. Unlike `describeNumber`, no text stands for it. */
export function describePlainNumber(
  hint: FieldHint,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {},
): z.ZodType {
  const checks = [
    ...(Number.isFinite(min) ? [z.gte(min)] : []),
    ...(Number.isFinite(max) ? [z.lte(max)] : []),
  ];
  return z
    .number()
    .check(...checks)
    .meta({ ...hint });
}

/** One of some texts. */
export function describeChoice(values: readonly [string, ...string[]], hint: FieldHint): z.ZodType {
  return z.enum(values).meta({ ...hint });
}

/** The id of a variable. */
export function describeVariable(hint: FieldHint): z.ZodType {
  return z.string().meta({ ...hint, control: 'variable' });
}

/** The id of stored credentials of the block's kind. */
export function describeCredentials(hint: FieldHint): z.ZodType {
  return z.string().meta({ ...hint, control: 'credentials' });
}

/** The id of a list's entry, which a form makes. */
export function describeEntryId(): z.ZodType {
  return z.string().meta({ title: 'Id', control: 'id' });
}

/** Any value. A form asks for a text. */
export function describeAnyValue(hint: FieldHint): z.ZodType {
  return z.unknown().meta({ ...hint });
}

export function describeList(element: z.ZodType, hint: FieldHint): z.ZodType {
  return z.array(element).meta({ ...hint });
}

/**
 * Fields that depend on the value of another: of `field`, with the fields for each of its values. Without a value, and
 * with one that is not listed, only the common fields apply. If it is required, there has to be a value.
 */
export function describeVariants(
  common: z.ZodRawShape,
  field: { name: string; hint: FieldHint; standard?: string; isRequired?: true },
  variants: Readonly<Record<string, z.ZodRawShape>>,
): z.ZodType {
  const toVariant = (value: z.ZodType, fields: z.ZodRawShape) =>
    z.looseObject({ [field.name]: value, ...describeFields({ ...common, ...fields }).shape });
  const options = Object.entries(variants).map(([value, fields]) => {
    const literal = z.literal(value);
    return toVariant(value === field.standard ? literal.optional() : literal, fields);
  });
  const hasOther = field.standard === undefined && !field.isRequired;
  const withoutValue = hasOther ? [toVariant(z.undefined().optional(), {})] : [];
  return z.discriminatedUnion(field.name, [...options, ...withoutValue] as never).meta({ ...field.hint });
}
