import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSmtpLogin, readSmtpLogin } from '#lib/chat/adapters/smtp-login.ts';

beforeEach(forgetSmtpLogin);
afterEach(() => {
  vi.useRealTimers();
});

const env = { SMTP_SECRET_ID: 'mail' };

describe("the mail server's login", () => {
  it('comes from a secret, which is read at most once a minute', async () => {
    const readSecret = vi.fn(async () => JSON.stringify({ username: 'al', password: 'p w' }));
    const login = { SMTP_USERNAME: 'al', SMTP_PASSWORD: 'p w' };
    expect(await readSmtpLogin(env, readSecret)).toStrictEqual(login);
    expect(await readSmtpLogin(env, readSecret)).toStrictEqual(login);
    expect(readSecret.mock.calls).toStrictEqual([['mail']]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    expect(await readSmtpLogin(env, readSecret)).toStrictEqual(login);
    expect(readSecret).toHaveBeenCalledTimes(2);
  });

  it('is empty if no secret is configured', async () => {
    const readSecret = vi.fn();
    expect(await readSmtpLogin({}, readSecret)).toStrictEqual({});
    expect(readSecret).not.toHaveBeenCalled();
  });

  it.each([undefined, 'a plain password', '{"username":"al"}', '["al"]'])(
    'fails without quoting a malformed secret: %s',
    async (text) => {
      const failed = readSmtpLogin(env, async () => text);
      await expect(failed).rejects.toThrow(
        "The mail server's secret does not contain a username and password",
      );
    },
  );
});
