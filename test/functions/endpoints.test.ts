import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints, routes } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';
import { STATUS_BY_CODE } from '#lib/platform/errors/service-error.ts';
import { getErrorCodes, type TableAccess } from '#lib/platform/http/contract.ts';

const folder = new URL('../../functions/', import.meta.url);

describe('the table of endpoints', () => {
  it('has one function per endpoint, plus the authorizer, the one that runs jobs and the writer of audit entries, and no others', async () => {
    const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const files = await Promise.all(
      folders.map(async ({ name }) =>
        (await readdir(new URL(`${name}/`, folder))).map((file) => `${name}/${file}`),
      ),
    );
    const handlers: string[] = [];
    for (const file of files.flat().filter((name) => !name.endsWith('.contract.ts'))) {
      if ('handler' in (await import(new URL(file, folder).href))) handlers.push(basename(file, '.ts'));
    }
    expect(handlers.toSorted()).toEqual(
      ['authorizer', 'run-job', 'write-audit-entries', ...endpoints.map(({ id }) => id)].toSorted(),
    );
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is served by a function that uses its contract',
    async (id) => {
      const { handler } = await import(new URL(findFunctionFile(id), folder).href);
      expect(handler).toBeTypeOf('function');
      const source = await readFile(new URL(findFunctionFile(id), folder), 'utf8');
      expect(source).toContain(`'./${id}.contract.ts'`);
      expect(source.split('\n').length).toBeLessThanOrEqual(26);
    },
  );

  it('lists each endpoint and each route once', () => {
    const ids = routes.map((endpoint) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
    const addresses = routes.map(
      ({ api, method, path }) => `${api} ${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('uses one parameter name per path level: REST APIs reject siblings with different names', () => {
    const names = new Map<string, Set<string>>();
    for (const { api, path } of routes) {
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

  it('declares the parameters in its paths', () => {
    for (const { id, path, request } of routes) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const shape = (request.params as { shape?: object } | undefined)?.shape ?? {};
      expect([id, Object.keys(shape).toSorted()]).toEqual([id, named.toSorted()]);
    }
  });

  it('requires a role exactly where it requires a token', () => {
    for (const { id, auth, role } of endpoints) {
      expect([id, role !== undefined]).toEqual([id, auth === 'bearer']);
    }
  });

  it('grants read-only endpoints no writes', () => {
    for (const { id, method, table } of endpoints) {
      const { reads, writes = [], appends = [], lists = [] }: TableAccess = table;
      const usesTable = [...reads, ...writes, ...appends, ...lists].length > 0;
      const onlyReads = method === 'GET' || !usesTable || id === 'check-bot';
      expect([id, [...writes, ...appends].length > 0]).toEqual([id, !onlyReads]);
    }
  });

  it('responds before the gateway gives up after 29 s, even if Lambda takes 3 s to start the function', () => {
    for (const { id, timeoutSeconds } of endpoints) {
      const slowestMs = 3_000 + timeoutSeconds * 1_000;
      expect([id, slowestMs <= 29_000]).toEqual([id, true]);
    }
  });

  it('uses only codes from the catalog', () => {
    for (const endpoint of endpoints) {
      for (const code of getErrorCodes(endpoint)) expect(STATUS_BY_CODE).toHaveProperty(code);
    }
  });

  it('loads neither the SDK nor a handler, so that reading the table stays fast', async () => {
    const { build } = await import('esbuild');
    const { metafile } = await build({
      entryPoints: [new URL('../../functions/endpoints.ts', import.meta.url).pathname],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain('functions/bots/get-bot.contract.ts');
    const handlers = endpoints.map(({ id }) => `functions/${findFunctionFile(id)}`);
    const heavy = inputs.filter((input) =>
      /@aws-sdk|@smithy|@middy|aws-cdk|functions\/triggers\/|slugify/.test(input),
    );
    expect([...heavy, ...inputs.filter((input) => handlers.includes(input))]).toEqual([]);
  });
});
