import { describe, expect, it } from 'vitest';
import { summarizeTemplate } from './summarize-template.ts';

const invocation = (id: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [id, 'Arn'] },
      '/invocations',
    ],
  ],
});

const route = (operationId: string, id: string) => ({
  operationId,
  security: [{ bearer: [] }],
  'x-amazon-apigateway-integration': { type: 'aws_proxy', uri: invocation(id) },
});

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const lambda = (name: string) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Key: `${'0'.repeat(64)}.zip` },
    Environment: { Variables: { TABLE_NAME: 'things', LIMIT: '10' } },
    FunctionName: name,
    MemorySize: 512,
    Timeout: 15,
  },
  DependsOn: ['ReaderRole1A2B3C4D'],
});

/** A stack with what matters in the service's. */
const createTemplate = () => ({
  Description: 'Things',
  Resources: {
    ReaderRole1A2B3C4D: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [
          {
            PolicyName: 'Function',
            PolicyDocument: {
              Statement: [
                {
                  Action: ['dynamodb:GetItem', 'dynamodb:Query'],
                  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['BOT#*'] } },
                  Effect: 'Allow',
                  Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
                  Sid: 'TableReads',
                },
              ],
            },
          },
        ],
      },
    },
    ReadFunction: lambda('things-read'),
    WriteFunction: lambda('things-write'),
    ListFunction: lambda('things-list'),
    Table: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: { TableName: 'things' },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    },
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Body: {
          openapi: '3.0.1',
          paths: {
            '/things': {
              get: route('list', 'ListFunction'),
              post: route('write', 'WriteFunction'),
              options: { 'x-amazon-apigateway-integration': { type: 'mock' } },
            },
            '/things/{id}': {
              get: { ...route('read', 'ReadFunction'), parameters: [ID] },
              delete: { ...route('erase', 'EraseFunction'), parameters: [ID] },
            },
          },
          'x-amazon-apigateway-gateway-responses': { THROTTLED: { statusCode: '429' } },
        },
      },
    },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        MethodSettings: [{ HttpMethod: 'GET', ResourcePath: '/~1things~1{id}', ThrottlingRateLimit: 50 }],
      },
    },
    Failures: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { AlarmName: 'things-failures', EvaluationPeriods: 5, Threshold: 0.01 },
    },
    Dashboard: {
      Type: 'AWS::CloudWatch::Dashboard',
      Properties: {
        DashboardBody: {
          'Fn::Join': [
            '',
            [
              '{"start":"-P1D","widgets":[{"width":12,"properties":{"title":"Calls","metrics":[["Lambda","',
              { Ref: 'ReadFunction' },
              '",{"stat":"Sum"}]]}}]}',
            ],
          ],
        },
      },
    },
  },
});

type Template = ReturnType<typeof createTemplate>;

