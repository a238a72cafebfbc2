import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { SESSION_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

/** S3 keys hold up to 1,024 bytes. The name is shortened before it becomes part of the key. */
const MAX_NAME_CHARS = 1_000;
const fileName = text.min(1).max(MAX_NAME_CHARS);

/** RFC 6838 allows 127 characters each for type and subtype; the rest is room for parameters. */
const MAX_TYPE_CHARS = 300;
const fileType = text.max(MAX_TYPE_CHARS);

export const generateUploadUrlContract = defineEndpoint({
  id: 'generate-upload-url',
  method: 'POST',
  path: '/v3/generate-upload-url',
  api: 'chat',
  auth: 'none',
  summary: 'Get a presigned upload form',
  description:
    'Returns a presigned form for uploading one file from a browser: POST the fields of `formData` to `presignedUrl`, ' +
    'with the file as the last field. The form is valid for ten minutes and only for this name, type and maximum size. ' +
    'A session gets 50 forms a day, and a workspace has a daily limit in megabytes; a 429 says which one is used up. ' +
    'After the upload, send `fileUrl` in the reply; letters in its last segment may be percent-encoded. The block waiting in the session must accept files; `blockId` is ' +
    'ignored.',
  request: {
    headers: z.object({ origin: z.string().optional() }),
    body: z
      .looseObject({
        sessionId: text.optional(),
        /** In place of `sessionId`, for clients that do not know it: the newest session in which the block waits. */
        resultId: text.optional(),
        blockId: text.optional(),
        fileName,
        fileType: fileType.nullish(),
        /** Size in bytes, enforced by the form. If absent, the input's maximum is allowed and counted. */
        fileSize: z.number().min(0).optional(),
      })
      .refine(({ sessionId, resultId }) => (sessionId ?? resultId) !== undefined, {
        path: ['sessionId'],
        message: 'Missing; expected string',
      }),
  },
  response: () =>
    z.object({
      presignedUrl: z.string(),
      formData: z.record(z.string(), z.string()),
      fileType: z.string(),
      /** Size limit in megabytes. */
      maxFileSize: z.number(),
      fileUrl: z.string(),
    }),
  errors: ['FORBIDDEN', 'CONFLICT'],
  table: { reads: ['SESSION', 'RESULT', 'BOT'], writes: ['SESSION', 'QUOTA'] },
  takesFiles: 'respondents',
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      body: {
        sessionId: SESSION_ID,
        blockId: 'ask-photo',
        fileName: 'photo.jpeg',
        fileType: 'image/jpeg',
        fileSize: 148_213,
      },
      response: {
        presignedUrl: 'https://files.s3.eu-central-1.amazonaws.com/',
        formData: {
          'Content-Type': 'image/jpeg',
          bucket: 'files',
          'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
          key: 'uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg',
          Policy: 'eyJleHBpcmF0aW9uIjoi…',
          'X-Amz-Signature': '4b1f…',
        },
        fileType: 'image/jpeg',
        maxFileSize: 10,
        fileUrl: 'https://files.example.com/uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg',
      },
    },
    examplesElsewhere: {
      'generate-upload-url-compatible-v1': {
        body: { filePathProps: { sessionId: SESSION_ID, fileName: 'photo.jpeg' }, fileType: 'image/jpeg' },
        response: {
          presignedUrl: 'https://files.s3.eu-central-1.amazonaws.com/',
          formData: { bucket: 'files', key: 'uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg' },
          fileUrl: 'https://files.example.com/uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg',
        },
      },
    },
  };
}
