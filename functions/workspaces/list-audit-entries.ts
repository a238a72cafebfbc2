import { DEFAULT_ITEMS_PER_PAGE } from '#functions/list-page.ts';
import { listAuditEntries } from '#lib/platform/audit/list-audit-entries.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listAuditEntriesContract } from './list-audit-entries.contract.ts';

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
