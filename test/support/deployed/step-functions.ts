import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Definition, execute } from './state-machine.ts';
import { getResources, type Template } from './template.ts';

export type StepFunctions = { endpoint: string; stop(): Promise<void> };

/**
 * Replaces Step Functions. `StartExecution` runs the template's state machine to its end before responding, and
 * rejects names that were used before.
 */
export async function startStepFunctions(
  template: Template,
  invoke: (payload: Record<string, unknown>) => Promise<unknown>,
): Promise<StepFunctions> {
  const names = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { name, input, stateMachineArn } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(body));
    };
    if (names.has(name)) return respond(400, { __type: 'ExecutionAlreadyExists' });
    names.add(name);
    try {
      await execute(getDefinition(template), JSON.parse(input), invoke, { stopsAtWait: true });
      respond(200, { executionArn: `${stateMachineArn}:${name}`, startDate: Date.now() / 1_000 });
    } catch (error) {
      respond(500, { __type: 'InternalServerError', message: String(error) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function getDefinition(template: Template): Definition {
  const [[, machine] = [], ...others] = getResources(template, 'AWS::StepFunctions::StateMachine');
  if (!machine || others.length > 0) throw new Error('The stack needs one state machine');
  return machine.Properties.Definition;
}
