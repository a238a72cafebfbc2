import { decodeDocument, type EncodedDocument } from '#lib/platform/store/document-codec.ts';
import { queryAll, writeItems } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { type LogEntry, logWrites } from '#lib/results/logs/log-store.ts';

/** Appends entries to a result's log, in order, without a session. */
export async function appendLogs(resultId: string, createdAt: string, entries: LogEntry[]): Promise<void> {
  await writeItems(logWrites(resultId, createdAt, entries));
}

/** Reads a result's log as stored: the entries of each batch, oldest batch first. */
export async function storedBatches(resultId: string): Promise<LogEntry[][]> {
  const pk = keys.logPartition(resultId);
  const items = await queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } });
  return items.map((item) => decodeDocument(item.entries as EncodedDocument) as LogEntry[]);
}

export async function storedLogs(resultId: string): Promise<LogEntry[]> {
  return (await storedBatches(resultId)).flat();
}
