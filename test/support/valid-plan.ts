import fc from 'fast-check';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { PlannedRequest } from '#test/support/fuzz/planned-request.ts';
import { PLACEHOLDER } from './fuzz/known-values.ts';
import { validRequestsTo } from './fuzz/requests.ts';

/** Origin of a placeholder's id: the caller's workspace, another workspace, or an id that does not exist. */
export type Whose = 'own' | 'foreign' | 'absent';

/** Number of generated requests to choose from. */
const TRIES = 200;

/** How often to generate new requests if none succeeds. Requests with many fields rarely do. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Generates a repeatable successful request from an endpoint's contract. Its placeholders are reduced to ids that
 * must exist and belong to the caller: with any other id, the request fails.
 *
 * @param succeeds sends the request and returns whether the response was 200
 * @throws Error if none of the generated requests succeeds
 */
export async function succeedingPlan(
  endpoint: Endpoint,
  succeeds: (plan: PlannedRequest) => Promise<boolean>,
): Promise<PlannedRequest> {
  for (const plan of candidatesFor(endpoint)) {
    if ((await succeeds(plan)) && (await succeeds(plan))) return await withoutUnneeded(plan, succeeds);
  }
  throw new Error(`No generated request to ${endpoint.id} succeeds`);
}

function* candidatesFor(endpoint: Endpoint): Generator<PlannedRequest> {
  for (const seed of SEEDS) yield* getPlans(endpoint, seed);
  for (const seed of SEEDS) yield* getPlans(endpoint, seed).flatMap(withOneField);
}

/** Returns the request once for each field of its document: two random fields rarely fit each other. */
function withOneField(plan: PlannedRequest): PlannedRequest[] {
  const body: unknown = plan.body === undefined ? undefined : JSON.parse(String(plan.body));
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([wrapper, document]) =>
    isJsonObject(document)
      ? Object.entries(document).map(([name, value]) => ({
          ...plan,
          body: JSON.stringify({ [wrapper]: { [name]: value } }),
        }))
      : [],
  );
}

/** Returns the requests to try, starting with those that contain ids. */
function getPlans(endpoint: Endpoint, seed: number): PlannedRequest[] {
  const plans = fc
    .sample(validRequestsTo(endpoint), { seed, numRuns: TRIES })
    .filter((plan) => !/:foreign:|@@cursor:|@@etag:/.test(toText(plan)))
    .filter(({ headers }) => headers.every(([name]) => name === 'Content-Type'))
    // Shortest first, because optional fields may have to be consistent with each other.
    .toSorted((a, b) => toText(a).length - toText(b).length);
  const [named, others] = [
    plans.filter((plan) => placeholdersIn(plan).length > 0),
    plans.filter((plan) => placeholdersIn(plan).length === 0),
  ];
  return [...named, ...others];
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

/** Returns the distinct placeholders in a request. */
export function placeholdersIn(plan: PlannedRequest): string[] {
  return [...new Set(toText(plan).match(PLACEHOLDER) ?? [])];
}

function toText({ path, query, headers, body }: PlannedRequest): string {
  return JSON.stringify([path, query, headers, body]);
}
