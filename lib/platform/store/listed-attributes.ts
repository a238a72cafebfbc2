import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { Item } from './dynamodb.ts';

/**
 * Returns the item's `listed` map: everything that lists show besides keys. The index contains little else, so
 * whatever a list shows or filters by must be in the map, unless the list also reads the items.
 */
export function getListedAttributes({ listed }: Item): Item {
  return isJsonObject(listed) ? listed : {};
}
