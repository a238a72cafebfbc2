import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

/** S3 takes keys of up to 1,024 bytes, and the name is only a small part of the key. */
const MAX_NAME_CHARS = 1_000;
/** What RFC 6838 allows for a type and a subtype, plus room for parameters. */
const MAX_TYPE_CHARS = 300;

export const generateUploadUrlContract = defineEndpoint({
  id: 'generate-upload-url',
  method: 'POST',
  path: '/v3/generate-upload-url',
  api: 'chat',
  auth: 'none',
  summary: 'Ask for a place to upload a file to',
  description:
    'Answers a form with which a browser sends one file to the storage: a POST to `presignedUrl` with the fields of ' +
    '`formData`, and the file as the last one. It is good for ten minutes, for this name and type, and for no more than this size. ' +
    'A session may ask 50 times a day, and a workspace has a number of megabytes a day: 429 says which is used up. ' +
    '`fileUrl` is what the chat is then told. The block that waits in the session has to be one that takes files; ' +
    '`blockId` is not looked at.',
  request: {
    headers: z.object({ origin: z.string().optional() }),
    body: z.looseObject({
      sessionId: text,
      blockId: text.optional(),
      fileName: text.min(1).max(MAX_NAME_CHARS),
      fileType: text.max(MAX_TYPE_CHARS).optional(),
      /** Size in bytes; the form takes no more. If absent, the input's maximum is allowed and counted. */
      fileSize: z.number().min(0).optional(),
    }),
  },
  response: z.object({
    presignedUrl: z.string(),
    formData: z.record(z.string(), z.string()),
    fileType: z.string(),
    /** Size limit in megabytes. */
    maxFileSize: z.number(),
    fileUrl: z.string(),
  }),
  errors: ['FORBIDDEN', 'CONFLICT'],
  table: { reads: ['SESSION', 'BOT'], writes: ['SESSION', 'QUOTA'] },
  takesFiles: true,
  memoryMb: 512,
  timeoutSeconds: 10,
});
