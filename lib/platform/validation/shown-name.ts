import { badRequest } from '#lib/platform/errors/service-error.ts';
import { WELL_FORMED_RULE } from './text-schema.ts';

/** Not allowed in names, because names are shown in terminals, which interpret control characters. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Trims and validates a name that people see.
 *
 * @param path of the name in the request
 * @throws ServiceError BAD_REQUEST if it is empty, too long or has control characters.
 */
export function parseShownName(
  name: string,
  { path, maxCharacters }: { path: string; maxCharacters: number },
): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest(path, 'The name must not be empty');
  if ([...trimmed].length > maxCharacters) {
    throw badRequest(path, `The name must have at most ${maxCharacters} characters`);
  }
  // Names from the operator's command line have not been validated by a contract.
  if (!trimmed.isWellFormed()) throw badRequest(path, `The name is not valid: ${WELL_FORMED_RULE}`);
  if (CONTROL_CHARACTER.test(trimmed)) throw badRequest(path, 'The name must not contain control characters');
  return trimmed;
}
