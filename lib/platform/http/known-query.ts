import * as z from 'zod';
import { ENOUGH_ISSUES, type Issue, ServiceError } from '#lib/platform/errors/service-error.ts';
import { toPath } from '#lib/platform/validation/check.ts';
import { nearestName } from '#lib/platform/validation/nearest-name.ts';

/**
 * Refuses query parameters that the contract does not have. Otherwise a misspelt filter would return everything.
 *
 * @param schema the contract's query. Absent if the endpoint takes none; a loose object takes any
 * @throws BAD_REQUEST with an issue for each unknown parameter, and the name that was probably meant
 */
export function requireKnownQuery(schema: z.ZodType | undefined, query: object): void {
  const known = schema ? getKnownNames(schema) : [];
  if (!known) return;
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  const issues = unknown.slice(0, ENOUGH_ISSUES).map((name) => toIssue(name, known));
  const [first] = issues;
  if (!first) return;
  const more = issues.length === 1 ? '' : ` (and ${unknown.length - 1} more)`;
  throw new ServiceError('BAD_REQUEST', `${first.path}: ${first.message}${more}`, { issues });
}

/** Undefined if the schema takes any name. */
function getKnownNames(schema: z.ZodType): string[] | undefined {
  if (!(schema instanceof z.ZodObject)) throw new Error('The query of a contract is not an object');
  const { shape, catchall } = schema.def as z.core.$ZodObjectDef;
  return catchall && !(catchall instanceof z.ZodNever) ? undefined : Object.keys(shape);
}

function toIssue(name: string, known: readonly string[]): Issue {
  return { path: toPath(['query', name]), message: `Unknown query parameter; ${advice(name, known)}` };
}

function advice(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  return known.length === 0 ? 'there are none here' : `known are ${known.join(', ')}`;
}
