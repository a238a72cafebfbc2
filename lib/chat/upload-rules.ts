import * as z from 'zod';
import { getInputType } from '#lib/blocks/input-types.ts';
import { getAllowedExtensions } from '#lib/engine/blocks/inputs/file-extensions.ts';
import {
  lenientList,
  optionalFlag,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Rules for the files that respondents may upload to a block. */
export type UploadRules = {
  /** Allowed extensions in lower case. Absent if all are allowed. */
  extensions?: ReadonlySet<string>;
  /** The block's own size limit, which only bots of version 5 can set. */
  maxMegabytes?: number;
  isPrivate: boolean;
};

const fileOptions = z.object({
  allowedFileTypes: optionalObject({ isEnabled: optionalFlag, types: lenientList(z.string()) }),
  visibility: optionalText,
});
const part = optionalObject({ isEnabled: optionalFlag, visibility: optionalText });
const textOptions = z.object({ attachments: part, audioClip: part });

/** Media types that browsers send when they do not recognize a file. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream']);

/** Returns the upload rules of a block. Undefined if the block does not accept files. */
export function getUploadRules(block: ChatBlock): UploadRules | undefined {
  const { options } = block;
  const takesFiles = getInputType(block)?.takesFiles;
  if (takesFiles === 'asAnswer') {
    const { allowedFileTypes, visibility } = readOptions(fileOptions, options);
    const sizeLimit = isJsonObject(options) ? options.sizeLimit : undefined;
    const types = (allowedFileTypes?.isEnabled ? allowedFileTypes.types : []).filter(
      (entry) => entry.trim() !== '',
    );
    return {
      // If all listed types are unknown, no file is allowed.
      ...(types.length > 0 && { extensions: new Set(types.flatMap(getAllowedExtensions)) }),
      ...(typeof sizeLimit === 'number' && sizeLimit > 0 && { maxMegabytes: sizeLimit }),
      isPrivate: visibility === 'Private',
    };
  }
  if (takesFiles !== 'withAnswer') return undefined;
  const { attachments, audioClip } = readOptions(textOptions, options);
  const enabled = [attachments, audioClip].filter((entry) => entry?.isEnabled);
  if (enabled.length === 0) return undefined;
  // The request does not specify which of the two the file is for, so if one is private, treat both as
  // private.
  return { isPrivate: enabled.some((entry) => entry?.visibility === 'Private') };
}

/**
 * Whether the block accepts a file. The extension must be allowed, because the reply with the file's URL is
 * also checked by extension. If the browser sent a media type, it must be allowed as well.
 */
export function isAllowedFile({ extensions }: UploadRules, fileName: string, fileType: string): boolean {
  if (!extensions) return true;
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined || !extensions.has(extension)) return false;
  if (UNKNOWN_TYPES.has(fileType)) return true;
  return getAllowedExtensions(fileType).some((name) => extensions.has(name));
}
