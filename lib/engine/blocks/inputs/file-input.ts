import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import {
  lenientList,
  optionalFlag,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { getAllowedExtensions } from './file-extensions.ts';
import { renderPrefilledInput } from './render-input.ts';
import { isFileUrl } from './web-url.ts';

export const fileInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    isRequired: optionalFlag,
    isMultipleAllowed: optionalFlag,
    allowedFileTypes: optionalObject({ isEnabled: optionalFlag, types: lenientList(z.string()) }),
  }),
);

/**
 * Accepts URLs of uploaded files, separated by ", ". If files are optional, a turn without a reply skips the
 * input.
 */
export const fileInputBlock: InputModule = {
  kind: 'input',
  type: 'file input',
  shortName: 'file',
  show: renderPrefilledInput,
  read(reply, shown) {
    const { isRequired, isMultipleAllowed, allowedFileTypes } = readOptions(
      fileInputOptions(),
      shown.options,
    );
    if (!reply) return { status: isRequired === false ? 'skipped' : 'refused' };
    const text = reply.type === 'audio' ? reply.url : reply.text;
    const parts = text.split(', ');
    const first = parts.find((part) => isFileUrl(part));
    if (first === undefined) return { status: 'refused' };
    const types = allowedFileTypes?.isEnabled
      ? allowedFileTypes.types.filter((type) => type.trim() !== '')
      : [];
    if (types.length > 0) {
      const extensions = new Set(types.flatMap(getAllowedExtensions));
      if (!parts.every((part) => extensions.has(getExtension(part)))) return { status: 'refused' };
    }
    // Deviation: if only one file is allowed, the first URL is stored, including any commas in it.
    return { status: 'accepted', content: isMultipleAllowed ? text : first };
  },
};

/**
 * Deviation: only the URL's path is considered, because file URLs are often signed.
 *
 * @returns the extension in lowercase, or an empty string
 */
function getExtension(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
