import type { BotDocument, Edge, Group, Variable } from '#lib/bots/document/bot-document.ts';
import { getEdgeOwners } from '#lib/bots/flow/flow-graph.ts';
import { MAX_ISSUES, ServiceError } from '#lib/platform/errors/service-error.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { describeUnstorable } from '#lib/platform/json/unstorable-json.ts';
import { findUsedVariables } from './variable-uses.ts';

/** Part of a bot's flow that is copied into another bot, or elsewhere into the same one. */
export type FlowFragment = {
  /** Whether whole groups were copied, or blocks: then each group has the ones that were. */
  kind: 'groups' | 'blocks';
  /** Schema version, 6 or 6.1. */
  version: string;
  /** Where it comes from. Absent if that is not known. */
  botId?: string;
  workspaceId?: string;
  groups: Group[];
  /** Edges between elements of the fragment. */
  edges: Edge[];
  /** Variables that the fragment uses. */
  variables: Variable[];
};

export type FragmentSelection = { groupIds: readonly string[] } | { blockIds: readonly string[] };

/** Copies groups, or blocks of any groups, out of a document. Ids stay until the fragment is inserted. */
export function copyFragment(
  document: BotDocument,
  selection: FragmentSelection,
  source: { botId: string; workspaceId: string },
): FlowFragment {
  const groups = selectGroups(document, selection);
  const blocks = groups.flatMap((group) => group.blocks);
  const named = new Set(
    blocks.filter(isJsonObject).flatMap((block) => getEdgeOwners(block, '').map(({ edgeId }) => edgeId)),
  );
  const groupIds = new Set('groupIds' in selection ? selection.groupIds : []);
  const blockIds = new Set(blocks.map((block) => (isJsonObject(block) ? block.id : undefined)));
  const edges = document.edges.filter(
    ({ id, to }) =>
      named.has(id) && (to.blockId === undefined ? groupIds.has(to.groupId) : blockIds.has(to.blockId)),
  );
  return {
    kind: 'groupIds' in selection ? 'groups' : 'blocks',
    version: document.version,
    ...source,
    groups,
    edges,
    variables: findUsedVariables(blocks, document.variables),
  };
}

function selectGroups({ groups }: BotDocument, selection: FragmentSelection): Group[] {
  if ('groupIds' in selection) return groups.filter(({ id }) => selection.groupIds.includes(id));
  const ids = new Set<unknown>(selection.blockIds);
  return groups
    .map((group) => ({
      ...group,
      blocks: group.blocks.filter((block) => isJsonObject(block) && ids.has(block.id)),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}

/**
 * Checks a fragment from a clipboard or a file, as an import checks a document. What is in blocks is stored as it is.
 *
 * @throws BAD_REQUEST with the first problems, each with its path
 */
export function parseFragment(value: unknown): FlowFragment {
  const unstorable = describeUnstorable(value);
  if (unstorable !== undefined) throw createRefusal([{ path: 'fragment', message: `It ${unstorable}` }]);
  const issues = listIssues(value).slice(0, MAX_ISSUES);
  if (issues.length > 0) throw createRefusal(issues);
  return value as FlowFragment;
}

type FragmentIssue = { path: string; message: string };

function createRefusal(issues: FragmentIssue[]): ServiceError {
  const [first] = issues;
  return new ServiceError('BAD_REQUEST', `${first?.path}: ${first?.message}`, { issues });
}

function listIssues(fragment: unknown): FragmentIssue[] {
  if (!isJsonObject(fragment)) return [{ path: 'fragment', message: 'Expected an object' }];
  const { kind, version, botId, workspaceId } = fragment;
  if (typeof version === 'string' && /^[345]$/.test(version)) {
    const message =
      'A flow of version 3, 4 or 5 cannot be inserted; import it, and migrate it to version 6 first';
    return [{ path: 'fragment.version', message }];
  }
  return [
    ...expect(kind === 'groups' || kind === 'blocks', 'fragment.kind', 'Expected groups or blocks'),
    ...expect(version === '6' || version === '6.1', 'fragment.version', 'Expected 6 or 6.1'),
    ...expect(isOptional(botId, isText), 'fragment.botId', 'Expected a text'),
    ...expect(isOptional(workspaceId, isText), 'fragment.workspaceId', 'Expected a text'),
    ...listElementIssues(fragment, 'groups', listGroupIssues),
    ...listElementIssues(fragment, 'edges', listEdgeIssues),
    ...listElementIssues(fragment, 'variables', listVariableIssues),
  ];
}

function listElementIssues(
  fragment: JsonObject,
  key: string,
  listOwnIssues: (element: JsonObject, path: string) => FragmentIssue[],
): FragmentIssue[] {
  const list = fragment[key];
  const listPath = `fragment.${key}`;
  if (!Array.isArray(list)) return [{ path: listPath, message: 'Expected a list' }];
  return list.flatMap((element: unknown, index) => {
    const path = `${listPath}[${index}]`;
    if (!isJsonObject(element)) return [{ path, message: 'Expected an object' }];
    return [
      ...expect(isText(element.id) && element.id !== '', `${path}.id`, 'Expected a text that is not empty'),
      ...listOwnIssues(element, path),
    ];
  });
}

function listGroupIssues({ title, graphCoordinates, blocks }: JsonObject, path: string): FragmentIssue[] {
  const { x, y } = isJsonObject(graphCoordinates) ? graphCoordinates : {};
  return [
    ...expect(isText(title), `${path}.title`, 'Expected a text'),
    ...expect(
      Number.isFinite(x) && Number.isFinite(y),
      `${path}.graphCoordinates`,
      'Expected numbers x and y',
    ),
    ...expect(Array.isArray(blocks), `${path}.blocks`, 'Expected a list'),
  ];
}

function listEdgeIssues({ from, to }: JsonObject, path: string): FragmentIssue[] {
  const ids = isJsonObject(from) ? [from.blockId, from.itemId, from.pathId, from.eventId] : [];
  const isOrigin = ids.every((id) => isOptional(id, isText)) && (isText(ids[0]) || isText(ids[3]));
  const isTarget = isJsonObject(to) && isText(to.groupId) && isOptional(to.blockId, isText);
  return [
    ...expect(isOrigin, `${path}.from`, 'Must have a blockId or an eventId'),
    ...expect(isTarget, `${path}.to`, 'Must have a groupId'),
  ];
}

function listVariableIssues({ name, value, isSessionVariable }: JsonObject, path: string): FragmentIssue[] {
  const isValue = (one: unknown) =>
    one === null || isText(one) || (Array.isArray(one) && one.every(isTextOrNull));
  return [
    ...expect(isText(name), `${path}.name`, 'Expected a text'),
    ...expect(isOptional(value, isValue), `${path}.value`, 'Expected a text, or a list of texts'),
    ...expect(
      isOptional(isSessionVariable, (one) => typeof one === 'boolean'),
      `${path}.isSessionVariable`,
      'Expected true or false',
    ),
  ];
}

function expect(isValid: boolean, path: string, message: string): FragmentIssue[] {
  return isValid ? [] : [{ path, message }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}
