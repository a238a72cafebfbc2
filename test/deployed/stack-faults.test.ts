import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#lib/apps/local/gateway-request.ts';
import { runDeployedService } from '#test/support/deployed/deployed-service.ts';
import {
  type Assembly,
  getResources,
  type Resource,
  readAssembly,
  referenceIn,
  synthesize,
} from '#test/support/deployed/template.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

/*
 * Checks that the suite on the synthesised stack would notice a fault in the stack. Each test takes one thing
 * out of the template and makes the same call, which has to fail.
 */

const whole: Assembly = process.env.ASSEMBLY_DIR ? readAssembly(process.env.ASSEMBLY_DIR) : synthesize();
let database: TestDatabase;
let token: string;
let workspaceId: string;

beforeAll(async () => {
  database = await startTestDatabase();
  const { createWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
  const { createToken } = await import('#lib/tokens/store/token-store.ts');
  ({ id: workspaceId } = await createWorkspace({ name: 'Faults' }));
  ({ token } = await createToken({ workspaceId, role: 'editor', name: 'Faults' }));
});
afterAll(() => database.stop());

/** The response to an import by the stack with `fault` in it. */
async function importOn(
  fault: (resources: Record<string, Resource>, importFunctionId: string) => void,
): Promise<GatewayAnswer> {
  const template = structuredClone(whole.template);
  const [id] =
    getResources(template, 'AWS::Lambda::Function').find(
      ([, { Properties }]) => Properties.FunctionName === 'bots-prod-import-bot',
    ) ?? [];
  fault(template.Resources, String(id));
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
      body: Buffer.from(JSON.stringify({ workspaceId, bot: { name: 'A bot' } })),
      sourceIp: '127.0.0.1',
    });
  } finally {
    await service.stop();
  }
}

const getPolicy = (resources: Record<string, Resource>, functionId: string): Resource => {
  const roleId = referenceIn(resources[functionId]?.Properties.Role);
  const found = Object.values(resources).find(
    ({ Type, Properties }) =>
      Type === 'AWS::IAM::Policy' && Properties.Roles.some((role: unknown) => referenceIn(role) === roleId),
  );
  if (!found) throw new Error('The function has no policy');
  return found;
};

describe('the suite on the synthesised stack notices', () => {
  it('nothing, as long as nothing is missing', async () => {
    expect((await importOn(() => {})).status).toBe(200);
  });

  it('a grant that is missing', async () => {
    const answer = await importOn((resources, id) => {
      const { Statement } = getPolicy(resources, id).Properties.PolicyDocument;
      for (const statement of Statement) {
        if (statement.Sid === 'TableWrites') statement.Action = ['dynamodb:GetItem'];
      }
    });
    expect(answer.status).toBe(500);
  });

  it('a grant on other items than those that the endpoint needs', async () => {
    const answer = await importOn((resources, id) => {
      const { Statement } = getPolicy(resources, id).Properties.PolicyDocument;
      for (const statement of Statement) {
        if (statement.Sid === 'TableWrites') {
          statement.Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'] = ['RESULT#*'];
        }
      }
    });
    expect(answer.status).toBe(500);
  });

  it('an environment variable that is missing', async () => {
    const answer = await importOn((resources, id) => {
      delete resources[id]?.Properties.Environment.Variables.TABLE_NAME;
    });
    expect(answer.status).toBe(500);
  });

  it('a route that is missing', async () => {
    const answer = await importOn((resources, id) => {
      for (const [methodId, { Type, Properties }] of Object.entries(resources)) {
        if (Type === 'AWS::ApiGateway::Method' && referenceIn(Properties.Integration?.Uri) === id) {
          delete resources[methodId];
        }
      }
    });
    expect(answer.status).toBe(404);
  });

  it('a bundle without a handler', async () => {
    const answer = await importOn((resources, id) => {
      const code = resources[id];
      if (code) code.Properties.Code.S3Key = 'missing.zip';
    });
    expect(answer.status).toBe(502);
  });

  it('an authorizer that may not read tokens', async () => {
    const answer = await importOn((resources) => {
      for (const [id, { Type, Properties }] of Object.entries(resources)) {
        if (Type === 'AWS::Lambda::Function' && Properties.FunctionName === 'bots-prod-authorizer') {
          getPolicy(resources, id).Properties.PolicyDocument.Statement = [];
        }
      }
    });
    expect(answer.status).toBe(500);
  });
});
