import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CompatibleAddress } from './compatible-address.ts';
import type { Names } from './translate-names.ts';

type ErrorBody = { message: string; issues?: { path: string; message: string }[] };

/** Translates the response for an error, whose body is the common envelope. */
export function toTheirError(
  { body: names = {} }: CompatibleAddress,
  response: APIGatewayProxyResult,
): APIGatewayProxyResult {
  const body = addTheirFields(JSON.parse(response.body), response.statusCode, names);
  return { ...response, body: JSON.stringify(body) };
}

/**
 * Adds to an error what clients of Typebot read, and translates the paths of its issues. In its message, which people
 * read, only a path at the beginning and the name of what is not found are translated.
 */
function addTheirFields(error: ErrorBody, status: number, names: Names) {
  const translate = (text: string) =>
    text.replace(/^\w+/, (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name));
  const issues = error.issues?.map(({ path, message }) => ({ path: translate(path), message }));
  const path = error.issues?.[0]?.path;
  const message =
    path !== undefined && path !== '' && error.message.startsWith(path)
      ? translate(error.message)
      : error.message.replace(/^Bot not found$/, 'Typebot not found');
  return {
    ...error,
    message,
    ...(issues && { issues }),
    defined: true,
    status,
    ...(issues && {
      data: { issues: issues.map((issue) => ({ path: toSegments(issue.path), message: issue.message })) },
    }),
  };
}

/** `bot.groups[0].id` → `['bot', 'groups', 0, 'id']`. */
function toSegments(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) =>
    index === undefined ? key : Number(index),
  );
}
