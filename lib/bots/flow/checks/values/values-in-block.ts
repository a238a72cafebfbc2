import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';

/** A value somewhere in a block. */
export type InnerValue = {
  value: unknown;
  path: string;
  /** Field that has it, or that has the list that it is in. Empty for the outermost value. */
  field: string;
};

/** Fields of blocks have no length limit. */
const MAX_FIELD_CHARS = 60;

/**
 * Calls `visit` with a value and all values in it, outer before inner, in the order of the document. Not a generator:
 * a value in many others would pass through one for each of them.
 *
 * @param enters whether to look into a value, and to visit it; by default, any
 */
export function visitValues(
  outer: InnerValue,
  visit: (inner: InnerValue) => void,
  enters: (inner: InnerValue) => boolean = () => true,
): void {
  if (!enters(outer)) return;
  visit(outer);
  const { value, path, field } = outer;
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      visitValues({ value: inner, path: `${path}[${index}]`, field }, visit, enters);
    }
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const innerPath = `${path}.${shortenText(name, MAX_FIELD_CHARS)}`;
      visitValues({ value: inner, path: innerPath, field: name }, visit, enters);
    }
  }
}
