import * as z from 'zod';
import { endpoints } from '#functions/endpoints.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';

/**
 * Concurrent calls of an account that cannot be reserved:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const MIN_UNRESERVED = 100;

/** Functions without an endpoint, which AWS calls. */
const TRIGGERED = ['authorizer', RUN_JOB.id, 'write-audit-entries'];

/**
 * Parses entries such as `continue-chat=400`: the concurrent calls that a function has to itself, and never exceeds. The output
 * is an object with the calls of each function by its name.
 */
export const reservations = z.array(z.string()).transform((entries, context) => {
  const reserved: Record<string, number> = {};
  entries.forEach((entry, index) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', path: [index], message });
    const [, name, number] = /^([a-z0-9-]+)=([1-9]\d{0,5})$/.exec(entry) ?? [];
    if (name === undefined) complain('Expected a function and a number, such as continue-chat=400');
    else if (!isFunction(name)) complain(`There is no function ${name}. docs/api.md lists them`);
    else if (Object.hasOwn(reserved, name)) complain(`${name} is listed twice`);
    else reserved[name] = Number(number);
  });
  return reserved;
});

function isFunction(name: string): boolean {
  return TRIGGERED.includes(name) || endpoints.some(({ id }) => id === name);
}

/**
 * Returns why an account cannot reserve that much. Undefined if it can. Without this check, Lambda would refuse in the middle of
 * a deployment.
 *
 * @param accountConcurrency the account's limit of concurrent calls
 */
export function findReservationProblem(
  reserved: Record<string, number>,
  accountConcurrency: number,
): string | undefined {
  const sum = Object.values(reserved).reduce((total, number) => total + number, 0);
  if (sum === 0 || sum <= accountConcurrency - MIN_UNRESERVED) return undefined;
  return `${sum} calls are reserved, but ${MIN_UNRESERVED} of the account's ${accountConcurrency} have to stay unreserved. Reserve fewer or, if AWS has raised the account's limit, set accountConcurrency`;
}

/** Returns what to write in place of `chatReservedConcurrency`, which gave each chat endpoint the same number. */
export function explainReplacement(former: unknown): string {
  const number = /^[1-9]\d*$/.test(String(former)) ? String(former) : '20';
  const names = endpoints
    .filter(({ api, path }) => api === 'chat' && path !== HEALTH_PATH)
    .map(({ id }) => id);
  return `Replaced by reservedConcurrency, which names functions. To keep what it did, set bots:reservedConcurrency=${names.map((name) => `${name}=${number}`).join(',')}`;
}
