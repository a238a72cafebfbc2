import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import {
  listOf,
  optionalFlag,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import { allowedExtensions } from './file-extensions.ts';
import { prefilledInput } from './shown-input.ts';
import { isFileUrl } from './web-url.ts';

export const fileInputOptions = z.object({
  variableId: optionalText,
  isRequired: optionalFlag,
  isMultipleAllowed: optionalFlag,
  allowedFileTypes: optionalObject({ isEnabled: optionalFlag, types: listOf(z.string()) }),
});

/**
 * Accepts addresses of uploaded files, separated by ", ". If no file is required, a turn without a reply
 * skips it.
 */
export const fileInputBlock: InputModule = {
  kind: 'input',
  type: 'file input',
  shortName: 'file',
  show: prefilledInput,
  read(reply, shown) {
    const { isRequired, isMultipleAllowed, allowedFileTypes } = readOptions(fileInputOptions, shown.options);
    if (!reply) return { status: isRequired === false ? 'skipped' : 'refused' };
    const text = reply.type === 'audio' ? reply.url : reply.text;
    const parts = text.split(', ');
    const first = parts.find((part) => isFileUrl(part));
    if (first === undefined) return { status: 'refused' };
    const types = allowedFileTypes?.isEnabled
      ? allowedFileTypes.types.filter((type) => type.trim() !== '')
      : [];
    if (types.length > 0) {
      const extensions = new Set(types.flatMap(allowedExtensions));
      if (!parts.every((part) => extensions.has(getExtension(part)))) return { status: 'refused' };
    }
    // Deviation: if only one file is allowed, the first part that is an address, including commas within it.
    return { status: 'accepted', content: isMultipleAllowed ? text : first };
  },
};

/**
 * Deviation: only the path of an address counts, because addresses of files are often signed.
 *
 * @returns the extension in lower case, or an empty text
 */
function getExtension(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
