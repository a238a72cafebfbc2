import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/* The part of AWS Secrets Manager that stores and returns secrets, over its JSON protocol. */

export type FakeSecret = {
  value: string;
  tags: { Key: string; Value: string }[];
  versions: number;
  /** Scheduled for deletion. */
  isDeleted?: true;
  /** Key that encrypts it, if one was named. */
  keyArn?: string;
};

export type FakeSecretsManager = {
  /** By name. */
  secrets: Map<string, FakeSecret>;
  /** Operations and names, such as `CreateSecret bots-test/w1/c1`. */
  calls: string[];
  /** Returns the error to respond with instead, if any. `silence` never responds. A promise is waited for before anything is done. */
  fault: (operation: string, input: Input) => Fault | Promise<Fault>;
  /** Environment that points the SDK here. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

type Input = {
  SecretId?: string;
  Name?: string;
  SecretString?: string;
  Tags?: FakeSecret['tags'];
  KmsKeyId?: string;
  ForceDeleteWithoutRecovery?: boolean;
};
type Failure = { code: string; message: string };
type Fault = Failure | 'silence' | undefined;
type Success = Record<string, unknown> & { code?: never };

export async function startFakeSecretsManager(): Promise<FakeSecretsManager> {
  const server = createServer((request, response) => {
    void respond(fake, request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeSecretsManager = {
    secrets: new Map(),
    calls: [],
    fault: () => undefined,
    env: {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

async function respond(fake: FakeSecretsManager, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const input = JSON.parse(Buffer.concat(chunks).toString()) as Input;
  const operation = String(request.headers['x-amz-target']).replace(/^secretsmanager\./, '');
  fake.calls.push(`${operation} ${input.SecretId ?? input.Name}`);
  const fault = await fake.fault(operation, input);
  if (fault === 'silence') return;
  const outcome = fault ?? carryOut(fake.secrets, operation, input);
  const isFailure = outcome.code !== undefined;
  response.writeHead(isFailure ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(isFailure ? { __type: outcome.code, Message: outcome.message } : outcome));
}

function carryOut(
  secrets: FakeSecretsManager['secrets'],
  operation: string,
  input: Input,
): Failure | Success {
  const { SecretId = '', Name = '', SecretString = '', Tags: tags = [], KmsKeyId: keyArn } = input;
  if (operation === 'CreateSecret') {
    if (secrets.get(Name)?.isDeleted)
      return { code: 'InvalidRequestException', message: 'Scheduled for deletion.' };
    if (secrets.has(Name)) return { code: 'ResourceExistsException', message: 'It already exists.' };
    secrets.set(Name, { value: SecretString, tags, versions: 1, ...(keyArn !== undefined && { keyArn }) });
    return { Name };
  }
  const secret = secrets.get(SecretId);
  if (!secret) {
    return {
      code: 'ResourceNotFoundException',
      message: "Secrets Manager can't find the specified secret.",
    };
  }
  switch (operation) {
    case 'DescribeSecret':
      return { Name: SecretId, ...(secret.isDeleted && { DeletedDate: 1_700_000_000 }) };
    case 'RestoreSecret':
      delete secret.isDeleted;
      return { Name: SecretId };
    case 'DeleteSecret':
      if (input.ForceDeleteWithoutRecovery) secrets.delete(SecretId);
      else secret.isDeleted = true;
      return { Name: SecretId };
    case 'GetSecretValue':
      return { Name: SecretId, SecretString: secret.value };
    case 'PutSecretValue':
      if (secret.isDeleted) return { code: 'InvalidRequestException', message: 'Marked for deletion.' };
      secret.value = SecretString;
      secret.versions += 1;
      return { Name: SecretId };
    default:
      return { code: 'InvalidAction', message: `${operation} is not supported` };
  }
}
