import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export type SmtpServerForTests = {
  port: number;
  /** What clients sent since the last `forget`. */
  received: { commands: string[]; data: string };
  forget(): void;
  stop(): void;
};

export type SmtpBehaviour = {
  /** Whether the server offers to take a login. Default: true. */
  offersLogin?: boolean;
  /** Response to a login. Default: it is accepted. */
  loginResponse?: string;
  /** Whether the server never sends its greeting. */
  isSilent?: boolean;
};

/** Starts a minimal SMTP server (RFC 5321) on 127.0.0.1. It takes mail for everyone but `nobody@…`. */
export async function startSmtpServer({
  offersLogin = true,
  loginResponse = '235 welcome',
  isSilent = false,
}: SmtpBehaviour = {}): Promise<SmtpServerForTests> {
  const server = createServer((socket) => {
    let isData = false;
    if (!isSilent) socket.write('220 ready\r\n');
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
      if (text.startsWith('EHLO'))
        socket.write(offersLogin ? '250-hello\r\n250 AUTH PLAIN\r\n' : '250 hello\r\n');
      else if (text.startsWith('AUTH')) socket.write(`${loginResponse}\r\n`);
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
