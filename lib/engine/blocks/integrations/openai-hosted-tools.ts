import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { toNumber } from './action-block.ts';

export type HostedToolOptions = {
  fileSearchVectorStoreIds: readonly string[];
  fileSearchMaxNumResults?: string | number | undefined;
  fileSearchScoreThreshold?: string | number | undefined;
  webSearchEnabled?: boolean | undefined;
  codeInterpreterEnabled?: boolean | undefined;
};

/** Returns the tools that OpenAI runs on its side, in the format of its responses API. */
export function getHostedTools(options: HostedToolOptions): JsonObject[] {
  const vectorStoreIds = options.fileSearchVectorStoreIds.filter((id) => id !== '');
  const maxResults = toNumber(options.fileSearchMaxNumResults);
  const threshold = toNumber(options.fileSearchScoreThreshold);
  return [
    ...(vectorStoreIds.length > 0
      ? [
          {
            type: 'file_search',
            vector_store_ids: vectorStoreIds,
            ...(maxResults !== undefined && { max_num_results: maxResults }),
            ...(threshold !== undefined && { ranking_options: { score_threshold: threshold } }),
          },
        ]
      : []),
    ...(options.webSearchEnabled ? [{ type: 'web_search' }] : []),
    ...(options.codeInterpreterEnabled ? [{ type: 'code_interpreter', container: { type: 'auto' } }] : []),
  ];
}
