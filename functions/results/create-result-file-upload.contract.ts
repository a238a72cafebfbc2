import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const createResultFileUploadContract = defineEndpoint({
  id: 'create-result-file-upload',
  method: 'POST',
  path: '/v1/bots/{botId}/results/{resultId}/files',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: "Get a presigned upload form for a result's file",
  description:
    'Returns a presigned form for one file that a respondent uploaded elsewhere: POST the fields of `formData` to ' +
    '`presignedUrl`, with the file as the last field, within ten minutes. `fileUrl` is then its address, for an import of ' +
    'results with `sourceContent`. The same `sourceUrl` and name always give the same address. `bots operator results ' +
    "erase` erases a result with its files. They count towards the workspace's daily limit in megabytes. A private file " +
    'has no public address.',
  request: {
    params: z.object({ botId: z.string(), resultId: z.string() }),
    body: z.object({
      fileName: text.min(1).max(1_000),
      fileType: text.max(300).optional(),
      fileSize: z.int().min(1),
      sourceUrl: text.min(1).max(8_000),
      isPrivate: z.boolean().optional(),
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
  table: { reads: ['BOT', 'RESULT'], writes: ['QUOTA'], appends: ['AUDIT'] },
  takesFiles: 'respondents',
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  const key = `uploads/${WORKSPACE_ID}/${BOT_ID}/${RESULT_ID}/5f2d8c1b7a9e4f3c6d0b2a18/photo.jpeg`;
  return {
    example: {
      params: { botId: BOT_ID, resultId: RESULT_ID },
      body: {
        fileName: 'photo.jpeg',
        fileType: 'image/jpeg',
        fileSize: 148_213,
        sourceUrl: 'https://files.example.com/public/workspaces/w1/typebots/t1/results/r1/photo.jpeg',
      },
      response: {
        presignedUrl: 'https://files.s3.eu-central-1.amazonaws.com/',
        formData: { 'Content-Type': 'image/jpeg', bucket: 'files', key, 'X-Amz-Signature': '4b1f…' },
        fileUrl: `https://files.example.com/${key}`,
      },
    },
    properties: {
      fileSize: 'Bytes. The form takes no more',
      isPrivate: 'Whether it has no public address',
      sourceUrl: 'Where the file comes from. It is not requested',
    },
  };
}
