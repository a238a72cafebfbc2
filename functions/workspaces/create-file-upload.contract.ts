import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const createFileUploadContract = defineEndpoint({
  id: 'create-file-upload',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/files',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: "Get a presigned upload form for a bot's file",
  description:
    'Returns a presigned form for uploading one picture, video, audio file or PDF that bots of the workspace show: POST the fields of ' +
    '`formData` to `presignedUrl`, with the file as the last field, within ten minutes. `fileUrl` is then its public address, ' +
    'for any bot. Files stay until the workspace is erased. They count towards its daily limit in megabytes. Each call makes ' +
    'another address.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    body: z.object({
      fileName: text.min(1).max(1_000),
      fileType: text.max(300).optional(),
      fileSize: z.int().min(1),
    }),
  },
  response: () =>
    z.object({
      presignedUrl: z.string(),
      formData: z.record(z.string(), z.string()),
      fileUrl: z.string(),
    }),
  // Whoever has the form can store a file.
  returnsSecret: true,
  errors: [],
  table: { reads: [], writes: ['QUOTA'], appends: ['AUDIT'] },
  takesFiles: 'authors',
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  const key = `authored/${WORKSPACE_ID}/f6x0b9w4m2q7v1c8n5hjrtzk/logo.png`;
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      body: { fileName: 'logo.png', fileType: 'image/png', fileSize: 18_213 },
      response: {
        presignedUrl: 'https://files.s3.eu-central-1.amazonaws.com/',
        formData: { 'Content-Type': 'image/png', bucket: 'files', key, 'X-Amz-Signature': '4b1f…' },
        fileUrl: `https://files.example.com/${key}`,
      },
    },
    properties: {
      fileType: 'Media type. Without one, the ending of the name decides',
      fileSize: 'Bytes. The form takes no more',
    },
  };
}
