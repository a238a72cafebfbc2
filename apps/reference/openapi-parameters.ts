import type { JsonObject } from '#lib/platform/json/json-object.ts';

export type OpenapiParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonObject;
};

type Reference = { $ref: string };

const PREFIX = '#/components/parameters/';

/**
 * Makes components of the parameters that several operations have alike, and returns these components. Each has the
 * name of its parameter. If several forms of a name repeat, the most frequent one has the name, and every other
 * one is named after its first operation as well: `limit`, `listTokens.limit`. Changes the operations.
 */
export function extractParameters(operations: readonly JsonObject[]): Record<string, JsonObject> {
  const parameters = operations.flatMap((operation) =>
    getParameters(operation).map((parameter) => ({ operationId: operation.operationId, parameter })),
  );
  const uses = [...Map.groupBy(parameters, ({ parameter }) => JSON.stringify(parameter))];
  const components: Record<string, JsonObject> = {};
  const references = new Map<string, Reference>();
  for (const [form, [first, ...others]] of uses.toSorted(([, a], [, b]) => b.length - a.length)) {
    if (!first || others.length === 0) continue;
    const { operationId, parameter } = first;
    const name = parameter.name in components ? `${operationId}.${parameter.name}` : parameter.name;
    components[name] = parameter;
    references.set(form, { $ref: `${PREFIX}${name}` });
  }
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = getParameters(operation).map(
      (parameter) => references.get(JSON.stringify(parameter)) ?? parameter,
    );
  }
  return Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const getParameters = ({ parameters = [] }: JsonObject) => parameters as OpenapiParameter[];

/** Returns the parameter that a reference stands for. */
export function resolveParameter(
  parameter: OpenapiParameter | Reference,
  components: Record<string, JsonObject> = {},
): OpenapiParameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components[parameter.$ref.slice(PREFIX.length)];
  if (!found) throw new Error(`There is no component ${parameter.$ref}`);
  return found as OpenapiParameter;
}
