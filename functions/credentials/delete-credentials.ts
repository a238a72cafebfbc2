import { deleteCredentials } from '#lib/bots/credentials/delete-credentials.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { deleteCredentialsContract } from './delete-credentials.contract.ts';

export const handler = endpointHandler(deleteCredentialsContract, async ({ params, caller }) => {
  await deleteCredentials(params, caller);
  return { body: { message: 'success' } };
});
