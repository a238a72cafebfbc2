import { beforeAll, describe, expect, it } from 'vitest';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import type { Assembly, Resource } from '#test/support/deployed/template.ts';

let complete: Assembly;

beforeAll(async () => {
  complete = await sharedAssembly(EVERY_OPTION);
}, 120_000);

/**
 * Types whose names are unique in the account, or in the world, and not just in a region. `AWS::IAM::Policy` is part of a
 * role, and its name unique there.
 */
const GLOBAL_TYPES =
  /^AWS::(CloudFront::|Budgets::|IAM::(Role|ManagedPolicy|User|Group)$|CloudWatch::Dashboard$|S3::Bucket$)/;

const NAMES = [
  'Name',
  'BudgetName',
  'DashboardName',
  'BucketName',
  'RoleName',
  'ManagedPolicyName',
  'UserName',
  'GroupName',
];

/** Some types have their name in the only object that they consist of, such as `OriginAccessControlConfig`. */
function findNames({ Properties = {} }: Resource): unknown[] {
  return [Properties, ...Object.values(Properties)]
    .filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part))
    .flatMap((part) => NAMES.map((name) => (part as Record<string, unknown>)[name]))
    .filter((name) => name !== undefined);
}

describe('names that are unique in the whole account', () => {
  const getNamed = () =>
    [complete.template, complete.dataTemplate]
      .flatMap(({ Resources }) => Object.entries(Resources))
      .filter(([, { Type }]) => GLOBAL_TYPES.test(Type))
      .flatMap(([id, resource]) => findNames(resource).map((name) => ({ id, type: resource.Type, name })));

  it('contain the region, so that an account can have the same stage in several', () => {
    for (const { id, name } of getNamed()) {
      expect([id, JSON.stringify(name)]).toEqual([id, expect.stringContaining('{"Ref":"AWS::Region"}')]);
    }
    expect([...new Set(getNamed().map(({ type }) => type))].toSorted()).toEqual([
      'AWS::Budgets::Budget',
      'AWS::CloudFront::CachePolicy',
      'AWS::CloudFront::Function',
      'AWS::CloudFront::OriginAccessControl',
      'AWS::CloudFront::OriginRequestPolicy',
      'AWS::CloudFront::ResponseHeadersPolicy',
      'AWS::CloudWatch::Dashboard',
    ]);
  });

  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
  it('fit into 64 characters for the longest stage and region', () => {
    for (const { id, type, name } of getNamed()) {
      if (type !== 'AWS::CloudFront::Function') continue;
      const parts: unknown[] = (name as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1];
      const written = parts
        .map((part) => (typeof part === 'string' ? part : 'ap-southeast-2'))
        .join('')
        .replace('-qa-', `-${'s'.repeat(20)}-`);
      expect([id, written]).toEqual([id, expect.stringMatching(/^bots-s{20}-[\w-]{1,38}$/)]);
    }
  });
});
