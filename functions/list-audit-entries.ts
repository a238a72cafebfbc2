import { listAuditEntriesContract } from '#lib/audit/contracts/list-audit-entries.ts';
import { listAuditEntries } from '#lib/audit/list-audit-entries.ts';
import { DEFAULT_ITEMS_PER_PAGE } from '#lib/bots/contracts/list-page.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(listAuditEntriesContract, async ({ params, query, caller }) => {
  const { botId, limit, cursor } = query;
  const page = {
    workspaceId: params.workspaceId,
    botId,
    limit: Number(limit ?? DEFAULT_ITEMS_PER_PAGE),
    cursor,
  };
  return { body: await listAuditEntries(page, caller) };
});
