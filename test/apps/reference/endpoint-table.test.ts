import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withEndpointTable } from '#apps/reference/endpoint-table.ts';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';

describe('docs/api.md', () => {
  it('lists the endpoints of the contracts (run `npm run docs`)', async () => {
    const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    expect(withEndpointTable(page, endpoints)).toBe(page);
    for (const { id } of endpoints) expect(page).toContain(`functions/${findFunctionFile(id)}`);
  });
});
