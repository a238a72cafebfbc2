import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export type SmtpServerForTests = {
  port: number;
  /** What clients sent since the last `forget`. */
  received: { commands: string[]; data: string };
  forget(): void;
  stop(): void;
};

/** Starts a minimal SMTP server (RFC 5321) on 127.0.0.1. It takes mail for everyone but `nobody@…`. */
export async function startSmtpServer(): Promise<SmtpServerForTests> {
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const { received } = smtp;
      const text = bytes.toString();
      if (isData) {
        received.data += text;
        if (!received.data.endsWith('\r\n.\r\n')) return;
        isData = false;
        socket.write('250 kept\r\n');
        return;
      }
      received.commands.push(text.trim());
      if (text.startsWith('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n');
      else if (text.startsWith('AUTH')) socket.write('235 welcome\r\n');
      else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else if (text.startsWith('RCPT') && text.includes('nobody@')) socket.write('550 unknown\r\n');
      else if (text.startsWith('DATA')) {
        isData = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: SmtpServerForTests = {
    port: (server.address() as AddressInfo).port,
    received: { commands: [], data: '' },
    forget() {
      smtp.received = { commands: [], data: '' };
    },
    stop() {
      server.close();
    },
  };
  return smtp;
}
