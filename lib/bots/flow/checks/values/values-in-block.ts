import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** A value somewhere in a block. */
export type InnerValue = {
  value: unknown;
  path: string;
  /** Field that has it, or that has the list that it is in. Empty for the outermost value. */
  field: string;
};

/**
 * Calls `visit` with a value and all values in it, outer before inner, in the order of the document. Not a generator:
 * a value in many others would pass through one for each of them.
 *
 * @param enters whether to look into a value, and to visit it; by default, any
 * @param toSegment returns the part of a path for a field, which may be long; by default, the whole name
 */
export function visitValues(
  outer: InnerValue,
  visit: (inner: InnerValue) => void,
  {
    enters = () => true,
    toSegment = (field) => field,
  }: { enters?: (inner: InnerValue) => boolean; toSegment?: (field: string) => string } = {},
): void {
  if (!enters(outer)) return;
  visit(outer);
  const { value, path, field } = outer;
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      visitValues({ value: inner, path: `${path}[${index}]`, field }, visit, { enters, toSegment });
    }
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const innerPath = `${path}.${toSegment(name)}`;
      visitValues({ value: inner, path: innerPath, field: name }, visit, { enters, toSegment });
    }
  }
}
