import { expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { USES_OTHER_CLIENTS } from '../../infra/functions/bundle-entry.ts';
import { buildWithMap } from '../../infra/functions/source-position.ts';

it("a bundle has the SDK's request handler exactly if a client other than DynamoDB's needs it", async () => {
  const names = ['authorizer', 'run-job', 'write-audit-entries', ...endpoints.map(({ id }) => id)];
  const others: string[] = [];
  for (const name of names) {
    const { sources } = JSON.parse((await buildWithMap(name)).map) as { sources: string[] };
    const includes = (part: string) => sources.some((source) => source.includes(`node_modules/${part}`));
    const needsHandler = ['client-s3/', 'client-sfn/', 'client-secrets-manager/'].some((client) =>
      includes(`@aws-sdk/${client}`),
    );
    expect([name, includes('@smithy/node-http-handler/')]).toStrictEqual([name, needsHandler]);
    if (needsHandler) others.push(name);
  }
  expect(others.toSorted()).toStrictEqual([...USES_OTHER_CLIENTS].toSorted());
}, 600_000);
