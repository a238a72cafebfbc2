import { describeActionBlock, describeUnusedAccount } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeString, describeVariable } from '#lib/blocks/field-schema.ts';

/** Describes a block that makes a picture of a QR code. */
export function describeQrCode(): BlockSchema {
  return describeActionBlock(describeUnusedAccount(), {
    'Generate a QR Code': {
      data: describeString({
        title: 'Content',
        description: 'An address or another text.',
        placeholder: 'https://example.com',
      }),
      saveUrlInVariableId: describeVariable({
        title: 'Save address in',
        description: 'Address of the picture, for an image bubble.',
      }),
    },
  });
}
