import { describe, expect, it } from 'vitest';
import { routes } from '#functions/endpoints.ts';
import { findLooseSchemas, withLooseSchemas } from './loose-schemas.ts';

const named = [...findLooseSchemas().values()].flat();

describe('The operations that may refuse valid requests', () => {
  it('exist, and are named once', () => {
    const ids = new Set(routes.map(({ id }) => id));
    expect(named.filter((id) => !ids.has(id))).toStrictEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('include those with a cursor, at every address', () => {
    expect(named).toEqual(expect.arrayContaining(['list-bots', 'list-bots-compatible', 'list-jobs']));
  });

  it('are disabled in the configuration, each with the reason', () => {
    const config = withLooseSchemas('workers = 1\n');
    expect(config).toMatch(/^workers = 1\n/);
    expect(
      config,
    ).toContain(`# Not in the schema: dates may not lie in the future, and an id may come only once.
[[operations]]
include-operation-id = ["importResults"]
[operations.checks.positive_data_acceptance]
enabled = false
`);
  });
});
