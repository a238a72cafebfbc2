import { isJsonObject } from './json-object.ts';

/**
 * Returns the value at a path through objects, such as `options.webhook.url`. Undefined if anything on the way is not an
 * object.
 */
export function getValueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      object,
    );
}
