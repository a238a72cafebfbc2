import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#functions/endpoints.ts';
import { answersHead, getFunctionId } from '#lib/platform/http/contract.ts';
import { GATEWAY_RESPONSES } from '#lib/platform/http/gateway-responses.ts';
import { getApiDocument, getOperations } from '#test/support/deployed/api-document.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { getStatements } from '#test/support/deployed/role-policy.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';
import { WITHOUT_SITES } from '#test/support/deployed/without-sites.ts';

let assembly: Assembly;
let complete: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
}, 120_000);

const APIS = ['management', 'chat'] as const;
const all = (type: string, of = assembly) => getResources(of.template, type);

describe('the addresses', () => {
  it('have the routes of the contracts, with their functions, and no other', () => {
    const found = APIS.flatMap((api) =>
      getOperations(getApiDocument(assembly.template, api)).map(({ method, path, functionId }) => {
        const name = assembly.template.Resources[functionId ?? '']?.Properties.FunctionName;
        return `${api} ${method} ${path} ${name}`;
      }),
    );
    const preflights = [
      ...new Set(
        routes.filter(({ api }) => api === 'chat').map(({ path }) => `chat OPTIONS ${path} undefined`),
      ),
    ];
    // Preflights of pages with a misspelt address, which then get the 404 of the call itself.
    const unknown = ['/api', '/v1', '/v2', '/v3', '/v1/sessions', '/v1/typebots', '/v1/bots', '/v2/sessions']
      .concat(['/v1/sessions/{sessionId}', '/v2/sessions/{sessionId}'])
      .concat(['/v1/bots/{bot}', '/v1/bots/{bot}/preview'])
      .concat(['/v1/typebots/{typebotId}', '/v1/typebots/{typebotId}/preview'])
      .concat(['api', 'healthz', 'v1', 'v2', 'v3', '{publicId}'].map((top) => `/${top}/{proxy+}`));
    expect(found.toSorted()).toEqual(
      [
        ...unknown.map((path) => `chat OPTIONS ${path} undefined`),
        ...routes.map(
          (route) => `${route.api} ${route.method} ${route.path} bots-prod-${getFunctionId(route)}`,
        ),
        ...routes
          .filter(answersHead)
          .map((route) => `${route.api} HEAD ${route.path} bots-prod-${getFunctionId(route)}`),
        ...preflights,
      ].toSorted(),
    );
  });

  it('are at the root of a custom domain and at /api, which clients of Typebot add', () => {
    const mappings = all('AWS::ApiGateway::BasePathMapping', complete).map(([, { Properties }]) => [
      referenceIn(Properties.DomainName),
      Properties.BasePath,
    ]);
    const domains = all('AWS::ApiGateway::DomainName', complete).map(([id]) => id);
    expect(domains).toHaveLength(2);
    expect(mappings.toSorted()).toEqual(
      domains
        .flatMap((id) => [
          [id, undefined],
          [id, 'api'],
        ])
        .toSorted(),
    );
  });

  it('take TLS 1.2 and 1.3 only, at the assigned names and at domain names', () => {
    const policy = {
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    };
    for (const each of [assembly, complete]) {
      const apis = all('AWS::ApiGateway::RestApi', each);
      expect(apis).toHaveLength(2);
      for (const [, { Properties }] of apis) {
        expect(Properties).toMatchObject(policy);
        // A new document makes a new deployment, without which the policy would not take effect.
        expect(Properties.Body).toMatchObject({
          'x-amazon-apigateway-security-policy': policy.SecurityPolicy,
          'x-amazon-apigateway-endpoint-access-mode': policy.EndpointAccessMode,
        });
      }
    }
    const domains = all('AWS::ApiGateway::DomainName', complete);
    expect(domains).toHaveLength(2);
    for (const [, { Properties }] of domains) expect(Properties).toMatchObject(policy);
  });

  it('ask for a token where the contracts do', () => {
    for (const api of APIS) {
      const operations = getOperations(getApiDocument(assembly.template, api));
      for (const { method, operationId, authorizerFunctionId } of operations) {
        const endpoint = routes.find(({ id }) => id === operationId?.replace(/-head$/, ''));
        expect([operationId ?? method, endpoint === undefined]).toEqual([
          operationId ?? method,
          method === 'OPTIONS',
        ]);
        expect([operationId, authorizerFunctionId !== undefined]).toEqual([
          operationId,
          endpoint?.auth === 'bearer',
        ]);
      }
    }
  });

  it('ask one token authorizer, which spares malformed headers and is remembered for a minute', () => {
    const functions = APIS.flatMap((api) => {
      const document = getApiDocument(assembly.template, api);
      for (const scheme of Object.values(document.components.securitySchemes)) {
        expect(scheme).toMatchObject({
          type: 'apiKey',
          name: 'Authorization',
          in: 'header',
          'x-amazon-apigateway-authtype': 'custom',
          'x-amazon-apigateway-authorizer': {
            type: 'token',
            authorizerResultTtlInSeconds: 60,
            identityValidationExpression: expect.stringContaining('[Bb][Ee]'),
          },
        });
      }
      return getOperations(document).flatMap((operation) => operation.authorizerFunctionId ?? []);
    });
    expect([...new Set(functions)]).toEqual(['AuthorizerFunction']);
  });

  it('call their functions and the authorizer with a role that may call nothing else', () => {
    for (const api of APIS) {
      const { paths, components } = getApiDocument(assembly.template, api);
      const roles = [
        ...Object.values(paths)
          .flatMap(Object.values)
          .map((operation) => operation['x-amazon-apigateway-integration'])
          .filter(({ type }) => type === 'aws_proxy')
          .map(({ credentials }) => referenceIn(credentials)),
        ...Object.values(components.securitySchemes).map((scheme) =>
          referenceIn(scheme['x-amazon-apigateway-authorizer']?.authorizerCredentials),
        ),
      ];
      expect(new Set(roles).size).toBe(1);
      const [statement, ...others] = getStatements(assembly.template, roles[0] ?? '');
      expect(others).toEqual([]);
      expect(statement).toMatchObject({ Effect: 'Allow', Action: 'lambda:InvokeFunction' });
      const callable = [statement?.Resource].flat().map(referenceIn);
      const called = getOperations(getApiDocument(assembly.template, api)).flatMap(
        ({ functionId, authorizerFunctionId }) => [functionId, authorizerFunctionId],
      );
      expect(callable.toSorted()).toEqual([...new Set(called)].filter(Boolean).toSorted());
    }
    expect(all('AWS::Lambda::Permission')).toEqual([]);
  });

  it('are at the stage "api", compressed, logged and throttled, the public one tighter', () => {
    for (const api of APIS) {
      const document = getApiDocument(assembly.template, api);
      expect(document['x-amazon-apigateway-minimum-compression-size']).toBe(1_024);
    }
    const rates = all('AWS::ApiGateway::Stage').map(([, { Properties }]) => {
      expect(Properties).toMatchObject({
        StageName: 'api',
        TracingEnabled: false,
        AccessLogSetting: { DestinationArn: expect.anything(), Format: expect.stringContaining('requestId') },
      });
      expect(Properties.AccessLogSetting.Format).not.toMatch(/header|querystring/i);
      for (const setting of Properties.MethodSettings) expect(setting.DataTraceEnabled ?? false).toBe(false);
      const routes = Properties.MethodSettings.filter(
        (setting: { ResourcePath: string }) => !['/*', '/~1healthz'].includes(setting.ResourcePath),
      );
      expect(routes.length).toBeGreaterThan(0);
      // Anybody can send requests for it, which cost.
      const health = Properties.MethodSettings.filter(
        (setting: { ResourcePath: string }) => setting.ResourcePath === '/~1healthz',
      );
      expect(health).toHaveLength(2);
      for (const setting of health) expect(setting.ThrottlingRateLimit).toBe(5);
      for (const setting of Properties.MethodSettings) expect(setting.LoggingLevel).toBe('ERROR');
      return routes[0].ThrottlingRateLimit;
    });
    expect(rates).toHaveLength(2);
    expect(Math.min(...rates)).toBeLessThan(Math.max(...rates));
  });

  it('have their execution logs before the stage, for which API Gateway would create them without an end', () => {
    for (const [id, { Properties }] of all('AWS::Logs::LogGroup')) {
      const name = JSON.stringify(Properties.LogGroupName ?? '');
      if (!name.includes('API-Gateway-Execution-Logs')) continue;
      const stages = all('AWS::ApiGateway::Stage').filter(([, stage]) => stage.DependsOn?.includes(id));
      expect([id, stages.map(([, stage]) => referenceIn(stage.Properties.RestApiId))]).toEqual([
        id,
        [referenceIn(Properties.LogGroupName)],
      ]);
    }
  });

  it('log what leads from a request to its call, its trace, and what stopped it', () => {
    for (const [, { Properties }] of all('AWS::ApiGateway::Stage')) {
      expect(JSON.parse(Properties.AccessLogSetting.Format)).toMatchObject({
        requestId: '$context.requestId',
        integrationRequestId: '$context.integration.requestId',
        authorizerRequestId: '$context.authorizer.requestId',
        xrayTraceId: '$context.xrayTraceId',
        wafResponseCode: '$context.wafResponseCode',
        authorizerError: '$context.authorizer.error',
        integrationErrorMessage: '$context.integrationErrorMessage',
      });
    }
  });

  it('are traced where the operator wants that', () => {
    for (const [, { Properties }] of all('AWS::ApiGateway::Stage', complete)) {
      expect(Properties.TracingEnabled).toBe(true);
    }
  });

  it('use the one envelope when API Gateway responds by itself', () => {
    for (const api of APIS) {
      const document = getApiDocument(assembly.template, api);
      const responses = document['x-amazon-apigateway-gateway-responses'];
      expect(Object.keys(responses).toSorted()).toEqual(Object.keys(GATEWAY_RESPONSES).toSorted());
      for (const [type, { responseTemplates, responseParameters }] of Object.entries(responses)) {
        const expected = GATEWAY_RESPONSES[type as keyof typeof GATEWAY_RESPONSES];
        expect(JSON.parse(responseTemplates['application/json'] ?? '')).toMatchObject({
          message: expected.message,
          code: expected.code,
          requestId: '$context.requestId',
        });
        expect(responseParameters['gatewayresponse.header.access-control-allow-origin']).toBe(
          api === 'chat' ? "'*'" : undefined,
        );
      }
    }
  });

  it('let browsers call the management API only from the origins that the operator named', () => {
    const preflight = (of: Assembly) =>
      getApiDocument(of.template, 'management').paths['/v1/bots/import']?.options?.[
        'x-amazon-apigateway-integration'
      ].responses?.default;
    expect(preflight(assembly)).toBeUndefined();
    const template = preflight(complete)?.responseTemplates?.['application/json'];
    expect(template).toContain(
      '#if($origin == "https://app.example.com" || $origin == "https://admin.example.com")',
    );
    expect(preflight(complete)?.responseParameters).toEqual({
      'method.response.header.access-control-allow-methods': "'POST, OPTIONS'",
      'method.response.header.access-control-allow-headers':
        "'content-type, authorization, traceparent, if-match, idempotency-key'",
      'method.response.header.access-control-max-age': "'86400'",
      'method.response.header.vary': "'Origin'",
    });
  });

  it('name a single origin without a template', async () => {
    const { template } = await sharedAssembly(WITHOUT_SITES);
    const { paths } = getApiDocument(template, 'management');
    const response = paths['/v1/me']?.options?.['x-amazon-apigateway-integration'].responses?.default;
    expect(response?.responseTemplates).toBeUndefined();
    expect(response?.responseParameters['method.response.header.access-control-allow-origin']).toBe(
      "'https://app.example.com'",
    );
  }, 120_000);

  it('have names of their own where the operator gave some, and then no other', () => {
    expect(all('AWS::ApiGateway::DomainName')).toHaveLength(0);
    const names = all('AWS::ApiGateway::DomainName', complete).map(
      ([, { Properties }]) => Properties.DomainName,
    );
    expect(names.toSorted()).toEqual(['api.example.com', 'chat.example.com']);
    const records = all('AWS::Route53::RecordSet', complete).map(([, { Properties }]) => Properties.Name);
    expect(records).toEqual(expect.arrayContaining(['api.example.com.', 'chat.example.com.']));
    expect(all('AWS::CertificateManager::Certificate', complete)).toHaveLength(2);
    for (const [, { Properties }] of all('AWS::ApiGateway::RestApi', complete)) {
      expect(Properties.DisableExecuteApiEndpoint).toBe(true);
      expect(Properties.Body['x-amazon-apigateway-endpoint-configuration']).toEqual({
        disableExecuteApiEndpoint: true,
      });
    }
    expect(complete.template.Outputs.ManagementUrl?.Value).toBe('https://api.example.com');
    expect(complete.template.Outputs.ChatUrl?.Value).toBe('https://chat.example.com');
  });

  it('are in the outputs', () => {
    expect(assembly.template.Outputs).toMatchObject({
      ManagementUrl: expect.anything(),
      ChatUrl: expect.anything(),
    });
  });
});
