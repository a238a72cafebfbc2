import { describe, expect, it } from 'vitest';
import { toOperationId } from '#apps/client/operation-id.ts';
import { findDescriptionKey, propertiesOf } from '#apps/reference/describe-properties.ts';
import { ENDPOINT_DESCRIPTIONS } from '#apps/reference/endpoint-descriptions.ts';
import { openapiSchemas } from '#apps/reference/openapi-schemas.ts';
import { PARAMETER_DESCRIPTIONS } from '#apps/reference/parameter-descriptions.ts';
import { routes } from '#functions/endpoints.ts';
import { getFunctionId } from '#lib/platform/http/contract.ts';

const { operations } = openapiSchemas(routes);

/** Names of the parameters of an endpoint, at all of its addresses. */
function getParameters(id: string): string[] {
  const own = routes.filter((route) => getFunctionId(route) === id);
  return own.flatMap((route) => {
    const { params, query, headers } = operations.get(route.id) ?? {};
    return [params, query, headers].flatMap((schema) => Object.keys(schema?.properties ?? {}));
  });
}

describe('what an endpoint describes itself', () => {
  it.each([...ENDPOINT_DESCRIPTIONS])('exists: %s', (id, { parameters = {}, properties = {} }) => {
    expect(getParameters(id)).toEqual(expect.arrayContaining(Object.keys(parameters)));
    const { body, response } = operations.get(id) ?? {};
    const keys = [body, response]
      .flatMap((schema) => [...propertiesOf(schema, [toOperationId(id)])])
      .map(({ path }) => findDescriptionKey(path));
    expect(keys).toEqual(
      expect.arrayContaining(Object.keys(properties).map((name) => `${toOperationId(id)}.${name}`)),
    );
  });

  it.each([...ENDPOINT_DESCRIPTIONS])('is short, and not said for all: %s', (_, description) => {
    const { parameters = {}, properties = {} } = description;
    for (const text of [...Object.values(parameters), ...Object.values(properties)])
      expect(text).toMatch(/^[A-Z`][^\n]{2,110}[^.\s]$/);
    for (const [name, text] of Object.entries(parameters))
      expect(PARAMETER_DESCRIPTIONS[name]).not.toBe(text);
  });
});
