import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { exportResults } from '#lib/results/export-results.ts';
import { exportResultsContract } from './export-results.contract.ts';

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export const handler = endpointHandler(exportResultsContract, async ({ params, query, caller }) => {
  const { text, nextCursor } = await exportResults(params.botId, query, caller);
  return {
    body: text,
    mediaType: MEDIA_TYPES[query.format],
    headers: {
      'content-disposition': `attachment; filename="results-${params.botId}.${query.format}"`,
      'x-export-complete': String(nextCursor === undefined),
      ...(nextCursor !== undefined && { 'x-next-cursor': nextCursor }),
    },
  };
});
