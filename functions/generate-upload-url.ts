import { generateUploadUrlContract } from '#lib/chat/contracts/generate-upload-url.ts';
import { generateUploadUrl } from '#lib/chat/generate-upload-url.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(generateUploadUrlContract, async ({ headers, body }) => ({
  body: await generateUploadUrl(body, headers.origin),
}));
