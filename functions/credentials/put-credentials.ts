import { putCredentials } from '#lib/bots/credentials/put-credentials.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { presentCredentials } from './credentials-schema.ts';
import { putCredentialsContract } from './put-credentials.contract.ts';

export const handler = endpointHandler(putCredentialsContract, async ({ params, body, caller }) => {
  const { kind, name, data } = body;
  const { record, usdPerMonth } = await putCredentials({ ...params, kind, name, data }, caller);
  return { body: { credentials: presentCredentials(record), secretUsdPerMonth: usdPerMonth } };
});
