import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';

const FOLDER = new URL('../../functions/', import.meta.url);

/** Descriptions from the modules of the contracts, by endpoint id. */
export const ENDPOINT_DESCRIPTIONS: ReadonlyMap<string, EndpointDescription> = new Map(
  await Promise.all(endpoints.map(async ({ id }) => [id, await readDescription(id)] as const)),
);

async function readDescription(id: string): Promise<EndpointDescription> {
  const file = findFunctionFile(id).replace(/\.ts$/, '.contract.ts');
  const { describeEndpoint } = (await import(new URL(file, FOLDER).href)) as {
    describeEndpoint?: () => EndpointDescription;
  };
  if (!describeEndpoint) throw new Error(`functions/${file} lacks describeEndpoint, with an example`);
  return describeEndpoint();
}
