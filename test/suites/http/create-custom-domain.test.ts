import { beforeEach, describe, expect, it } from 'vitest';
import { readTrail } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { freeDomain } from '#test/support/endpoints/domains.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';

describeApi('POST /v1/custom-domains', (api) => {
  beforeEach(({ skip }) =>
    skip(api.target === 'remote', 'a deployment may not serve the names of the tests'),
  );

  const create = async (body: object, token?: string) =>
    await api.request({
      method: 'POST',
      path: '/v1/custom-domains',
      token: token ?? (await api.tokenFor('admin')),
      body: { workspaceId: api.workspaceId, ...body },
    });

  describe('200', () => {
    it('registers a name, and says so again without a change', async () => {
      const name = freeDomain();
      const { status, body } = await create({ name });
      expect(status).toBe(200);
      expect(body).toEqual({ customDomain: { name, createdAt: expect.any(String) } });
      const again = await create({ name });
      expect([again.status, again.body]).toEqual([200, body]);
      await expect
        .poll(async () => (await readTrail(api.workspaceId)).filter(({ domain }) => domain === name))
        .toMatchObject([{ action: 'createCustomDomain' }]);
    });

    it.each([
      ['capitals', (name: string) => name.toUpperCase(), (name: string) => name],
      ['spaces around it', (name: string) => ` ${name} `, (name: string) => name],
      [
        'letters beyond ASCII',
        (name: string) => name.replace('d-', 'bücher-'),
        (name: string) => new URL(`http://${name.replace('d-', 'bücher-')}`).host,
      ],
    ])('takes a name with %s', async (_, toSent, toStored) => {
      const name = freeDomain();
      const { status, body } = await create({ name: toSent(name) });
      expect([status, body]).toMatchObject([200, { customDomain: { name: toStored(name) } }]);
    });
  });

  describe('400', () => {
    it.each([
      '',
      'localhost',
      'https://offers.custom.example',
      'offers.custom.example/guide',
      'offers.custom.example:8080',
      'offers custom.example',
      '-a.custom.example',
      '192.0.2.1',
      'a..example',
      '*.custom.example',
      'offers.custom.example.',
    ])('for %j, which is not a host name', async (name) => {
      const { status, body } = await create({ name });
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'name' }] }]);
    });

    it('for a name that the operator does not serve, and says who has to do what', async () => {
      const { status, body } = await create({ name: 'offers.other.example' });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        issues: [
          {
            path: 'name',
            message:
              'This deployment does not serve offers.other.example: its operator has to add the name to ' +
              'bots:customDomains and deploy',
          },
        ],
      });
    });
  });

  describe('403', () => {
    it('for an editor', async () => {
      const { status } = await create({ name: freeDomain() }, await api.tokenFor('editor'));
      expect(status).toBe(403);
    });
  });

  describe('404', () => {
    it('for a workspace of others', async () => {
      const { status } = await create({ name: freeDomain() }, await api.strangerToken());
      expect(status).toBe(404);
    });
  });

  describe('409', () => {
    it('for a name that another workspace has', async () => {
      const name = freeDomain();
      await create({ name });
      const other = await createOwnWorkspace(api);
      const { status, body } = await create({ workspaceId: other.id, name }, other.token);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'CONFLICT',
        issues: [{ path: 'name', message: 'This name is taken by another workspace' }],
      });
    });

    it('for one of two workspaces that want a name at once', async () => {
      const name = freeDomain();
      const other = await createOwnWorkspace(api);
      const responses = await Promise.all([
        create({ name }),
        create({ workspaceId: other.id, name }, other.token),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });
  });
});
