import { generateUploadUrl } from '#lib/chat/generate-upload-url.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { generateUploadUrlContract } from './generate-upload-url.contract.ts';

export const handler = endpointHandler(generateUploadUrlContract, async ({ headers, body }) => ({
  body: await generateUploadUrl(body, headers.origin),
}));
