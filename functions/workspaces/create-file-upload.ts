import { createFileUpload } from '#lib/chat/uploads/create-file-upload.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createFileUploadContract } from './create-file-upload.contract.ts';

export const handler = endpointHandler(createFileUploadContract, async ({ params, body, caller }) => ({
  body: await createFileUpload({ ...params, ...body }, caller),
}));
