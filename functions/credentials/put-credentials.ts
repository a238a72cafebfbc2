import { putCredentials } from '#lib/bots/credentials/put-credentials.ts';
import { exchangeGoogleCode } from '#lib/chat/credentials/exchange-google-code.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { presentCredentials } from './credentials-schema.ts';
import { putCredentialsContract } from './put-credentials.contract.ts';

export const handler = endpointHandler(putCredentialsContract, async (request) => {
  const { params, body, siteHost, caller } = request;
  const { authorization, ...content } = body;
  const code = authorization && { ...authorization, ...params, kind: body.kind, siteHost };
  const { record, usdPerMonth } = await putCredentials(
    { ...params, ...content, ...(code && { authorize: () => exchangeGoogleCode(code) }) },
    caller,
  );
  return { body: { credentials: presentCredentials(record), secretUsdPerMonth: usdPerMonth } };
});
