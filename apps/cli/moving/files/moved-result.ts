import type { SourceResult } from '#apps/cli/moving/source/source.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Drops what only a move may say: a source that says it itself would change answers that are here. */
export function dropSourceTexts(result: SourceResult): SourceResult {
  const { answers, variables } = result;
  return {
    ...result,
    ...(Array.isArray(answers) && { answers: answers.map((answer) => dropField(answer, 'sourceContent')) }),
    ...(Array.isArray(variables) && {
      variables: variables.map((variable) => dropField(variable, 'sourceValue')),
    }),
  };
}

function dropField(value: unknown, name: string): unknown {
  if (!isJsonObject(value) || !(name in value)) return value;
  const { [name]: _, ...others } = value;
  return others;
}

/** Lists the parts of a result in which addresses are replaced: answers, their attached files, and variables. */
export function getTextsWithFiles({ answers, variables }: SourceResult): unknown {
  return [
    toObjects(answers).map(({ content, attachedFileUrls }) => [content, attachedFileUrls]),
    toObjects(variables).map(({ value }) => value),
  ];
}

/**
 * Replaces addresses in a result, and says beside each changed answer and variable what it was, so that the import
 * knows it for the same.
 */
export function rewriteResult(result: SourceResult, rewrite: <T>(value: T) => T): SourceResult {
  const { answers, variables } = result;
  return {
    ...result,
    ...(Array.isArray(answers) && { answers: answers.map((answer) => rewriteAnswer(answer, rewrite)) }),
    ...(Array.isArray(variables) && {
      variables: variables.map((variable) => rewriteVariable(variable, rewrite)),
    }),
  };
}

function rewriteAnswer(answer: unknown, rewrite: <T>(value: T) => T): unknown {
  if (!isJsonObject(answer)) return answer;
  const content = rewrite(answer.content);
  const attachedFileUrls = rewrite(answer.attachedFileUrls);
  if (content === answer.content && attachedFileUrls === answer.attachedFileUrls) return answer;
  return {
    ...answer,
    content,
    sourceContent: answer.content,
    ...(attachedFileUrls !== undefined && { attachedFileUrls }),
  };
}

function rewriteVariable(variable: unknown, rewrite: <T>(value: T) => T): unknown {
  if (!isJsonObject(variable)) return variable;
  const value = rewrite(variable.value);
  return value === variable.value ? variable : { ...variable, value, sourceValue: variable.value };
}

function toObjects(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
