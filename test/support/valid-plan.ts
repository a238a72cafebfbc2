import { createId } from '@paralleldrive/cuid2';
import fc from 'fast-check';
import type { Endpoint } from '#lib/http/contract.ts';
import type { PlannedRequest } from '#test/support/fuzz/planned-request.ts';
import { PLACEHOLDER } from './fuzz/known-values.ts';
import { validRequestsTo } from './fuzz/requests.ts';

/** Where a placeholder's id comes from: the caller's workspace, another workspace, or nowhere. */
export type Whose = 'own' | 'foreign' | 'absent';

/** How many generated requests are tried until one succeeds. */
const TRIES = 200;

/**
 * A request to an endpoint that succeeds again and again, generated from its contract. Its placeholders stand
 * for things that must exist and belong to the caller. With any other id in place of one of them, the request
 * fails.
 *
 * @param succeeds sends the request and returns whether the response was 200
 * @throws Error if none of the generated requests succeeds
 */
export async function succeedingPlan(
  endpoint: Endpoint,
  succeeds: (plan: PlannedRequest) => Promise<boolean>,
): Promise<PlannedRequest> {
  const plans = fc
    .sample(validRequestsTo(endpoint), { seed: 1, numRuns: TRIES })
    .filter((plan) => !/:foreign:|@@cursor:|@@etag:/.test(toText(plan)))
    .filter(({ headers }) => headers.every(([name]) => name === 'Content-Type'))
    // The shortest first, because an optional field may have to fit another one.
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

/** The distinct placeholders of a request. */
export function placeholdersIn(plan: PlannedRequest): string[] {
  return [...new Set(toText(plan).match(PLACEHOLDER) ?? [])];
}

function toText({ path, query, headers, body }: PlannedRequest): string {
  return JSON.stringify([path, query, headers, body]);
}
