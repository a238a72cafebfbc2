import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { byTime } from './by-time.ts';
import { asText, isPresent } from './loose-text.ts';
import { toMovedLogs } from './moved-log.ts';
import type { SourceResult } from './source.ts';

/** A row of the table Result, and those that belong to it. */
export type ResultRows = {
  result: JsonObject;
  /** Rows of the table AnswerV2, sorted by time and id. */
  answers: JsonObject[];
  /** Rows of the table Answer, sorted by time. Older versions of Typebot wrote it. */
  oldAnswers: JsonObject[];
  logs: JsonObject[];
};

/**
 * Turns the rows of a result into what the import takes. Where the import expects text and the row has another kind of
 * JSON, the value becomes its JSON: one odd value would refuse the result.
 */
export function toSourceResult({ result, answers, oldAnswers, logs }: ResultRows): SourceResult {
  const { id, createdAt, isCompleted, hasStarted, variables } = result;
  return {
    id: String(id),
    createdAt,
    isCompleted: isCompleted === true,
    // Of very old results it is unknown. They have started if there are answers.
    ...(typeof hasStarted === 'boolean' && { hasStarted }),
    variables: toVariables(variables),
    answers: merge(answers, oldAnswers).map(toAnswer),
    ...(logs.length > 0 && { logs: toMovedLogs(logs) }),
  };
}

function toVariables(variables: unknown): JsonObject[] {
  if (!Array.isArray(variables)) return [];
  return variables
    .filter((variable): variable is JsonObject => isJsonObject(variable) && Boolean(variable.id))
    .map(({ id, name, value, isSessionVariable }) => ({
      id: asText(id),
      name: isPresent(name) ? asText(name) : '',
      ...(isPresent(value) && { value: toValue(value) }),
      ...(typeof isSessionVariable === 'boolean' && { isSessionVariable }),
    }));
}

function toValue(value: unknown): string | (string | null)[] {
  if (!Array.isArray(value)) return asText(value);
  return value.map((entry: unknown) => (isPresent(entry) ? asText(entry) : null));
}

/**
 * Merges two lists that are ordered by time. An answer that has been copied from the old table to the new one is in
 * both, with its time. Of the same millisecond, the old ones come first: nothing was written to the old table after
 * the new one existed.
 */
function merge(answers: JsonObject[], oldAnswers: JsonObject[]): JsonObject[] {
  if (oldAnswers.length === 0) return answers;
  const copied = new Set(answers.map(identityOf));
  const all = [...oldAnswers.filter((answer) => !copied.has(identityOf(answer))), ...answers];
  return all.toSorted(byTime);
}

function identityOf({ blockId, content, createdAt }: JsonObject): string {
  return JSON.stringify([blockId, content, createdAt]);
}

function toAnswer({ blockId, content, createdAt, ...more }: JsonObject): JsonObject {
  const { groupId, variableId, storageUsed, attachedFileUrls } = more;
  return {
    blockId,
    content,
    createdAt,
    ...(isPresent(groupId) && { groupId }),
    ...(isPresent(variableId) && { variableId }),
    ...(isPresent(storageUsed) && { storageUsed }),
    ...(Array.isArray(attachedFileUrls) && {
      attachedFileUrls: attachedFileUrls.filter(isPresent).map(asText),
    }),
  };
}
