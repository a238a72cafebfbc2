import type { Variable } from '#lib/bots/document/bot-document.ts';

/** Names that texts can mention, as `{{Name}}`. */
const MENTIONABLE = /^(?!=)[^{}]+$/;

/** Says why a variable cannot have a name. The service refuses the same names. */
export function findNameProblem(others: readonly Variable[], name: string): string | undefined {
  if (!MENTIONABLE.test(name)) return 'A name is not empty, does not begin with =, and has no { or }.';
  return others.some((other) => other.name === name) ? 'Another variable has this name.' : undefined;
}
