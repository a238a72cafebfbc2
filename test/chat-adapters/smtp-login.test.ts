import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSmtpLogin, smtpLogin } from '#lib/chat-adapters/smtp-login.ts';

beforeEach(forgetSmtpLogin);

const env = { SMTP_SECRET_ID: 'mail' };

describe('the login of the mail server', () => {
  it('is in a secret, which is read once a minute', async () => {
    const readSecret = vi.fn(async () => JSON.stringify({ username: 'al', password: 'p w' }));
    const login = { SMTP_USERNAME: 'al', SMTP_PASSWORD: 'p w' };
    expect(await smtpLogin(env, readSecret)).toStrictEqual(login);
    expect(await smtpLogin(env, readSecret)).toStrictEqual(login);
    expect(readSecret.mock.calls).toStrictEqual([['mail']]);
  });

  it('is not asked for where there is no secret', async () => {
    const readSecret = vi.fn();
    expect(await smtpLogin({}, readSecret)).toStrictEqual({});
    expect(readSecret).not.toHaveBeenCalled();
  });

  it.each([undefined, 'a plain password', '{"username":"al"}', '["al"]'])(
    'is an error that does not quote it, out of %s',
    async (text) => {
      const failed = smtpLogin(env, async () => text);
      await expect(failed).rejects.toThrow('The secret of the mail server holds no username and password');
    },
  );
});
