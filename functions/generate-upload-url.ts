import { endpointHandler } from '#lib/http/pipeline.ts';
import { generateUploadUrlContract } from '#lib/sessions/contracts/generate-upload-url.ts';
import { generateUploadUrl } from '#lib/sessions/generate-upload-url.ts';

export const handler = endpointHandler(generateUploadUrlContract, async ({ headers, body }) => ({
  body: await generateUploadUrl(body, headers.origin),
}));
