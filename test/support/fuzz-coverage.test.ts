import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints, routes } from '#functions/endpoints.ts';
import { FIXTURES } from '#test/support/endpoints/fixtures.ts';
import { useDocumentValues } from '#test/support/fuzz/document-values.ts';
import { fuzzedTogether } from '#test/support/fuzz/operations.ts';
import { requestsTo, validParts } from '#test/support/fuzz/requests.ts';

const getIds = (of: readonly { id: string }[]) => of.map(({ id }) => id).toSorted();

describe('Fuzzing', () => {
  beforeAll(async () => {
    await useDocumentValues();
  });

  it('covers every route exactly once', () => {
    expect(getIds(Object.values(fuzzedTogether).flat())).toEqual(getIds(routes));
  });

  it('defines what later reads must show after every write', () => {
    const writes = endpoints.filter(({ method }) => method !== 'GET');
    const readBack = [...FIXTURES].filter(([, fixture]) => fixture.readBack).map(([id]) => id);
    expect(readBack.toSorted()).toEqual(getIds(writes));
  });

  it.each(routes.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s receives valid, nearly valid and hostile requests, reproducible from the seed',
    (_, endpoint) => {
      const sample = () => fc.sample(requestsTo(endpoint), { seed: 7, numRuns: 60 });
      const plans = sample();
      expect(sample()).toEqual(plans);
      const kinds = new Set(plans.map(({ kind }) => kind.split(':')[0]));
      // A request without parts cannot be nearly valid.
      const hasParts = Object.keys(endpoint.request).length > 0;
      expect([...kinds].toSorted()).toEqual(
        hasParts ? ['hostile', 'nearly valid', 'valid'] : ['hostile', 'valid'],
      );
      for (const parts of fc.sample(validParts(endpoint), { seed: 7, numRuns: 20 })) {
        for (const [part, value] of Object.entries(parts)) {
          const schema = endpoint.request[part as keyof typeof endpoint.request];
          expect(schema?.safeParse(value).success).toBe(true);
        }
      }
    },
  );
});
