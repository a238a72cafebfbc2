import { expect, it } from 'vitest';
import { findFailedCreation } from '../../../infra/deployment/failed-creation.ts';
import { createDeployment, recordSettings } from './stack-update.ts';

it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
  '%s of a protected stack has to be deleted first',
  (status) => {
    const refusal = findFailedCreation(createDeployment({ deployed: { status } }));
    expect(refusal).toContain('--no-enable-termination-protection --stack-name bots-prod-data');
    expect(refusal).toContain('npm run deploy -- --import-existing-resources');
    expect(refusal).not.toContain('cdk import');
  },
);

it('a table with a key of the account is imported with its key', () => {
  const template = recordSettings({}, { Key: { Type: 'AWS::KMS::Key' } });
  const deployed = { status: 'ROLLBACK_COMPLETE' };
  const refusal = findFailedCreation(createDeployment({ template, deployed }));
  expect(refusal).toContain('npx cdk import bots-prod-data');
  expect(refusal).not.toContain('--import-existing-resources');
});

it.each([
  { status: 'UPDATE_ROLLBACK_COMPLETE' },
  // CDK deletes it by itself.
  { status: 'ROLLBACK_COMPLETE', isProtected: false },
])('%j is nothing to stop at', (deployed) => {
  expect(findFailedCreation(createDeployment({ deployed }))).toBeUndefined();
});
