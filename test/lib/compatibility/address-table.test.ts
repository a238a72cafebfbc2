import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';
import { ADDRESSES } from '#lib/compatibility/address-table.ts';

const ROOM = fileURLToPath(new URL('../../../lib/compatibility/', import.meta.url));

it('has the addresses of each endpoint that has a file of them, and that file is where its function is', async () => {
  const listed = Object.keys(ADDRESSES);
  expect(listed.filter((id) => !endpoints.some((endpoint) => endpoint.id === id))).toStrictEqual([]);
  const files = await Promise.all(
    globSync('*/*.ts', { cwd: ROOM }).map(async (file) => ({ file, ...(await import(ROOM + file)) })),
  );
  const withAddresses = files.filter(({ addresses }) => addresses);
  expect(withAddresses.map(({ file }) => file).toSorted()).toStrictEqual(
    listed.map(findFunctionFile).toSorted(),
  );
  for (const id of listed) {
    const { addresses } = withAddresses.find(({ file }) => file === findFunctionFile(id)) ?? {};
    expect(ADDRESSES[id], id).toBe(addresses);
  }
});
