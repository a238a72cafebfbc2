import { TEXT } from '#lib/blocks/bubbles/text.ts';
import { CODE } from '#lib/blocks/logic/code.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import { type InnerValue, visitValues } from './values-in-block.ts';

/** Matches `{{Name}}`. Text starting with `=` is an expression, not the name of a variable. */
const PLACEHOLDER = /\{\{(?!=)([^{}]+)\}\}/g;

/** `setVariable("Name", …)` in code. A text in backquotes may have other texts in it. */
const SET_IN_SCRIPT = /\bsetVariable\(\s*(["'])([^"'\\\n]{1,200})\1\s*,/g;

/** Names are truncated in messages and paths because they have no length limit. */
const MAX_SHOWN_CHARS = 60;

/** Finds references to variables that the bot does not have, by name in text or by id in options. */
export function unknownVariables(document: BotDocument): FlowIssue[] {
  const names = new Set(document.variables.map(({ name }) => name));
  const similar = new Map(document.variables.map(({ name }) => [toSimilar(name), name]));
  const ids = new Set(document.variables.map(({ id }) => id));
  const issues: FlowIssue[] = [];
  const report = (path: string, message: string) =>
    issues.push({ severity: 'warning', code: 'UNKNOWN_VARIABLE', path, message });

  const check = ({ value, path, field }: InnerValue): void => {
    if (typeof value !== 'string') return;
    if (/variableId$/i.test(field)) {
      if (value !== '' && !ids.has(value)) report(path, 'refers to a variable that does not exist');
      return;
    }
    for (const name of new Set([...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name))) {
      if (!names.has(name)) report(path, describeUnknown(name, similar.get(toSimilar(name))));
    }
  };
  for (const { block, path } of getBlocks(document)) {
    visitValues({ value: dropUnusedTextCopies(block), path, field: '' }, check, {
      toSegment: (field) => shortenText(field, MAX_SHOWN_CHARS),
    });
    for (const name of namesSetByScript(block)) {
      if (names.has(name)) continue;
      report(
        `${path}.options.content`,
        `sets "${shortenText(name, MAX_SHOWN_CHARS)}", which is not a variable of this bot`,
      );
    }
  }
  return issues;
}

/** Returns the names that a script of the server sets. Names that it computes are unknown. */
function namesSetByScript({ type, options }: JsonObject): Set<string> {
  if (type !== CODE.type || !isJsonObject(options) || options.isExecutedOnClient !== false) return new Set();
  const content = typeof options.content === 'string' ? options.content : '';
  return new Set([...content.matchAll(SET_IN_SCRIPT)].map(([, , name = '']) => name));
}

/** Reduces names that people take for the same to the same text. */
function toSimilar(name: string): string {
  return name.trim().toLowerCase();
}

/** @param similar name of a variable that is written in another way */
function describeUnknown(name: string, similar: string | undefined): string {
  const written = `{{${shortenText(name, MAX_SHOWN_CHARS)}}}`;
  if (similar === undefined) return `${written} is not a variable of this bot`;
  const hasBlanks = name !== similar && name.trim() === similar.trim();
  const reason = hasBlanks ? 'blanks inside the braces count' : 'upper and lower case count';
  return `${written} is left empty, because ${reason}; write {{${shortenText(similar, MAX_SHOWN_CHARS)}}}`;
}

/** Drops the HTML and plain-text copies in old text bubbles, because only `richText` is ever shown. */
function dropUnusedTextCopies(block: JsonObject): JsonObject {
  if (block.type !== TEXT.type || !isJsonObject(block.content) || !Array.isArray(block.content.richText)) {
    return block;
  }
  return { ...block, content: { richText: block.content.richText } };
}
