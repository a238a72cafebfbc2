import type * as z from 'zod';
import {
  describeEntryId,
  describeList,
  describeSection,
  describeString,
  type FieldHint,
} from './field-schema.ts';

/** Singular title of an entry, and titles or hints of its fields, by their names. */
type Entry = { title: string; hasId?: true; fields: Readonly<Record<string, FieldHint>> };

/** Describes a list of entries with texts, such as names with their values. */
export function describeTextEntries({ title, hasId, fields }: Entry, hint: FieldHint): z.ZodType {
  const texts = Object.entries(fields).map(([name, field]) => [name, describeString(field)]);
  const entry = { ...(hasId && { id: describeEntryId() }), ...Object.fromEntries(texts) };
  return describeList(describeSection(entry, { title }), hint);
}

/** Describes a list of names with values, whose entries have a `key` and a `value`. */
export function describeKeyValues(
  title: string,
  hint: FieldHint,
  { hasId }: { hasId?: true } = {},
): z.ZodType {
  const fields = { key: { title: 'Name' }, value: { title: 'Value' } };
  return describeTextEntries({ title, fields, ...(hasId && { hasId }) }, hint);
}
