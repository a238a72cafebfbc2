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

/** What a block lets respondents upload. */
export type UploadRules = {
  /** Extensions in lower case; absent where every file will do. */
  extensions?: ReadonlySet<string>;
  /** As bots of version 5 say it. */
  maxMegabytes?: number;
  isPrivate: boolean;
};

const fileOptions = z.object({
  allowedFileTypes: optionalObject({ isEnabled: optionalFlag, types: listOf(z.string()) }),
  visibility: optionalText,
});
const part = optionalObject({ isEnabled: optionalFlag, visibility: optionalText });
const textOptions = z.object({ attachments: part, audioClip: part });

/** What browsers say of a file whose type they do not know. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream']);

/** Undefined for a block that takes no files. */
export function getUploadRules({ type, options }: ChatBlock): UploadRules | undefined {
  if (type === 'file input') {
    const { allowedFileTypes, visibility } = readOptions(fileOptions, options);
    const sizeLimit = isJsonObject(options) ? options.sizeLimit : undefined;
    const types = (allowedFileTypes?.isEnabled ? allowedFileTypes.types : []).filter(
      (entry) => entry.trim() !== '',
    );
    return {
      // A list of unknown types only lets nothing through.
      ...(types.length > 0 && { extensions: new Set(types.flatMap(allowedExtensions)) }),
      ...(typeof sizeLimit === 'number' && sizeLimit > 0 && { maxMegabytes: sizeLimit }),
      isPrivate: visibility === 'Private',
    };
  }
  if (type !== 'text input') return undefined;
  const { attachments, audioClip } = readOptions(textOptions, options);
  const enabled = [attachments, audioClip].filter((entry) => entry?.isEnabled);
  if (enabled.length === 0) return undefined;
  // Which of the two a file is for, nobody says: one that is private makes both so.
  return { isPrivate: enabled.some((entry) => entry?.visibility === 'Private') };
}

/**
 * Whether the list of the block lets a file through, by its name, which is what a reply with its address is held
 * against, and by its type where it says one.
 */
export function isAllowedFile({ extensions }: UploadRules, fileName: string, fileType: string): boolean {
  if (!extensions) return true;
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined || !extensions.has(extension)) return false;
  if (UNKNOWN_TYPES.has(fileType)) return true;
  return allowedExtensions(fileType).some((name) => extensions.has(name));
}
