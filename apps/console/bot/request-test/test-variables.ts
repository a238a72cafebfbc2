import type { Variable } from '#lib/bots/document/bot-document.ts';
import { findUsedVariables } from '#lib/bots/editing/variable-uses.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A variable, and the text that its field has before somebody types. */
export type TestVariable = { id: string; name: string; value: string };

export type TestVariables = {
  /** Those that the request names. */
  named: TestVariable[];
  /** The others, if all variables are the body of the request. */
  others: TestVariable[];
};

/** Lists the variables that a request uses, with the test values of the block or else the values of the draft. */
export function listTestVariables(options: JsonObject, variables: readonly Variable[]): TestVariables {
  const request = isJsonObject(options.webhook) ? options.webhook : {};
  const { body, ...parts } = request;
  const sendsAll = hasAllVariables(request, options.isCustomBody === true);
  const named = new Set(
    findUsedVariables([sendsAll || !options.isCustomBody ? parts : { ...parts, body }], variables),
  );
  const testValues = readTestValues(options.variablesForTest);
  // The API refuses the name that JSON can have and objects cannot.
  const all = variables
    .filter(({ name }) => name !== '__proto__')
    .map((variable) => ({
      isNamed: named.has(variable),
      entry: {
        id: variable.id,
        name: variable.name,
        value: testValues.get(variable.id) ?? toText(variable.value),
      },
    }));
  return {
    named: all.filter(({ isNamed }) => isNamed).map(({ entry }) => entry),
    others: sendsAll ? all.filter(({ isNamed }) => !isNamed).map(({ entry }) => entry) : [],
  };
}

/** Returns values by name, as a preview takes them. Those that the draft has anyway are left out. */
export function toPrefilledVariables(
  { named, others }: TestVariables,
  typed: Readonly<Record<string, string>>,
  variables: readonly Variable[],
): Record<string, string> {
  const drafted = new Map(variables.map(({ id, value }) => [id, toText(value)]));
  const filled = [...named, ...others].map(({ id, name, value }) => ({ id, name, text: typed[id] ?? value }));
  return Object.fromEntries(
    filled.filter(({ id, text }) => text !== drafted.get(id)).map(({ name, text }) => [name, text]),
  );
}

/** Without a body of its own, a request that can have one sends all variables. */
function hasAllVariables({ method, body }: JsonObject, isCustomBody: boolean): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return !isCustomBody || body === undefined || body === '' || body === '{{state}}';
}

function readTestValues(list: unknown): Map<unknown, string> {
  const entries = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return new Map(
    entries.flatMap(({ variableId, value }) => (typeof value === 'string' ? [[variableId, value]] : [])),
  );
}

function toText(value: Variable['value']): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
