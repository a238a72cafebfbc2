import { type Item, scanTable } from '#lib/platform/store/dynamodb.ts';

/** Reads all items of the table, sorted by key. */
export async function tableContents(): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of scanTable()) items.push(...page);
  return items.toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
}
