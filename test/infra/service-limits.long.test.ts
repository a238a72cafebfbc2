import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { getApiDocument } from '#test/support/deployed/api-document.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources } from '#test/support/deployed/template.ts';

/*
 * AWS service limits that synthesis does not check. A template that exceeds them fails in the middle of a
 * deployment.
 */

let assembly: Assembly;
const LONGEST_STAGE = 'a'.repeat(20);

beforeAll(async () => {
  assembly = await sharedAssembly({ ...EVERY_OPTION, 'bots:stage': LONGEST_STAGE });
}, 120_000);

const all = (type: string) => getResources(assembly.template, type).map(([, { Properties }]) => Properties);

/** The service's own functions, without the one of CDK that copies the files of the sites. */
const ownFunctions = () => all('AWS::Lambda::Function').filter(({ Runtime }) => Runtime.startsWith('nodejs'));

const documents = () => [
  getApiDocument(assembly.template, 'management'),
  getApiDocument(assembly.template, 'chat'),
];

describe("the stacks stay within AWS's limits", () => {
  // Resources: see decision 74.
  it('CloudFormation: at most 60 % of each limit with every option on, 65 % of the resources', () => {
    for (const { Resources, Parameters, Outputs } of [assembly.template, assembly.dataTemplate]) {
      expect(Object.keys(Resources).length).toBeLessThanOrEqual(0.65 * 500);
      expect(Object.keys(Parameters).length).toBeLessThanOrEqual(0.6 * 200);
      expect(Object.keys(Outputs).length).toBeLessThanOrEqual(0.6 * 200);
    }
    const templates = globSync('*.template.json', { cwd: assembly.folder });
    expect(templates).toHaveLength(2);
    for (const name of templates) {
      const { size: templateBytes } = statSync(join(assembly.folder, name));
      expect(templateBytes).toBeLessThanOrEqual(0.6 * 1_000_000);
    }
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
  it('API Gateway: at most 60 % of 300 resources and a 6 MB document, one parameter name per path level', () => {
    for (const document of documents()) {
      expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(0.6 * 6 * 1024 ** 2);
      const resources = new Set<string>();
      const variables = new Map<string, Set<string>>();
      for (const path of Object.keys(document.paths)) {
        const parts = path.split('/').slice(1);
        parts.forEach((part, level) => {
          const parent = parts.slice(0, level).join('/');
          resources.add(`${parent}/${part}`);
          if (part.startsWith('{')) variables.set(parent, (variables.get(parent) ?? new Set()).add(part));
        });
      }
      expect(resources.size).toBeLessThanOrEqual(0.6 * 300);
      for (const names of variables.values()) expect([...names]).toHaveLength(1);
    }
  });

  it('API Gateway: gateway responses have JSON templates and quoted header values', () => {
    for (const document of documents()) {
      for (const response of Object.values(document['x-amazon-apigateway-gateway-responses'])) {
        expect(() => JSON.parse(response.responseTemplates['application/json'] ?? '')).not.toThrow();
        for (const value of Object.values(response.responseParameters))
          expect(value).toMatch(/^'(?:[^']|'[\w-]+')*'$/);
      }
    }
  });

  it('Lambda: names up to 64 characters, descriptions up to 256, 4 KB of environment, timeouts 3 s below the gateway’s', () => {
    for (const { FunctionName, Description = '', Environment, Timeout } of ownFunctions()) {
      expect(FunctionName).toMatch(/^[a-zA-Z0-9-_]{1,64}$/);
      expect(Description.length).toBeLessThanOrEqual(256);
      expect(Buffer.byteLength(JSON.stringify(Environment?.Variables ?? {}))).toBeLessThanOrEqual(4_096);
      // Nobody waits for the function that runs jobs. Lambda allows 15 minutes.
      expect(Timeout).toBeLessThanOrEqual(FunctionName.endsWith('-run-job') ? 900 : 26);
    }
  });

  it('Lambda: no reserved environment variable names', () => {
    const reserved = /^(AWS_(?!ENDPOINT_URL)|_HANDLER$|LAMBDA_|TZ$)/;
    for (const { Environment } of ownFunctions()) {
      for (const name of Object.keys(Environment?.Variables ?? {})) expect(name).not.toMatch(reserved);
    }
  });

  it('IAM: inline policies of a role up to 10,240 characters, descriptions in Latin-1', () => {
    for (const { Policies = [] } of all('AWS::IAM::Role')) {
      expect(JSON.stringify(Policies).length).toBeLessThanOrEqual(10_240);
    }
    // https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html, Description
    for (const { Description = '' } of all('AWS::IAM::Role')) {
      expect(Description).toMatch(/^[\t\n\r\x20-\x7e\xa1-\xff]{0,1000}$/);
    }
  });

  it('DynamoDB: 20 attributes projected into an index, 100 in total', () => {
    for (const { GlobalSecondaryIndexes } of getResources(
      assembly.dataTemplate,
      'AWS::DynamoDB::GlobalTable',
    ).map(([, resource]) => resource.Properties)) {
      for (const { Projection } of GlobalSecondaryIndexes) {
        expect(Projection.NonKeyAttributes.length).toBeLessThanOrEqual(20);
        expect(new Set(Projection.NonKeyAttributes).size).toBe(Projection.NonKeyAttributes.length);
      }
    }
  });

  it('CloudWatch: alarm and dashboard names up to 255 allowed characters, widgets within the grid', () => {
    for (const { AlarmName } of all('AWS::CloudWatch::Alarm')) expect(AlarmName).toMatch(/^[\w.-]{1,255}$/);
    for (const { DashboardName } of all('AWS::CloudWatch::Dashboard')) {
      const [separator, parts] = DashboardName['Fn::Join'];
      const name = parts.map((part: unknown) => (typeof part === 'string' ? part : 'ap-southeast-1'));
      expect(name.join(separator)).toMatch(/^[\w-]{1,255}$/);
    }
  });

  it('WAF: names of 128 letters, digits, hyphens and underscores', () => {
    for (const { Rules, VisibilityConfig } of all('AWS::WAFv2::WebACL')) {
      for (const { Name } of Rules) expect(Name).toMatch(/^[\w-]{1,128}$/);
      expect(VisibilityConfig.MetricName).toMatch(/^[\w-]{1,128}$/);
    }
  });
});
