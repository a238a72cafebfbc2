import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { SEVERITIES } from '#lib/bots/flow/issue-severity.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** A bot as it is saved, with what the service has found in it. */
export type CheckedBot = { document: BotDocument; issues: readonly FlowIssue[] };

/** An issue of a part of the flow. Its path begins in the part: `options.url`, or an empty text for the part itself. */
export type PartIssue = Pick<FlowIssue, 'severity' | 'message' | 'path'>;

type Check = (document: BotDocument, botId: string) => FlowIssue[];

/** The part of a path that depends on where a group, a block, an event, an edge or a variable stands. */
const ELEMENT = /^bot\.(?:groups|events|edges|variables)\[\d+\](?:\.blocks\[\d+\])?/;

/**
 * Lists the issues of a document that is being edited: what the browser finds in it, and what the service alone could find in
 * the saved one, such as credentials that are not stored, until it has checked the next.
 */
export function listLiveIssues(
  check: Check,
  document: BotDocument,
  botId: string,
  checked: CheckedBot | undefined,
): FlowIssue[] {
  const found = check(document, botId);
  if (!checked) return found;
  const moved = moveIssues(listIssuesOfService(check, botId, checked), document);
  return [...found, ...moved].toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

/** Issues that the service alone could find, by the saved bot: it is checked here once, and not after each edit. */
const ofService = new WeakMap<CheckedBot, readonly FlowIssue[]>();

function listIssuesOfService(check: Check, botId: string, checked: CheckedBot): readonly FlowIssue[] {
  const listed = ofService.get(checked);
  if (listed) return listed;
  const known = new Set(check(checked.document, botId).map(toKey));
  const issues = checked.issues.filter((issue) => !known.has(toKey(issue)));
  ofService.set(checked, issues);
  return issues;
}

/** Lists the issues of a group, a block or an event. */
export function listIssuesOfPart(issues: readonly FlowIssue[], id: string): PartIssue[] {
  return issues
    .filter((issue) => issue.id === id)
    .map(({ severity, message, path }) => ({
      severity,
      message,
      path: path.replace(ELEMENT, '').replace(/^\./, ''),
    }));
}

/** Lists the issues of the theme or the settings, with paths that begin with the part's name. */
export function listIssuesOfDocument(issues: readonly FlowIssue[], part: string): PartIssue[] {
  return issues
    .filter(({ path }) => path === `bot.${part}` || path.startsWith(`bot.${part}.`))
    .map(({ severity, message, path }) => ({ severity, message, path: path.slice('bot.'.length) }));
}

/** Lists issues of a value and of what is in it. */
export function listIssuesAt(issues: readonly PartIssue[], path: readonly (string | number)[]): PartIssue[] {
  const at = toText(path);
  return issues.filter((issue) => isWithin(issue.path, at));
}

/** Lists issues of an object that no field of its form shows: its own, and those of other keys. */
export function listIssuesBeside(
  issues: readonly PartIssue[],
  path: readonly (string | number)[],
  shownKeys: readonly string[],
): PartIssue[] {
  const shown = shownKeys.map((key) => toText([...path, key]));
  return listIssuesAt(issues, path).filter((issue) => !shown.some((at) => isWithin(issue.path, at)));
}

/** Lists issues of exactly one value. */
export function listExactIssues(
  issues: readonly PartIssue[],
  path: readonly (string | number)[],
): PartIssue[] {
  const at = toText(path);
  return issues.filter((issue) => issue.path === at);
}

/** The worst severity, if there is any issue. */
export function findWorst(issues: readonly Pick<FlowIssue, 'severity'>[]): FlowIssue['severity'] | undefined {
  return SEVERITIES.find((severity) => issues.some((issue) => issue.severity === severity));
}

function toKey({ code, path }: FlowIssue): string {
  return `${code} ${path}`;
}

function toText(path: readonly (string | number)[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

function isWithin(path: string, at: string): boolean {
  return at === '' || path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`);
}

/** Gives issues the paths that their parts have in another state of the document. Those of deleted parts are left out. */
function moveIssues(issues: readonly FlowIssue[], document: BotDocument): FlowIssue[] {
  if (issues.length === 0) return [];
  const paths = listPaths(document);
  return issues.flatMap((issue) => {
    if (issue.id === undefined || !ELEMENT.test(issue.path)) return [issue];
    const path = paths.get(issue.id);
    return path === undefined ? [] : [{ ...issue, path: issue.path.replace(ELEMENT, () => path) }];
  });
}

function listPaths(document: BotDocument): Map<string, string> {
  const paths = new Map<string, string>();
  const { groups, events = [], edges, variables } = document;
  for (const [list, elements] of Object.entries({ groups, events: events ?? [], edges, variables })) {
    for (const [index, element] of elements.entries()) paths.set(element.id, `bot.${list}[${index}]`);
  }
  for (const [index, { blocks }] of groups.entries()) {
    for (const [blockIndex, block] of blocks.entries()) {
      const id = isJsonObject(block) ? block.id : undefined;
      if (typeof id === 'string') paths.set(id, `bot.groups[${index}].blocks[${blockIndex}]`);
    }
  }
  return paths;
}
