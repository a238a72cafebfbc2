import { endpointHandler } from '#lib/http/pipeline.ts';
import { getResultTranscriptContract } from '#lib/results/contracts/get-result-transcript.ts';
import { getResultTranscript } from '#lib/results/get-result-transcript.ts';

export const handler = endpointHandler(getResultTranscriptContract, async ({ params, caller }) => {
  return { body: await getResultTranscript(params.botId, params.resultId, caller) };
});
