import * as z from 'zod';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { keptFile, NO_PLACE_FOR_FILES } from '#lib/engine/services/kept-file.ts';
import { BlockFailure } from '#lib/engine/services/service-request.ts';
import { actionBlock } from './action-block.ts';

export const qrCodeOptions = z.object({ data: optionalText, saveUrlInVariableId: optionalText });

/** Small enough to be stored as text beside all other variables. */
const MAX_DATA_URL_CHARS = 10_000;

/** Makes a QR code, and stores the address of its image in a variable. */
export const qrCodeBlock = actionBlock({
  type: 'qr-code',
  options: qrCodeOptions,
  needsCredentials: false,
  actions: {
    'Generate a QR Code': {
      doing: 'While generating a QR code',
      async run({ data, saveUrlInVariableId }, { context }) {
        if (data === undefined) throw new BlockFailure('No data provided');
        if (saveUrlInVariableId === undefined) throw new BlockFailure('No variable provided');
        const url = context.ports.files
          ? await keptFile({ extension: 'png', mediaType: 'image/png' }, context, () => renderPng(data))
          : dataUrl(await renderPng(data));
        context.set(saveUrlInVariableId, url);
        return undefined;
      },
    },
  },
});

/** Without a storage for files, the image itself is the address. */
function dataUrl(png: Uint8Array): string {
  const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  if (url.length >= MAX_DATA_URL_CHARS) throw new BlockFailure(NO_PLACE_FOR_FILES);
  return url;
}

async function renderPng(data: string): Promise<Uint8Array> {
  const { default: qrCode } = await import('qrcode');
  try {
    return await qrCode.toBuffer(data, { type: 'png' });
  } catch {
    // A code holds at most 2,331 bytes: ISO/IEC 18004, version 40 with the medium correction.
    throw new BlockFailure('The data is too long for a QR code');
  }
}
