import * as z from 'zod';
import { allowedExtensions } from '#lib/engine/blocks/inputs/file-extensions.ts';
import {
  listOf,
  optionalFlag,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/** Which files a block lets respondents upload. */
export type UploadRules = {
  /** Allowed extensions in lower case. Absent if every file is allowed. */
  extensions?: ReadonlySet<string>;
  /** Size limit of the block, which bots of version 5 can set. */
  maxMegabytes?: number;
  isPrivate: boolean;
};

const fileOptions = z.object({
  allowedFileTypes: optionalObject({ isEnabled: optionalFlag, types: listOf(z.string()) }),
  visibility: optionalText,
});
const part = optionalObject({ isEnabled: optionalFlag, visibility: optionalText });
const textOptions = z.object({ attachments: part, audioClip: part });

/** Types that browsers send for a file of unknown type. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream']);

/** The upload rules of a block. Undefined if the block does not take files. */
export function getUploadRules({ type, options }: ChatBlock): UploadRules | undefined {
  if (type === 'file input') {
    const { allowedFileTypes, visibility } = readOptions(fileOptions, options);
    const sizeLimit = isJsonObject(options) ? options.sizeLimit : undefined;
    const types = (allowedFileTypes?.isEnabled ? allowedFileTypes.types : []).filter(
      (entry) => entry.trim() !== '',
    );
    return {
      // If all types in the list are unknown, no file is allowed.
      ...(types.length > 0 && { extensions: new Set(types.flatMap(allowedExtensions)) }),
      ...(typeof sizeLimit === 'number' && sizeLimit > 0 && { maxMegabytes: sizeLimit }),
      isPrivate: visibility === 'Private',
    };
  }
  if (type !== 'text input') return undefined;
  const { attachments, audioClip } = readOptions(textOptions, options);
  const enabled = [attachments, audioClip].filter((entry) => entry?.isEnabled);
  if (enabled.length === 0) return undefined;
  // The request does not say which of the two a file is for, so if one is private, both are.
  return { isPrivate: enabled.some((entry) => entry?.visibility === 'Private') };
}

/**
 * Whether the block's list of types allows a file. The extension has to be allowed, because a reply with the
 * file's address is checked by it too. If the browser sent a media type, that has to be allowed as well.
 */
export function isAllowedFile({ extensions }: UploadRules, fileName: string, fileType: string): boolean {
  if (!extensions) return true;
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined || !extensions.has(extension)) return false;
  if (UNKNOWN_TYPES.has(fileType)) return true;
  return allowedExtensions(fileType).some((name) => extensions.has(name));
}
