import { type Item, scanTable } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';

/** Everything in the table. */
export async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of scanTable()) items.push(...page);
  return items;
}

/** Answers and logs whose result is gone, as `pk sk`. Nobody could find them, and so nobody could erase them. */
export async function orphans(): Promise<string[]> {
  const items = await allItems();
  const results = new Set(items.filter(({ sk }) => sk === keys.result('any').sk).map(({ pk }) => pk));
  return items
    .filter(({ pk, sk }) => {
      const [kind, id = ''] = String(pk).split('#');
      const isOfResult = (kind === 'RESULT' && String(sk).startsWith('ANSWER#')) || kind === 'LOGS';
      return isOfResult && !results.has(keys.result(id).pk);
    })
    .map(({ pk, sk }) => `${pk} ${sk}`);
}
