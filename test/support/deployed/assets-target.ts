import type { Target } from '../target.ts';
import { runDeployedService } from './deployed-service.ts';
import { readAssembly, synthesize, WITH_PAGES } from './template.ts';

/** Runs the service as it would be deployed, with the synthesized stack's routes, bundles and permissions. */
export async function assetsTarget(databaseEndpoint: string): Promise<Target> {
  const folder = process.env.ASSEMBLY_DIR;
  const service = await runDeployedService(
    folder ? readAssembly(folder) : synthesize(WITH_PAGES),
    databaseEndpoint,
  );
  return {
    async send({ api, method, pathAndQuery, headers, body = Buffer.alloc(0) }) {
      const [path = '', ...query] = pathAndQuery.split('?');
      const request = { method, path, queryString: query.join('?'), headers, body, sourceIp: '127.0.0.1' };
      const response = await service.gateway.handle(api, request);
      return {
        status: response.status,
        headers: new Headers(response.headers),
        text: response.body.toString('utf8'),
      };
    },
    stop: service.stop,
  };
}
