import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withEndpointTable } from '#apps/reference/endpoint-table.ts';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';

describe('the README', () => {
  it('lists the endpoints of the contracts (run `npm run docs`)', async () => {
    const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(withEndpointTable(readme, endpoints)).toBe(readme);
    for (const { id } of endpoints) expect(readme).toContain(`functions/${findFunctionFile(id)}`);
  });
});
