import { parseShownName } from '#lib/platform/validation/shown-name.ts';

export const MAX_NAME_CHARACTERS = 100;

/**
 * Trims and validates the name of a workspace or token.
 *
 * @throws ServiceError BAD_REQUEST if it is empty, longer than 100 characters or has control characters.
 */
export function parseName(name: string): string {
  return parseShownName(name, { path: 'name', maxCharacters: MAX_NAME_CHARACTERS });
}
