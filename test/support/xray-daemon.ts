import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type XrayDaemon = {
  /** Value for AWS_XRAY_DAEMON_ADDRESS. */
  address: string;
  /** Waits for this number of documents, and returns all documents received so far. */
  documents(count: number): Promise<Record<string, unknown>[]>;
  stop(): void;
};

/** Receives trace documents on a free port, as the daemon in a Lambda function does. */
export async function startXrayDaemon(): Promise<XrayDaemon> {
  const packets: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (packet) => packets.push(packet.toString('utf8')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    documents: async (count) => {
      while (packets.length < count) await once(socket, 'message');
      return packets.map((packet) => {
        const [header, ...documents] = packet.split('\n');
        if (header !== '{"format":"json","version":1}' || documents.length !== 1) throw new Error(packet);
        return JSON.parse(documents.join('')) as Record<string, unknown>;
      });
    },
    stop: () => socket.close(),
  };
}
