import { createId } from '@paralleldrive/cuid2';
import fc from 'fast-check';
import type { Endpoint } from '#lib/http/contract.ts';
import type { PlannedRequest } from '#test/support/fuzz/planned-request.ts';
import { PLACEHOLDER } from './fuzz/known-values.ts';
import { validRequestsTo } from './fuzz/requests.ts';

/** What a placeholder may stand for: the caller's, another workspace's, or nothing at all. */
export type Whose = 'own' | 'foreign' | 'absent';

/** How many generated requests are tried until one succeeds. */
const TRIES = 200;

/**
 * A request to an endpoint that succeeds, again and again, made from its contract. Its placeholders are for things that
 * must be there and be the caller's: with another id in the place of one of them it does not succeed.
 *
 * @param succeeds sends the request and says whether it was answered 200
 * @throws Error if none of many does
 */
export async function succeedingPlan(
  endpoint: Endpoint,
  succeeds: (plan: PlannedRequest) => Promise<boolean>,
): Promise<PlannedRequest> {
  const plans = fc
    .sample(validRequestsTo(endpoint), { seed: 1, numRuns: TRIES })
    .filter((plan) => !/:foreign:|@@cursor:|@@etag:/.test(toText(plan)))
    .filter(({ headers }) => headers.every(([name]) => name === 'Content-Type'))
    // The fewest words: an optional field may have to fit another one.
    .toSorted((a, b) => toText(a).length - toText(b).length);
  const named = plans.filter((plan) => placeholdersIn(plan).length > 0);
  for (const plan of [...named, ...plans]) {
    if ((await succeeds(plan)) && (await succeeds(plan))) return await withoutUnneeded(plan, succeeds);
  }
  throw new Error(`None of ${TRIES} generated requests to ${endpoint.id} succeeds`);
}

async function withoutUnneeded(
  plan: PlannedRequest,
  succeeds: (plan: PlannedRequest) => Promise<boolean>,
): Promise<PlannedRequest> {
  let needed = plan;
  for (const placeholder of placeholdersIn(plan)) {
    const other = withText(needed, (text) => text.replaceAll(placeholder, createId()));
    if (await succeeds(other)) needed = other;
  }
  return needed;
}

function withText(plan: PlannedRequest, change: (text: string) => string): PlannedRequest {
  const { path, query, body } = plan;
  return {
    ...plan,
    path: change(path),
    query: change(query),
    body: typeof body === 'string' ? change(body) : body,
  };
}

/** Every placeholder of a request, once. */
export function placeholdersIn(plan: PlannedRequest): string[] {
  return [...new Set(toText(plan).match(PLACEHOLDER) ?? [])];
}

function toText({ path, query, headers, body }: PlannedRequest): string {
  return JSON.stringify([path, query, headers, body]);
}
