import type { Caller } from '#lib/platform/auth/access.ts';
import { countEscapedBytes } from '#lib/platform/json/invocation-payload.ts';
import { type AnsweredFlows, readAnsweredFlows } from './answered-flows.ts';
import { getResult } from './get-result.ts';
import { findQuestions } from './question-lookup.ts';
import type { Answer } from './result-schema.ts';
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
  const flows = await readFlowsOf(result.answers, botId, caller);
  const transcript: TranscriptLine[] = [];
  let bytes = 0;
  // Passes a byte limit as a character limit: each character takes at least one byte.
  for (const line of createTranscript(result, flows, MAX_PAGE_BYTES)) {
    bytes += countEscapedBytes(JSON.stringify(line)) + 1;
    if (bytes > MAX_PAGE_BYTES) return { transcript, isTruncated: true };
    transcript.push(line);
  }
  return { transcript };
}

/** Reads earlier releases only if an answer is to a question that was removed since, which is rare. */
async function readFlowsOf(answers: Answer[], botId: string, caller: Caller): Promise<AnsweredFlows> {
  const flows = await readAnsweredFlows(botId, { withFormer: false }, caller);
  if (!flows.hasFormer) return flows;
  const known = new Set(flows.current.flatMap(findQuestions).map(({ block }) => block.id));
  if (answers.every(({ blockId }) => known.has(blockId))) return flows;
  return await readAnsweredFlows(botId, { withFormer: true }, caller);
}
