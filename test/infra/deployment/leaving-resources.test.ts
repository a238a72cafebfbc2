import { expect, it } from 'vitest';
import { describeLeavingResources } from '../../../infra/deployment/leaving-resources.ts';
import { createDeployment, recordSettings } from './stack-update.ts';

it('says of each resource that leaves the data stack whether it stays in the account', () => {
  const Table = { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Retain' };
  const deployed = {
    template: recordSettings(
      {},
      {
        Table,
        Bucket: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'RetainExceptOnCreate' },
        Distribution: { Type: 'AWS::CloudFront::Distribution' },
        FilesBucketNameParameter: { Type: 'AWS::SSM::Parameter' },
      },
    ),
  };
  const template = recordSettings({}, { Table });
  expect(describeLeavingResources(createDeployment({ template, deployed }))).toBe(
    [
      'This deployment takes resources out of bots-prod-data:',
      '  Bucket (AWS::S3::Bucket) stays in the account, outside of the stack',
      '  Distribution (AWS::CloudFront::Distribution) is deleted',
    ].join('\n'),
  );
});

it('says nothing if none leaves, or none is there', () => {
  expect(describeLeavingResources(createDeployment({ deployed: { template: recordSettings({}) } }))).toBe(
    undefined,
  );
  expect(describeLeavingResources(createDeployment({}))).toBe(undefined);
});
