import { beforeAll, describe, expect, it } from 'vitest';
import { type Assembly, getResources, synthesize } from '#test/support/deployed/template.ts';

/*
 * Rules of the AWS services that synthesis does not check. A template that breaks them fails in the account,
 * half deployed.
 */

let assembly: Assembly;
const LONGEST_STAGE = 'a'.repeat(20);

beforeAll(() => {
  assembly = synthesize(
    { 'bots:stage': LONGEST_STAGE, 'bots:alarmEmail': 'ops@example.com', 'bots:chatFirewall': 'true' },
    { bundles: false },
  );
}, 120_000);

const all = (type: string) => getResources(assembly.template, type).map(([, { Properties }]) => Properties);

describe('the stack keeps to the limits of the services', () => {
  it('CloudFormation: 500 resources, 1 MB of template', () => {
    expect(Object.keys(assembly.template.Resources).length).toBeLessThanOrEqual(500);
    expect(Buffer.byteLength(JSON.stringify(assembly.template))).toBeLessThanOrEqual(1_000_000);
  });

  it('API Gateway: 300 resources an API, one variable name a level, no two routes the same', () => {
    const perApi = new Map<string, number>();
    const variables = new Map<string, Set<string>>();
    const parts = new Set<string>();
    for (const { RestApiId, ParentId, PathPart } of all('AWS::ApiGateway::Resource')) {
      perApi.set(RestApiId.Ref, (perApi.get(RestApiId.Ref) ?? 0) + 1);
      const level = JSON.stringify([RestApiId, ParentId]);
      expect(parts.has(level + PathPart)).toBe(false);
      parts.add(level + PathPart);
      if (PathPart.startsWith('{')) variables.set(level, (variables.get(level) ?? new Set()).add(PathPart));
    }
    for (const count of perApi.values()) expect(count).toBeLessThanOrEqual(300);
    for (const names of variables.values()) expect([...names]).toHaveLength(1);
  });

  it('API Gateway: templates of gateway responses are JSON, at most 20 per API, header values quoted', () => {
    for (const { ResponseTemplates, ResponseParameters = {} } of all('AWS::ApiGateway::GatewayResponse')) {
      expect(() => JSON.parse(ResponseTemplates['application/json'])).not.toThrow();
      for (const value of Object.values(ResponseParameters)) expect(value).toMatch(/^'[^']*'$/);
    }
    const types = new Set(all('AWS::ApiGateway::GatewayResponse').map(({ ResponseType }) => ResponseType));
    expect(types.size).toBeLessThanOrEqual(20);
  });

  it('Lambda: names up to 64 characters, descriptions up to 256, 4 KB of environment, timeouts within the gateway’s 29 s', () => {
    for (const { FunctionName, Description = '', Environment, Timeout } of all('AWS::Lambda::Function')) {
      expect(FunctionName).toMatch(/^[a-zA-Z0-9-_]{1,64}$/);
      expect(Description.length).toBeLessThanOrEqual(256);
      expect(Buffer.byteLength(JSON.stringify(Environment?.Variables ?? {}))).toBeLessThanOrEqual(4_096);
      expect(Timeout).toBeLessThanOrEqual(29);
    }
  });

  it('Lambda: environment names are not those that Lambda reserves', () => {
    const reserved = /^(AWS_(?!ENDPOINT_URL)|_HANDLER$|LAMBDA_|TZ$)/;
    for (const { Environment } of all('AWS::Lambda::Function')) {
      for (const name of Object.keys(Environment?.Variables ?? {})) expect(name).not.toMatch(reserved);
    }
  });

  it('IAM: inline policies of a role up to 10,240 characters, descriptions in Latin-1', () => {
    for (const { PolicyDocument } of all('AWS::IAM::Policy')) {
      expect(JSON.stringify(PolicyDocument).length).toBeLessThanOrEqual(10_240);
    }
    // https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html, Description
    for (const { Description = '' } of all('AWS::IAM::Role')) {
      expect(Description).toMatch(/^[\t\n\r\x20-\x7e\xa1-\xff]{0,1000}$/);
    }
  });

  it('DynamoDB: 20 attributes projected into an index, 100 over all', () => {
    for (const { GlobalSecondaryIndexes } of all('AWS::DynamoDB::Table')) {
      for (const { Projection } of GlobalSecondaryIndexes) {
        expect(Projection.NonKeyAttributes.length).toBeLessThanOrEqual(20);
        expect(new Set(Projection.NonKeyAttributes).size).toBe(Projection.NonKeyAttributes.length);
      }
    }
  });

  it('CloudWatch: alarm and dashboard names up to 255 characters of theirs, widgets within the grid', () => {
    for (const { AlarmName } of all('AWS::CloudWatch::Alarm')) expect(AlarmName).toMatch(/^[\w.-]{1,255}$/);
    for (const { DashboardName } of all('AWS::CloudWatch::Dashboard'))
      expect(DashboardName).toMatch(/^[\w-]{1,255}$/);
  });

  it('WAF: names of 128 letters, digits, hyphens and underscores', () => {
    for (const { Rules, VisibilityConfig } of all('AWS::WAFv2::WebACL')) {
      for (const { Name } of Rules) expect(Name).toMatch(/^[\w-]{1,128}$/);
      expect(VisibilityConfig.MetricName).toMatch(/^[\w-]{1,128}$/);
    }
  });
});
