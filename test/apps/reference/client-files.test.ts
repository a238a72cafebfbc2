import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { clientOperations } from '#apps/reference/client-operations.ts';
import { renderClientTypes } from '#apps/reference/client-types.ts';
import { endpoints } from '#functions/endpoints.ts';
import { fakeEndpoint } from '#test/apps/local/fake-api.ts';

const read = (name: string) => readFile(new URL(`../../../apps/client/${name}`, import.meta.url), 'utf8');

describe("the client's files match the contracts (run `npm run docs`)", () => {
  it('operations.ts', async () => {
    expect(await read('operations.ts')).toBe(clientOperations(endpoints));
  });

  it('operation-types.ts', async () => {
    const types = await read('operation-types.ts');
    expect(types).toBe(await renderClientTypes(endpoints));
    expect(types.split('\n').length).toBeLessThan(2_700);
  });
});

const listThings = fakeEndpoint({
  id: 'list-things',
  request: {
    params: z.object({ thingId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: z
        .string()
        .regex(/^[1-9]\d?$/)
        .optional(),
      name: z.string().regex(/^[a-z]+$/),
    }),
    headers: z.object({ authorization: z.string(), 'if-match': z.string() }),
    body: z.object({ size: z.number().describe('In metres.') }).optional(),
  },
  response: () =>
    z.strictObject({
      things: z.array(z.strictObject({ 'a-b': z.string().optional(), any: z.unknown() })),
      nextCursor: z.string().optional(),
    }),
});

describe('clientTypes', () => {
  it('has types for all parts, with descriptions, and numbers where the text may be one', async () => {
    const types = await renderClientTypes([listThings]);
    expect(types).toContain(`  listThings: {
    params: { thingId: string };
    query: ListThingsQuery;
    headers: {
      /** The ETag of the bot that the change is based on; if it is not the current one, the response is 412 */
      'if-match': string;
    };
    body?: ListThingsBody;
    response: ListThingsResponse;
  };`);
    expect(types).toContain('  limit?: number | string | undefined;\n  name: string;\n');
    expect(types).toContain('  /** In metres. */\n  size: number;\n');
    expect(types).toContain("  things: { 'a-b'?: string | undefined; any: unknown }[];\n");
    expect(types).toContain('export type ErrorEnvelope = {');
  });
});

describe('clientOperations', () => {
  it('names the list of an operation that has pages', () => {
    expect(clientOperations([listThings])).toContain("    list: 'things',\n");
    const { query: _, ...request } = listThings.request;
    expect(clientOperations([{ ...listThings, request }])).not.toContain('list:');
  });
});
