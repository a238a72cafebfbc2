import { loadDocument, type StoredDocument } from '#lib/store/document-parts.ts';
import { type Item, unavailable } from '#lib/store/dynamodb.ts';
import { isId } from '#lib/store/keys.ts';

/** How often a reader follows a bot that is being rewritten under it. */
const MAX_READS = 5;

/**
 * Reads the item and its document; when the document's parts are gone, the item has been rewritten in between,
 * so it is read again. An id that cannot be one is simply not there.
 *
 * @param assertAccess throws for a caller who may not see the item's workspace, before any document is read
 */
export async function readWithDocument(
  botId: string,
  read: () => Promise<Item | undefined>,
  assertAccess: (workspaceId: string) => void,
): Promise<{ item: Item; document: unknown } | undefined> {
  if (!isId(botId)) return undefined;
  for (let attempt = 0; attempt < MAX_READS; attempt++) {
    const item = await read();
    if (!item) return undefined;
    assertAccess(item.workspaceId as string);
    const document = await loadDocument(botId, item.document as StoredDocument);
    if (document !== undefined) return { item, document };
  }
  throw unavailable(new Error('The parts of a document kept disappearing'));
}
