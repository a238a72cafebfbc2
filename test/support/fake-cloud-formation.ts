import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/* The part of AWS CloudFormation that tells what is deployed, and STS, over their query protocol. */

export type FakeStack = {
  status?: string;
  isProtected?: boolean;
  template?: object;
};

export type FakeCloudFormation = {
  /** By name. */
  stacks: Map<string, FakeStack>;
  /** Actions with the access key that signed them, such as `DescribeStacks AKIAEXAMPLE`. */
  calls: string[];
  /** Access keys that may not read stacks. */
  denied: Set<string>;
  /** Whether roles can be assumed. The access key is then the role's name. */
  hasRoles: boolean;
  /** Environment that points the SDK and CDK here. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

const ACCOUNT = '111122223333';

export async function startFakeCloudFormation(): Promise<FakeCloudFormation> {
  const server = createServer((request, response) => {
    void respond(fake, request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeCloudFormation = {
    stacks: new Map(),
    calls: [],
    denied: new Set(),
    hasRoles: false,
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

async function respond(
  fake: FakeCloudFormation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const input = new URLSearchParams(Buffer.concat(chunks).toString());
  const action = input.get('Action') ?? '';
  const key = /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  fake.calls.push(`${action} ${key}`);
  const result = perform(fake, action, input, key);
  const [status, body] =
    typeof result === 'string'
      ? [200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`]
      : [
          result.status,
          `<ErrorResponse><Error><Type>Sender</Type><Code>${result.code}</Code><Message>${result.message}</Message></Error></ErrorResponse>`,
        ];
  response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);
}

type Failure = { status: number; code: string; message: string };

function perform(
  fake: FakeCloudFormation,
  action: string,
  input: URLSearchParams,
  key: string,
): string | Failure {
  const deny = (message: string): Failure => ({ status: 403, code: 'AccessDenied', message });
  if (action === 'GetCallerIdentity') {
    return `<Arn>arn:aws:iam::${ACCOUNT}:user/operator</Arn><UserId>A</UserId><Account>${ACCOUNT}</Account>`;
  }
  if (action === 'AssumeRole') {
    const role = input.get('RoleArn') ?? '';
    if (!fake.hasRoles) return deny(`${key} is not authorized to assume ${role}`);
    return `<Credentials><AccessKeyId>${role.split('/')[1]}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials>`;
  }
  if (fake.denied.has(key)) return deny(`${key} is not authorized to perform ${action}`);
  const name = input.get('StackName') ?? '';
  const stack = fake.stacks.get(name);
  if (!stack)
    return { status: 400, code: 'ValidationError', message: `Stack with id ${name} does not exist` };
  if (action === 'GetTemplate') {
    return `<TemplateBody>${escapeXml(JSON.stringify(stack.template ?? {}))}</TemplateBody>`;
  }
  if (action !== 'DescribeStacks') return deny(`Nothing may be changed: ${action}`);
  return `<Stacks><member><StackName>${name}</StackName><StackStatus>${stack.status ?? 'UPDATE_COMPLETE'}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><EnableTerminationProtection>${stack.isProtected ?? true}</EnableTerminationProtection></member></Stacks>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
