import type { Caller } from '#lib/auth/access.ts';
import { escapedBytes } from '#lib/lambda/invocation-payload.ts';
import { readAnsweredFlow } from './answered-flow.ts';
import { getResult } from './get-result.ts';
import { MAX_PAGE_BYTES } from './result-page.ts';
import { createTranscript, type TranscriptLine } from './transcript.ts';

/**
 * A run as a conversation. `isTruncated` is set if it does not fit into a response; then its end is missing.
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
  // A text with more characters than a response has bytes cannot fit, whatever it contains.
  for (const line of createTranscript(result, await readAnsweredFlow(botId, caller), MAX_PAGE_BYTES)) {
    bytes += escapedBytes(JSON.stringify(line)) + 1;
    if (bytes > MAX_PAGE_BYTES) return { transcript, isTruncated: true };
    transcript.push(line);
  }
  return { transcript };
}
