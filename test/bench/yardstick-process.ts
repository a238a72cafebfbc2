import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, zstdCompressSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { bareInput, type SdkRequest } from './bare-input.ts';

/*
 * The least that an operation can cost: an HTTP server that sends the operation's own database requests with the
 * SDK and nothing else, and responds with nothing. For a document that is stored, also what no service can avoid:
 * to parse, write and compress it.
 */

export type YardstickSetup = { operation: string; requests: SdkRequest[]; document?: string };

// biome-ignore lint/suspicious/noExplicitAny: recorded inputs belong to the command of the same name
const COMMANDS: Record<string, new (input: any) => any> = {
  GetItemCommand: GetCommand,
  BatchGetItemCommand: BatchGetCommand,
  QueryCommand,
  PutItemCommand: PutCommand,
  UpdateItemCommand: UpdateCommand,
  TransactWriteItemsCommand: TransactWriteCommand,
};

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
let hasFailed = false;
const setups = new Map<string, YardstickSetup>();

const server = createServer(async (request, response) => {
  const setup = setups.get((request.url ?? '').slice(1));
  if (!setup) return void response.writeHead(404).end();
  try {
    if (setup.document !== undefined) storeable(setup.document);
    for (const { command, input } of setup.requests) {
      const Command = COMMANDS[command];
      if (!Command) throw new Error(`No ${command} here`);
      await client.send(new Command(input));
    }
    response.end();
  } catch (error) {
    if (!hasFailed) console.error(error);
    hasFailed = true;
    response.writeHead(500).end();
  }
});

function storeable(document: string): Buffer {
  const text = JSON.stringify(JSON.parse(document));
  return zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 9 } });
}

process.on('message', (message: { setup?: YardstickSetup }) => {
  const { setup } = message;
  if (!setup) return;
  const requests = setup.requests.map(({ command, input }) => ({
    command,
    input: bareInput(command, input),
  }));
  setups.set(setup.operation, { ...setup, requests });
  process.send?.({ isReady: setup.operation });
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
