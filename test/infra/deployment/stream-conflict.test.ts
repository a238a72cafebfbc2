import { expect, it } from 'vitest';
import type { StackTemplate } from '../../../infra/deployment/assembly.ts';
import { findStreamConflict } from '../../../infra/deployment/stream-conflict.ts';
import { createDeployment, recordSettings } from './stack-update.ts';

function createTemplate(viewType?: string): StackTemplate {
  const Properties = {
    TableName: 'bots-prod',
    ...(viewType !== undefined && { StreamSpecification: { StreamViewType: viewType } }),
  };
  return recordSettings({}, { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties } });
}

/** @param before template of the deployed data stack, if there is one */
function findConflict(before: StackTemplate | undefined, viewType: string | undefined) {
  const deployed = before && { template: before };
  return findStreamConflict(createDeployment({ template: createTemplate(viewType), deployed }));
}

it('lets a first deployment create the table', () => {
  expect(findConflict(undefined, 'NEW_AND_OLD_IMAGES')).toBeUndefined();
});

it.each(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE'])('lets a stream with %s stay', (viewType) => {
  expect(findConflict(createTemplate(viewType), viewType)).toBeUndefined();
});

it.each([
  ['NEW_IMAGE', 'NEW_AND_OLD_IMAGES', 'new-image'],
  ['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'new-and-old-images'],
])('refuses to change %s to %s, and names the setting', (before, viewType, setting) => {
  expect(findConflict(createTemplate(before), viewType)).toBe(
    `The stream of the table bots-prod has ${before}, and this deployment would change it to ${viewType}. ` +
      `To keep it, set bots:tableStream=${setting}. To change it, follow docs/operate.md#change-the-stream-of-the-table.`,
  );
});

it('names no setting for a stream that none of them makes', () => {
  const conflict = findConflict(createTemplate('KEYS_ONLY'), 'NEW_IMAGE');
  expect(conflict).toContain('has KEYS_ONLY');
  expect(conflict).not.toContain('bots:tableStream=');
});

it('lets a disabled stream be enabled with other images', () => {
  expect(findConflict(createTemplate(), 'NEW_AND_OLD_IMAGES')).toBeUndefined();
});

it('refuses to deploy the service without a stream', () => {
  expect(findConflict(createTemplate('NEW_IMAGE'), undefined)).toContain('deploys the data stack alone');
});
