import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Deeper than any bot nests, and far below the depth at which code that walks a document runs out of stack.
 */
const MAX_DEPTH = 200;

/** JSON has no number above 1.8e308: JavaScript reads one as Infinity and would write it back as null. */
function refuseLossyNumber(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ServiceError('BAD_REQUEST', 'The body holds a number that is too large to be kept');
  }
  return value;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((child) => isDeeperThan(child, depth - 1));
}

/** middy middleware: the parsed body, or 415, or 400; undefined for no body, where there may be none. */
export function jsonBody({ mayBeAbsent }: { mayBeAbsent: boolean }) {
  const parser = httpJsonBodyParser({ reviver: refuseLossyNumber });
  return {
    before: async (request: { event: { body: unknown } }) => {
      if (mayBeAbsent && (request.event.body ?? '') === '') {
        request.event.body = undefined;
        return;
      }
      await parser.before?.(request as never);
      if (isDeeperThan(request.event.body, MAX_DEPTH)) {
        throw new ServiceError('BAD_REQUEST', `The body is nested more than ${MAX_DEPTH} levels deep`);
      }
    },
  };
}
