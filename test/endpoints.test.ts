import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';
import { STATUS_BY_CODE } from '#lib/errors/service-error.ts';
import { getErrorCodes, type TableAccess } from '#lib/http/contract.ts';

const folder = new URL('../functions/', import.meta.url);

describe('the table of endpoints', () => {
  it('has one function per endpoint, and the authorizer, and nothing else', async () => {
    const files = await readdir(folder);
    expect(files.toSorted()).toEqual(
      ['authorizer.ts', ...endpoints.map((endpoint) => `${endpoint.id}.ts`)].toSorted(),
    );
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is served by a function that uses its contract',
    async (id) => {
      const { handler } = await import(`#functions/${id}.ts`);
      expect(handler).toBeTypeOf('function');
      const source = await readFile(new URL(`${id}.ts`, folder), 'utf8');
      expect(source).toContain(`/contracts/${id}.ts'`);
      expect(source.split('\n').length).toBeLessThanOrEqual(26);
    },
  );

  it('names each endpoint and each route once', () => {
    const ids = endpoints.map((endpoint) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
    const routes = endpoints.map(
      ({ api, method, path }) => `${api} ${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('names a path level with one variable only: a REST API refuses siblings with different names', () => {
    const names = new Map<string, Set<string>>();
    for (const { api, path } of endpoints) {
      const segments = path.split('/');
      for (const [level, segment] of segments.entries()) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name === undefined) continue;
        const parent = `${api} ${segments.slice(0, level).join('/')}`;
        names.set(parent, (names.get(parent) ?? new Set()).add(name));
      }
    }
    for (const [parent, variables] of names) expect([parent, variables.size]).toEqual([parent, 1]);
  });

  it('describes the parameters that its paths have', () => {
    for (const { id, path, request } of endpoints) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const shape = (request.params as { shape?: object } | undefined)?.shape ?? {};
      expect([id, Object.keys(shape).toSorted()]).toEqual([id, named.toSorted()]);
    }
  });

  it('asks for a role exactly where it asks for a token', () => {
    for (const { id, auth, role } of endpoints) {
      expect([id, role !== undefined]).toEqual([id, auth === 'bearer']);
    }
  });

  it('lets an endpoint that only reads only read', () => {
    for (const { id, method, table } of endpoints) {
      const { reads, writes = [], lists = [] }: TableAccess = table;
      const usesTable = [...reads, ...writes, ...lists].length > 0;
      const onlyReads = method === 'GET' || !usesTable;
      expect([id, writes.length > 0]).toEqual([id, !onlyReads]);
    }
  });

  it('answers with codes of the catalogue', () => {
    for (const endpoint of endpoints) {
      for (const code of getErrorCodes(endpoint)) expect(STATUS_BY_CODE).toHaveProperty(code);
    }
  });

  it('loads neither the SDK nor a handler: whatever reads the table stays fast', async () => {
    const { build } = await import('esbuild');
    const { metafile } = await build({
      entryPoints: [new URL('../lib/endpoints.ts', import.meta.url).pathname],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
    const heavy = Object.keys(metafile.inputs).filter((input) =>
      /@aws-sdk|@smithy|@middy|aws-cdk|functions\/|slugify/.test(input),
    );
    expect(heavy).toEqual([]);
  });
});
