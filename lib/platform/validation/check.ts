import type * as z from 'zod';
import { ENOUGH_ISSUES, type Issue, MAX_ISSUES, ServiceError } from '#lib/platform/errors/service-error.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';

/** `['bot', 'groups', 0, 'id']` → `bot.groups[0].id`: the path in the caller's notation. */
export function toPath(segments: readonly PropertyKey[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    const key = shortenText(String(segment), MAX_KEY_CHARS);
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

/**
 * Keys come from the caller and appear in paths and messages; a key of several megabytes must not be echoed in
 * twenty issues.
 */
const MAX_KEY_CHARS = 60;
const MAX_MESSAGE_CHARS = 500;

/** Replacements for zod's developer-oriented messages. */
const REWORDINGS: [RegExp, string][] = [
  [/^Invalid input: expected (.+), received undefined$/, 'Missing; expected $1'],
  [/^Too big: expected string to have <=(\d+) characters$/, 'Too long: at most $1 characters'],
  [/^Too big: expected array to have <=(\d+) items$/, 'Too many: at most $1'],
  [/^Too small: expected array to have >=(\d+) items$/, 'Too few: at least $1'],
  [/^Invalid ISO datetime$/, 'Expected a timestamp such as 2026-05-04T09:12:33.120Z'],
];

function reword(message: string): string {
  const rewording = REWORDINGS.find(([pattern]) => pattern.test(message));
  return shortenText(rewording ? message.replace(...rewording) : message, MAX_MESSAGE_CHARS);
}

/** Converts zod's first issues to ours. For a union, reports the issue of the closest alternative. */
function toIssues(error: z.ZodError): Issue[] {
  return error.issues.slice(0, ENOUGH_ISSUES).map((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) {
      return { path: toPath(issue.path), message: reword(issue.message) };
    }
    const nested = issue.errors.flat();
    const deepest = nested.find((inner) => inner.path.length > 0);
    if (deepest) {
      return { path: toPath([...issue.path, ...deepest.path]), message: reword(deepest.message) };
    }
    const wanted = [...new Set(nested.map((inner) => inner.message.replace(/^Invalid input: /, '')))];
    return { path: toPath(issue.path), message: `Invalid input: ${wanted.join(', or ')}` };
  });
}

/** @throws BAD_REQUEST with the first issues, each with its path */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = toIssues(result.error);
  const [first, ...others] = issues;
  const summary = first ? `${first.path === '' ? 'body' : first.path}: ${first.message}` : 'Invalid input';
  const more =
    others.length === 0 ? '' : ` (and ${others.length < MAX_ISSUES ? '' : 'at least '}${others.length} more)`;
  throw new ServiceError('BAD_REQUEST', `${summary}${more}`, { issues });
}
