import type { Caller } from '#lib/auth/access.ts';
import { escapedBytes } from '#lib/bots/answer-limit.ts';
import { readAnsweredFlow } from './answered-flow.ts';
import { getResult } from './get-result.ts';
import { MAX_PAGE_BYTES } from './result-page.ts';
import { type TranscriptLine, transcriptOf } from './transcript.ts';

/**
 * A run as a conversation. `isTruncated` where it is longer than an answer can be: then its end is missing.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getResultTranscript(
  botId: string,
  resultId: string,
  caller: Caller,
): Promise<{ transcript: TranscriptLine[]; isTruncated?: true }> {
  const result = await getResult(botId, resultId, caller);
  const lines = transcriptOf(result, await readAnsweredFlow(botId, caller));
  let bytes = 0;
  const firstTooMany = lines.findIndex((line) => {
    bytes += escapedBytes(JSON.stringify(line)) + 1;
    return bytes > MAX_PAGE_BYTES;
  });
  return firstTooMany < 0
    ? { transcript: lines }
    : { transcript: lines.slice(0, firstTooMany), isTruncated: true };
}
