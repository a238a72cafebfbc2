import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withEndpointTable } from '#lib/apps/documentation/endpoint-table.ts';
import { endpoints } from '#lib/endpoints.ts';

describe('the README', () => {
  it('lists the endpoints as the contracts have them: `npm run docs` writes them', async () => {
    const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(withEndpointTable(readme, endpoints)).toBe(readme);
    for (const { id } of endpoints) expect(readme).toContain(`functions/${id}.ts`);
  });
});
