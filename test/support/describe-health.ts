import { describe, expect, it } from 'vitest';
import { databaseError, failing } from './database-faults.ts';
import { type ApiRequest, describeApi } from './describe-api.ts';

/** Tests `/healthz` of one of the two APIs. */
export function describeHealth(name: NonNullable<ApiRequest['api']>): void {
  describeApi(`GET /healthz of the ${name} API`, (api) => {
    const health = (more: Partial<ApiRequest> = {}) =>
      api.request({ api: name, method: 'GET', path: '/healthz', token: null, ...more });

    describe('200', () => {
      it('says that the service is well, to anybody and to no cache', async () => {
        const { status, body, headers } = await health();
        expect([status, body]).toEqual([200, { status: 'ok' }]);
        expect(headers.get('cache-control')).toBe('no-store');
      });

      it('does not look at tokens or parameters', async () => {
        const { status } = await health({ token: 'invented', query: { t: '1795790000' } });
        expect(status).toBe(200);
      });

      it('answers HEAD, which many programs ask', async () => {
        const { status, text } = await health({ method: 'HEAD' });
        expect([status, text]).toEqual([200, '']);
      });
    });

    describe('404', () => {
      it('for another method', async () => {
        const { status } = await health({ method: 'POST', body: {} });
        expect(status).toBe(404);
      });
    });

    describe.runIf(api.target === 'direct')('503', () => {
      it.each(['InternalServerError', 'ResourceNotFoundException', 'AccessDeniedException'])(
        'if the table responds with %s, without saying so',
        async (errorName) => {
          const { value } = await failing({ when: () => true, error: databaseError(errorName) }, () =>
            health(),
          );
          expect(value.status).toBe(503);
          expect(value.body).toMatchObject({
            code: 'SERVICE_UNAVAILABLE',
            message: 'The table does not respond',
          });
          expect(value.text).not.toContain(errorName);
          expect(value.headers.get('retry-after')).toBe('1');
        },
      );
    });
  });
}
