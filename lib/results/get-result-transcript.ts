import type { Caller } from '#lib/auth/access.ts';
import { escapedBytes } from '#lib/lambda/invocation-payload.ts';
import { readAnsweredFlow } from './answered-flow.ts';
import { getResult } from './get-result.ts';
import { MAX_PAGE_BYTES } from './store/result-page.ts';
import { createTranscript, type TranscriptLine } from './transcript.ts';

/**
 * Reconstructs a run as a conversation. `isTruncated` is set if the end did not fit into the response.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getResultTranscript(
  botId: string,
  resultId: string,
  caller: Caller,
): Promise<{ transcript: TranscriptLine[]; isTruncated?: true }> {
  const result = await getResult(botId, resultId, caller);
  const transcript: TranscriptLine[] = [];
  let bytes = 0;
  // Passes a byte limit as a character limit: each character takes at least one byte.
  for (const line of createTranscript(result, await readAnsweredFlow(botId, caller), MAX_PAGE_BYTES)) {
    bytes += escapedBytes(JSON.stringify(line)) + 1;
    if (bytes > MAX_PAGE_BYTES) return { transcript, isTruncated: true };
    transcript.push(line);
  }
  return { transcript };
}
