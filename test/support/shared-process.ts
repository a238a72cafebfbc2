import { afterAll, vi } from 'vitest';

/*
 * Set up before each test file of a project whose files share processes. Every file loads the service's modules anew, as
 * they keep what they have read from the environment. Packages stay loaded: they take most of the time. Afterwards, the
 * environment, the clock and the globals are as the file found them.
 */

vi.resetModules();
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
