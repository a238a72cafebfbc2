import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getResultTranscript } from '#lib/results/get-result-transcript.ts';
import { getResultTranscriptContract } from './get-result-transcript.contract.ts';

export const handler = endpointHandler(getResultTranscriptContract, async ({ params, caller }) => {
  return { body: await getResultTranscript(params.botId, params.resultId, caller) };
});
