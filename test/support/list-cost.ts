import { expect } from 'vitest';
import { measureConsumption } from './consumed-capacity.ts';
import type { Api } from './describe-api.ts';

export type PageCost = { requests: number; readUnits: number };

/** Reads a list page by page, like a client, and returns the cost of each page. */
export async function pageCosts(
  api: Api,
  path: string,
  query: Record<string, string>,
): Promise<{ costs: PageCost[]; ids: string[] }> {
  const costs: PageCost[] = [];
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { value, commands, readUnits } = await measureConsumption(() =>
      api.request({ method: 'GET', path, query: { ...query, ...(cursor !== undefined && { cursor }) } }),
    );
    expect(value.status, value.text.slice(0, 500)).toBe(200);
    const {
      nextCursor,
      searched: _,
      ...lists
    } = value.body as { nextCursor?: string; searched?: number } & Record<string, { id: string }[]>;
    ids.push(...Object.values(lists).flatMap((items) => (items ?? []).map(({ id }) => id)));
    costs.push({ requests: commands.length, readUnits });
    cursor = nextCursor;
  } while (cursor !== undefined);
  return { costs, ids };
}
