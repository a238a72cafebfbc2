import type { Target } from '../target.ts';
import { runDeployedService } from './deployed-service.ts';
import { readAssembly, synthesize } from './template.ts';

/** The service as it would be deployed: routes, bundles, environment and permissions of the synthesised stack. */
export async function assetsTarget(databaseEndpoint: string): Promise<Target> {
  const folder = process.env.ASSEMBLY_DIR;
  const service = await runDeployedService(folder ? readAssembly(folder) : synthesize(), databaseEndpoint);
  return {
    async send({ api, method, pathAndQuery, headers, body = Buffer.alloc(0) }) {
      const [path = '', ...query] = pathAndQuery.split('?');
      const request = { method, path, queryString: query.join('?'), headers, body, sourceIp: '127.0.0.1' };
      const answer = await service.gateway.handle(api, request);
      return {
        status: answer.status,
        headers: new Headers(answer.headers),
        text: answer.body.toString('utf8'),
      };
    },
    stop: service.stop,
  };
}