/** Returns the lines by which two summaries differ, as a review shows them. */
function compare(before: object, after: object): string[] {
  const [old, current] = [before, after].map((template) => summarizeTemplate(template).split('\n'));
  return [
    ...(old ?? []).filter((line) => !current?.includes(line)).map((line) => `- ${line.trim()}`),
    ...(current ?? []).filter((line) => !old?.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

const [GRANT] = createTemplate().Resources.ReaderRole1A2B3C4D.Properties.Policies;

const STATEMENT = 'Policies[0].PolicyDocument.Statement';
const READS = `[dynamodb:GetItem, dynamodb:Query] on \${Table.Arn}`;
const OF_BOTS = 'if ForAllValues:StringLike.dynamodb:LeadingKeys=[BOT#*] (Sid=TableReads)';

const CHANGES: [name: string, change: (template: Template) => void, lines: string[]][] = [
  [
    'a grant that is added',
    ({ Resources }) =>
      GRANT &&
      Resources.ReaderRole1A2B3C4D.Properties.Policies[0]?.PolicyDocument.Statement.push({
        ...GRANT.PolicyDocument.Statement[0],
        Action: ['dynamodb:DeleteItem'],
        Sid: 'TableWrites',
      } as never),
    [`+ ${STATEMENT}[1]: Allow [dynamodb:DeleteItem] on \${Table.Arn} ${OF_BOTS.replace('Reads', 'Writes')}`],
  ],
  [
    'a grant that covers more',
    ({ Resources }) => {
      const statement = Resources.ReaderRole1A2B3C4D.Properties.Policies[0]?.PolicyDocument.Statement[0];
      if (statement) statement.Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'] = ['*'];
    },
    [
      `- ${STATEMENT}[0]: Allow ${READS} ${OF_BOTS}`,
      `+ ${STATEMENT}[0]: Allow ${READS} ${OF_BOTS.replace('BOT#*', '*')}`,
    ],
  ],
  [
    'a resource that is deleted with the stack',
    ({ Resources }) => {
      Resources.Table.DeletionPolicy = 'Delete';
    },
    [
      '- Table: TableName: things; DeletionPolicy: Retain; UpdateReplacePolicy: Retain',
      '+ Table: TableName: things; DeletionPolicy: Delete; UpdateReplacePolicy: Retain',
    ],
  ],
  [
    'a route that is gone',
    ({ Resources }) => {
      Reflect.deleteProperty(Resources.Api.Properties.Body.paths['/things/{id}'], 'get');
    },
    [
      '- Api, Body.paths (4)',
      `- GET /things/{id}: operationId: read; integration.uri: invokes \${ReadFunction.Arn}`,
      '+ Api, Body.paths (3)',
    ],
  ],
  [
    'a route that needs no token',
    ({ Resources }) => {
      Resources.Api.Properties.Body.paths['/things'].post.security = [];
    },
    [
      `- POST /things: operationId: write; integration.uri: invokes \${WriteFunction.Arn}`,
      `+ POST /things: operationId: write; security: []; integration.uri: invokes \${WriteFunction.Arn}`,
    ],
  ],
  [
    'an alarm that goes off later',
    ({ Resources }) => {
      Resources.Failures.Properties.Threshold = 0.1;
    },
    [
      '- Failures: AlarmName: things-failures; EvaluationPeriods: 5; Threshold: 0.01',
      '+ Failures: AlarmName: things-failures; EvaluationPeriods: 5; Threshold: 0.1',
    ],
  ],
  [
    'a function with more time',
    ({ Resources }) => {
      Resources.ReadFunction.Properties.Timeout = 30;
    },
    ['- ReadFunction: FunctionName: things-read', '+ ReadFunction: FunctionName: things-read; Timeout: 30'],
  ],
  [
    'a function with less concurrency',
    ({ Resources }) => {
      Object.assign(Resources.ReadFunction.Properties, { ReservedConcurrentExecutions: 5 });
    },
    [
      '- ReadFunction: FunctionName: things-read',
      '+ ReadFunction: FunctionName: things-read; ReservedConcurrentExecutions: 5',
    ],
  ],
  [
    'a function without a variable',
    ({ Resources }) => {
      Reflect.deleteProperty(Resources.ReadFunction.Properties.Environment.Variables, 'LIMIT');
    },
    [
      '- ReadFunction: FunctionName: things-read',
      '+ ReadFunction: FunctionName: things-read; no Environment.Variables.LIMIT',
    ],
  ],
  [
    'a logical id, which is a new resource in place of an old one',
    ({ Resources }) => {
      Object.assign(Resources, { Table2: Resources.Table });
      Reflect.deleteProperty(Resources, 'Table');
    },
    [
      '- Table: TableName: things; DeletionPolicy: Retain; UpdateReplacePolicy: Retain',
      '+ Table2: TableName: things; DeletionPolicy: Retain; UpdateReplacePolicy: Retain',
    ],
  ],
];

describe('summarizeTemplate', () => {
  it.each(CHANGES)('shows %s', (_, change, lines) => {
    const changed = createTemplate();
    change(changed);
    expect(compare(createTemplate(), changed)).toEqual(lines);
  });

  it('leaves nothing out: every value that changes or disappears shows', () => {
    const original = summarizeTemplate(createTemplate());
    const hidden = listPaths(createTemplate()).filter((path) => {
      const changed = createTemplate();
      const removed = createTemplate();
      setValue(changed, path, (value) => (typeof value === 'string' ? `${value} 2` : [value, 2]));
      setValue(removed, path, () => undefined);
      return [changed, removed].map((template) => summarizeTemplate(template)).includes(original);
    });
    expect(hidden).toEqual([]);
  });

  it('leaves out hashes, which change with every line of code', () => {
    const changed = createTemplate();
    changed.Resources.ReadFunction.Properties.Code.S3Key = `${'a'.repeat(64)}.zip`;
    expect(compare(createTemplate(), changed)).toEqual([]);
  });

  it('tells a number from text, and a reference from text that looks like one', () => {
    const text = createTemplate();
    Object.assign(text.Resources.ReadFunction.Properties, { Timeout: '15', MemorySize: `\${Memory}` });
    const reference = createTemplate();
    Object.assign(reference.Resources.ReadFunction.Properties, { MemorySize: { Ref: 'Memory' } });
    expect(compare(reference, text)).toEqual([
      `- ReadFunction: FunctionName: things-read; MemorySize: \${Memory}`,
      `+ ReadFunction: FunctionName: things-read; MemorySize: "\${Memory}"; Timeout: "15"`,
    ]);
  });
});

type Path = (string | number)[];

/** Paths of all scalars of a template. The text of the dashboard is JSON, in which not every change is valid. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (path.includes('DashboardBody')) return [];
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => listPaths((value as Record<string | number, unknown>)[key], [...path, key]));
}

function setValue(template: object, path: Path, change: (value: unknown) => unknown): void {
  const last = path.at(-1) ?? '';
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], template) as Record<
    string | number,
    unknown
  >;
  parent[last] = change(parent[last]);
}
