import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { listBlockNames } from './edited-parts.ts';

const IN_GROUP = /^bot\.groups\[(\d+)\](?:\.blocks\[(\d+)\])?(?:\.(.+))?$/;

const IN_PART = /^bot\.(theme|settings)\.(.+)$/;
const PART_NAMES: Readonly<Record<string, string>> = { theme: 'Theme', settings: 'Settings' };

/** Names the group and the block that a path leads into, as `Order › 2. Buttons › content`, or the part of the bot, as `Theme › customCss`. Other paths stay as they are. */
export function describePath({ groups }: BotDocument, path: string): string {
  const [, part = '', inPart] = IN_PART.exec(path) ?? [];
  if (inPart !== undefined) return `${PART_NAMES[part]} › ${inPart}`;
  const [, groupIndex, blockIndex, rest] = IN_GROUP.exec(path) ?? [];
  const group = groupIndex === undefined ? undefined : groups[Number(groupIndex)];
  if (!group) return path;
  const block = blockIndex === undefined ? undefined : listBlockNames(group.blocks)[Number(blockIndex)];
  return [group.title || 'Without a title', block?.name, rest].filter(Boolean).join(' › ');
}
