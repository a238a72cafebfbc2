import { expect, it } from 'vitest';
import { ownSmtpServer, parseSmtpServer } from '#lib/chat/adapters/smtp-server.ts';

const from = { email: 'bot@x.example', name: 'Bot' };

it.each([
  [
    { host: 'h', port: 465, username: 'u', password: 'p', isTlsEnabled: true, from },
    { host: 'h', port: 465, isTls: true, user: { name: 'u', password: 'p' }, from },
  ],
  [
    { host: 'h', port: '587', from: { email: 'a@b.c' } },
    { host: 'h', port: 587, isTls: false, from: { email: 'a@b.c' } },
  ],
  [
    { host: 'h', from },
    { host: 'h', port: 25, isTls: false, from },
  ],
  [
    { host: 'h', username: '', password: '', from },
    { host: 'h', port: 25, isTls: false, from },
  ],
  [{}, undefined],
  [{ host: '', from }, undefined],
  [{ host: 'h', port: 70_000, from }, undefined],
  [{ host: 'h' }, undefined],
])('credentials %j', (credentials, server) => {
  expect(parseSmtpServer(credentials)).toEqual(server);
});

it.each([
  [
    { SMTP_HOST: 'h', SMTP_FROM: 'Bot <bot@x.example>', SMTP_USERNAME: 'u', SMTP_PASSWORD: 'p' },
    { host: 'h', port: 587, isTls: false, user: { name: 'u', password: 'p' }, from },
  ],
  [
    { SMTP_HOST: 'h', SMTP_PORT: '465', SMTP_FROM: 'a@b.c' },
    { host: 'h', port: 465, isTls: true, from: { email: 'a@b.c' } },
  ],
  [{ SMTP_HOST: 'h' }, undefined],
  [{ SMTP_FROM: 'a@b.c' }, undefined],
  [{}, undefined],
])('environment %j', (env, server) => {
  expect(ownSmtpServer(env)).toEqual(server);
});
