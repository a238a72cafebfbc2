import * as z from 'zod';
import { QR_CODE } from '#lib/blocks/integrations/qr-code.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { keepFile, NO_PLACE_FOR_FILES } from '#lib/engine/services/kept-file.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock } from './action-block.ts';

export const qrCodeOptions = once(() => z.object({ data: optionalText, saveUrlInVariableId: optionalText }));

/** Small enough for a variable, given the limit on the total size of all variables. */
const MAX_DATA_URL_CHARS = 10_000;

/** Generates a QR code and stores the URL of its image in a variable. */
export const qrCodeBlock = actionBlock({
  about: QR_CODE,
  options: qrCodeOptions,
  actions: {
    'Generate a QR Code': {
      doing: 'While generating a QR code',
      async run({ data, saveUrlInVariableId }, { context }) {
        if (data === undefined) throw new BlockError('No data provided');
        if (saveUrlInVariableId === undefined) throw new BlockError('No variable provided');
        const url = context.ports.files
          ? await keepFile({ extension: 'png', mediaType: 'image/png' }, context, () => renderPng(data))
          : dataUrl(await renderPng(data));
        context.set(saveUrlInVariableId, url);
        return undefined;
      },
    },
  },
});

/** Without file storage, the image is stored as a data URL. */
function dataUrl(png: Uint8Array): string {
  const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  if (url.length >= MAX_DATA_URL_CHARS) throw new BlockError(NO_PLACE_FOR_FILES);
  return url;
}

async function renderPng(data: string): Promise<Uint8Array> {
  const { default: qrCode } = await import('qrcode');
  try {
    return await qrCode.toBuffer(data, { type: 'png' });
  } catch {
    // QR codes hold at most 2,331 bytes (ISO/IEC 18004, version 40, error correction level M).
    throw new BlockError('The data is too long for a QR code');
  }
}
