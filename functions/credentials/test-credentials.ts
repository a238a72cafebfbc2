import { testCredentials } from '#lib/chat/credentials/test-credentials.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { testCredentialsContract } from './test-credentials.contract.ts';

export const handler = endpointHandler(testCredentialsContract, async ({ params, caller }) => {
  return { body: await testCredentials(params, caller) };
});
