import { afterEach, describe, expect, it } from 'vitest';
import { checkSmtpLogin } from '#lib/chat/adapters/smtp-check.ts';
import { type SmtpBehaviour, type SmtpServerForTests, startSmtpServer } from '#test/support/smtp-server.ts';

const CANARY = 'canary-40be';
const FROM = { email: 'bot@x.example' };

let server: SmtpServerForTests | undefined;
afterEach(() => server?.stop());

/** Checks a login with a server of this behaviour. */
async function check(
  behaviour: SmtpBehaviour,
  login: object = { username: 'al', password: CANARY },
  address = '127.0.0.1',
) {
  server = await startSmtpServer(behaviour);
  const { port } = server;
  const verdict = await checkSmtpLogin(
    { host: 'smtp.example', port, from: FROM, ...login },
    {
      timeoutMs: behaviour.isSilent ? 300 : 20_000,
      loopbackPortsForTests: new Set([port]),
      resolve: async () => [{ address, family: 4 }],
    },
  );
  expect(verdict.message).not.toContain(CANARY);
  return { ...verdict, commands: server.received.commands };
}

describe('the check of a mail server', () => {
  it('logs in and sends no mail', async () => {
    const { status, commands } = await check({});
    expect(status).toBe('valid');
    expect(commands).toContain(`AUTH PLAIN ${btoa(`\0al\0${CANARY}`)}`);
    expect(commands.filter((command) => /^(MAIL|RCPT|DATA)/.test(command))).toEqual([]);
  });

  it.each([
    [`535 5.7.8 no such user: ${CANARY}`, 'invalid'],
    [`454 4.7.0 try again later: ${CANARY}`, 'untested'],
  ])('with the response %j to the login: %s', async (loginResponse, status) => {
    expect(await check({ loginResponse })).toMatchObject({ status });
  });

  it('calls no login valid that the server does not take, and does not send it', async () => {
    const { status, commands } = await check({ offersLogin: false });
    expect(status).toBe('untested');
    expect(commands.join('\n')).not.toMatch(/AUTH|canary/);
    expect(commands.join('\n')).not.toContain(btoa(`\0al\0${CANARY}`));
  });

  it.each([{ offersLogin: false }, {}])('without a login, reaches the server: %j', async (behaviour) => {
    const { status, commands } = await check(behaviour, {});
    expect(status).toBe('valid');
    expect(commands.filter((command) => command.startsWith('AUTH'))).toEqual([]);
  });

  it('says nothing about a server that is silent', async () => {
    expect(await check({ isSilent: true })).toMatchObject({ status: 'untested' });
  });

  it.each(['10.0.0.1', '169.254.169.254'])('does not connect to %s', async (address) => {
    expect(await check({}, {}, address)).toMatchObject({ status: 'invalid', commands: [] });
  });

  it('says that a field is wrong', async () => {
    expect(await check({}, { from: CANARY })).toMatchObject({ status: 'invalid', commands: [] });
  });
});
