import { badRequest } from '#lib/platform/errors/service-error.ts';
import { WELL_FORMED_RULE } from '#lib/platform/validation/text-schema.ts';

export const MAX_NAME_CHARACTERS = 100;

/** Not allowed in names, because names are shown in terminals, which interpret control characters. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Trims and validates the name of a workspace or token.
 *
 * @throws ServiceError BAD_REQUEST if it is empty, longer than 100 characters or has control characters.
 */
export function parseName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest('name', 'The name must not be empty');
  if ([...trimmed].length > MAX_NAME_CHARACTERS) {
    throw badRequest('name', `The name must have at most ${MAX_NAME_CHARACTERS} characters`);
  }
  // Names from the operator's command line have not been validated by a contract.
  if (!trimmed.isWellFormed()) throw badRequest('name', `The name is not valid: ${WELL_FORMED_RULE}`);
  if (CONTROL_CHARACTER.test(trimmed))
    throw badRequest('name', 'The name must not contain control characters');
  return trimmed;
}
