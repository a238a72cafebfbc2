import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { getShape } from '../contract-schema.ts';

/** Response of the two older versions. */
const toOlderResponse = ({ presignedUrl, formData, fileUrl }: JsonObject): JsonObject => ({
  presignedUrl,
  formData,
  fileUrl,
});

const toOlderSchema = (own: z.ZodType) => {
  const { presignedUrl, formData, fileUrl } = getShape<'presignedUrl' | 'formData' | 'fileUrl'>(own);
  return z.object({ presignedUrl, formData, fileUrl });
};

const getFile = (own: z.ZodType) => {
  const { fileName, fileType } = getShape<'fileName' | 'fileType'>(own);
  return { fileName, fileType };
};

export const addresses: readonly CompatibleAddress[] = [
  { path: '/v3/generate-upload-url' },
  {
    path: '/v2/generate-upload-url',
    suffix: 'v2',
    note: 'The session may also be named in the query.',
    toBody: (body, { sessionId }) =>
      isJsonObject(body) && sessionId !== undefined ? { sessionId, ...body } : body,
    fromResponse: toOlderResponse,
    schemas: {
      body: (own) => z.looseObject({ sessionId: text, ...getFile(own) }),
      response: toOlderSchema,
    },
  },
  {
    path: '/v1/generate-upload-url',
    suffix: 'v1',
    note: '`filePathProps` names the session, or else the result and the block that waits for the file.',
    toBody: (body) => {
      if (!isJsonObject(body) || !isJsonObject(body.filePathProps)) return body;
      const { sessionId, resultId, blockId, fileName: name } = body.filePathProps;
      return { sessionId, resultId, blockId, fileName: name, fileType: body.fileType };
    },
    fromResponse: toOlderResponse,
    schemas: {
      body: (own) => {
        const { fileName, fileType } = getFile(own);
        const filePathProps = z.union([
          z.looseObject({ sessionId: text, fileName }),
          z.looseObject({ resultId: text, blockId: text.optional(), fileName }),
        ]);
        return z.looseObject({ filePathProps, fileType });
      },
      response: toOlderSchema,
    },
  },
];
