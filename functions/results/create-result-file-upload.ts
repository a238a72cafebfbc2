import { createResultFileUpload } from '#lib/chat/uploads/create-result-file-upload.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createResultFileUploadContract } from './create-result-file-upload.contract.ts';

export const handler = endpointHandler(createResultFileUploadContract, async ({ params, body, caller }) => ({
  body: await createResultFileUpload(params, body, caller),
}));
