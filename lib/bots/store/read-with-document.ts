import { type Item, unavailable } from '#lib/platform/store/dynamodb.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { loadDocument, type StoredDocument } from './document-parts.ts';

/** Maximum number of attempts if concurrent writes keep replacing the item. */
const MAX_READS = 5;

/**
 * Reads an item and its document. If the document's parts are gone, the item has been replaced in the
 * meantime, so it is read again. An invalid id is treated as nonexistent.
 *
 * @param assertAccess throws if the caller has no access to the item's workspace; runs before a document is
 *   read
 * @param isKnown whether the caller has the item's document already. It is then not loaded, and undefined
 */
export async function readWithDocument(
  botId: string,
  read: () => Promise<Item | undefined>,
  assertAccess: (workspaceId: string) => void,
  isKnown: (item: Item) => boolean = () => false,
): Promise<{ item: Item; document: unknown } | undefined> {
  if (!isId(botId)) return undefined;
  for (let attempt = 0; attempt < MAX_READS; attempt++) {
    const item = await read();
    if (!item) return undefined;
    assertAccess(item.workspaceId as string);
    if (isKnown(item)) return { item, document: undefined };
    const document = await loadDocument(botId, item.document as StoredDocument);
    if (document !== undefined) return { item, document };
  }
  throw unavailable(new Error('The parts of a document kept disappearing'));
}
