import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawResponse } from '#apps/local/gateway/gateway-request.ts';
import { type ApiDocument, getApiDocument } from '#test/support/deployed/api-document.ts';
import { runDeployedService } from '#test/support/deployed/deployed-service.ts';
import {
  type Assembly,
  getResources,
  type Resource,
  readAssembly,
  referenceIn,
  synthesize,
  WITH_PAGES,
} from '#test/support/deployed/template.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

/*
 * Checks that the suite on the synthesized stack would notice a fault in the stack. Each test removes one thing
 * from the template and makes the same call, which must fail.
 */

const whole: Assembly = process.env.ASSEMBLY_DIR
  ? readAssembly(process.env.ASSEMBLY_DIR)
  : synthesize(WITH_PAGES);
let database: TestDatabase;
let token: string;
let workspaceId: string;

beforeAll(async () => {
  database = await startTestDatabase();
  const { insertWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
  const { insertToken } = await import('#lib/workspaces/tokens/store/token-store.ts');
  ({ id: workspaceId } = await insertWorkspace({ name: 'Faults' }));
  ({ token } = await insertToken({ workspaceId, role: 'editor', name: 'Faults' }));
});
afterAll(() => database.stop());

/** Injects a fault into the stack and returns its response to an import. */
async function importOn(
  fault: (resources: Record<string, Resource>, importFunctionId: string, document: ApiDocument) => void,
): Promise<RawResponse> {
  const template = structuredClone(whole.template);
  const [id] =
    getResources(template, 'AWS::Lambda::Function').find(
      ([, { Properties }]) => Properties.FunctionName === 'bots-prod-import-bot',
    ) ?? [];
  fault(template.Resources, String(id), getApiDocument(template, 'management'));
  const service = await runDeployedService({ ...whole, template }, database.endpoint, () => {});
  try {
    return await service.gateway.handle('management', {
      method: 'POST',
      path: '/v1/bots/import',
      queryString: '',
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['Content-Type', 'application/json'],
      ],
      body: Buffer.from(JSON.stringify({ workspaceId, bot: { name: 'A bot', groups: [] } })),
      sourceIp: '127.0.0.1',
    });
  } finally {
    await service.stop();
  }
}

const getPolicy = (resources: Record<string, Resource>, functionId: string) => {
  const [policy] =
    resources[referenceIn(resources[functionId]?.Properties.Role) ?? '']?.Properties.Policies ?? [];
  if (!policy) throw new Error('The function has no policy');
  return policy;
};

describe('the suite on the synthesized stack notices', () => {
  it('nothing if nothing is missing', async () => {
    expect((await importOn(() => {})).status).toBe(200);
  });

  it('a missing grant', async () => {
    const response = await importOn((resources, id) => {
      const { Statement } = getPolicy(resources, id).PolicyDocument;
      for (const statement of Statement) {
        if (statement.Sid === 'TableWrites') statement.Action = ['dynamodb:GetItem'];
      }
    });
    expect(response.status).toBe(500);
  });

  it('a grant for the wrong items', async () => {
    const response = await importOn((resources, id) => {
      const { Statement } = getPolicy(resources, id).PolicyDocument;
      for (const statement of Statement) {
        if (statement.Sid === 'TableWrites') {
          statement.Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'] = ['RESULT#*'];
        }
      }
    });
    expect(response.status).toBe(500);
  });

  it('a missing environment variable', async () => {
    const response = await importOn((resources, id) => {
      delete resources[id]?.Properties.Environment.Variables.TABLE_NAME;
    });
    expect(response.status).toBe(500);
  });

  it('a missing route', async () => {
    const response = await importOn((_, __, document) => {
      delete document.paths['/v1/bots/import'];
    });
    expect(response.status).toBe(404);
  });

  it('a route without its authorizer', async () => {
    const response = await importOn((_, __, document) => {
      delete document.paths['/v1/bots/import']?.post?.security;
    });
    expect(response.status).toBe(500);
  });

  it('a missing gateway response', async () => {
    const response = await importOn((_, __, document) => {
      delete document.paths['/v1/bots/import'];
      delete document['x-amazon-apigateway-gateway-responses'].MISSING_AUTHENTICATION_TOKEN;
    });
    expect(response.status).toBe(403);
    expect(JSON.parse(response.body.toString())).not.toHaveProperty('code');
  });

  it('a bundle without a handler', async () => {
    const response = await importOn((resources, id) => {
      const code = resources[id];
      if (code) code.Properties.Code.S3Key = 'missing.zip';
    });
    expect(response.status).toBe(502);
  });

  it('an authorizer without permission to read tokens', async () => {
    const response = await importOn((resources) => {
      for (const [id, { Type, Properties }] of Object.entries(resources)) {
        if (Type === 'AWS::Lambda::Function' && Properties.FunctionName === 'bots-prod-authorizer') {
          getPolicy(resources, id).PolicyDocument.Statement = [];
        }
      }
    });
    expect(response.status).toBe(500);
  });
});
