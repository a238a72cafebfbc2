import { expect, it } from 'vitest';
import type { StackTemplate } from '../../../infra/deployment/assembly.ts';
import { findUnpreparedKey } from '../../../infra/deployment/unprepared-key.ts';
import { createDeployment, recordSettings } from './stack-update.ts';

function createTemplate({ hasKey = false, usesKey = false }): StackTemplate {
  const Properties = usesKey ? { SSESpecification: { SSEEnabled: true, SSEType: 'KMS' } } : {};
  return recordSettings(
    {},
    {
      Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties },
      ...(hasKey && { DataKey: { Type: 'AWS::KMS::Key' } }),
    },
  );
}

const PLAIN = createTemplate({});
const PREPARED = createTemplate({ hasKey: true });
const ENCRYPTED = createTemplate({ hasKey: true, usesKey: true });

it('refuses to encrypt a table with a key that no function may use', () => {
  const conflict = findUnpreparedKey(
    createDeployment({ template: ENCRYPTED, deployed: { template: PLAIN } }),
  );
  expect(conflict).toContain('Deploy with bots:encryption=prepared first');
});

it.each([
  ['the first deployment', undefined, ENCRYPTED],
  ['the preparation', PLAIN, PREPARED],
  ['a prepared key', PREPARED, ENCRYPTED],
  ['the same key again', ENCRYPTED, ENCRYPTED],
  ['the way back', ENCRYPTED, PREPARED],
])('permits %s', (_, before, template) => {
  const deployed = before && { template: before };
  expect(findUnpreparedKey(createDeployment({ template, deployed }))).toBeUndefined();
});
