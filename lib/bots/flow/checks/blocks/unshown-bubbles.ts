import { getBlockType } from '#lib/blocks/block-types.ts';
import { TEXT } from '#lib/blocks/bubbles/text.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { hasText } from '#lib/platform/json/has-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Finds bubbles that show nothing: texts in a form that is not read, and pictures and pages without an address. */
export function unshownBubbles(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const report = (field: string, message: string): FlowIssue[] => [
      { severity: 'warning', code: 'NOTHING_SHOWN', path: `${path}.content${field}`, message },
    ];
    if (block.type === TEXT.type) {
      const found = findUnreadText(block);
      return found === undefined ? [] : report(...found);
    }
    const { shownBy } = getBlockType(block) ?? {};
    if (!shownBy) return [];
    const content = isJsonObject(block.content) ? block.content : {};
    return shownBy.some((field) => hasText(content[field]))
      ? []
      : report('.url', 'has no address, so nothing is shown; enter one');
  });
}

/** Returns where the text is, or would be, and what is wrong with it. Undefined if it is read. */
function findUnreadText({ content }: JsonObject): [field: string, message: string] | undefined {
  if (hasText(content)) {
    return ['', 'is a text, which is not shown: only `content.richText` is read; write the text again'];
  }
  if (!isJsonObject(content)) return ['', 'has no text, so nothing is shown; write one, or delete the block'];
  const { richText } = content;
  if (Array.isArray(richText) && richText.some(isJsonObject)) return undefined;
  const unread = ['html', 'plainText', 'text', 'markdown'].find((field) => hasText(content[field]));
  if (unread !== undefined) {
    return [`.${unread}`, 'is not shown: only `content.richText` is read; write the text again'];
  }
  if (richText !== undefined && !Array.isArray(richText)) {
    return ['.richText', 'is not a list of paragraphs, so the text is not shown; write it again'];
  }
  return ['', 'has no text, so an empty message is shown; write one, or delete the block'];
}
