import type * as z from 'zod';
import { type Issue, ServiceError } from './service-error.ts';

/** `['bot', 'groups', 0, 'id']` → `bot.groups[0].id`: the path as the caller would write it. */
export function pathOf(segments: readonly PropertyKey[], prefix = ''): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return path === '' ? String(segment) : `${path}.${String(segment)}`;
  }, prefix);
}

/** zod's issues as ours. A union that fails says what its closest alternative wanted. */
export function issuesOf(error: z.ZodError, prefix = ''): Issue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const nested = issue.errors.flat();
      const deepest = nested.filter((inner) => inner.path.length > 0);
      const shown = deepest.length > 0 ? deepest.slice(0, 1) : [];
      if (shown[0])
        return [{ path: pathOf([...issue.path, ...shown[0].path], prefix), message: shown[0].message }];
      const wanted = [...new Set(nested.map((inner) => inner.message.replace(/^Invalid input: /, '')))];
      return [{ path: pathOf(issue.path, prefix), message: `Invalid input: ${wanted.join(', or ')}` }];
    }
    return [{ path: pathOf(issue.path, prefix), message: issue.message }];
  });
}

/** @throws BAD_REQUEST naming each place that is wrong. */
export function check<S extends z.ZodType>(schema: S, value: unknown, prefix = ''): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = issuesOf(result.error, prefix);
  const first = issues[0];
  const summary = first ? `${first.path === '' ? 'body' : first.path}: ${first.message}` : 'Invalid input';
  throw new ServiceError('BAD_REQUEST', summary, { issues });
}
