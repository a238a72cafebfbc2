import { toOperationId } from '#apps/client/operation-id.ts';
import { routes } from '#functions/endpoints.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { LOOSE_SCHEMAS } from '#test/support/endpoints/fixtures.ts';

/** Query parameters whose valid values no schema can state: cursors that were handed out, time zones that exist. */
const LOOSE_PARAMETERS = ['cursor', 'timeZone'];

function hasLooseParameter({ request }: Endpoint): boolean {
  const { shape = {} } = (request.query ?? {}) as { shape?: object };
  return LOOSE_PARAMETERS.some((name) => name in shape);
}

/** Returns the routes that may refuse requests which their schema accepts, by the rule that it does not state. */
export function findLooseSchemas(): Map<string, string[]> {
  const rules = new Map([
    ['which cursors and time zones exist', routes.filter(hasLooseParameter).map(({ id }) => id)],
  ]);
  for (const { because, routes: ids } of LOOSE_SCHEMAS)
    rules.set(because, [...(rules.get(because) ?? []), ...ids]);
  return rules;
}

/** Adds to the configuration which operations may refuse valid requests. */
export function withLooseSchemas(config: string): string {
  const sections = [...findLooseSchemas()].map(
    ([because, ids]) => `# Not in the schema: ${because}.
[[operations]]
include-operation-id = ${JSON.stringify(ids.map(toOperationId))}
[operations.checks.positive_data_acceptance]
enabled = false
`,
  );
  return [config, ...sections].join('\n');
}
