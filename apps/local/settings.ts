import { dailyQuota, QUOTAS } from '#lib/platform/quotas/daily-quota.ts';
import { getDataDir } from './data-dir.ts';
import { checkSignInSettings } from './sign-in-settings.ts';

export type LocalSettings = {
  /** Port of the management API. 0 picks a free one. */
  port: number;
  /** Port of the chat API. 0 picks a free one. */
  chatPort: number;
  /** Folder for the database and the files that describe the running server. */
  dataDir: string;
  /** Whether the pages of the management address may sign in with the local token. */
  localSignIn: boolean;
  /** Whether each workspace's pages are at an origin of their own, `http://<label>.localhost:3001`. */
  workspaceOrigins: boolean;
  /** Log level of the functions, in upper case. SILENT also turns off the server's request log. */
  logLevel: string;
  /** Origins whose pages may call the management API. */
  managementCorsOrigins: string[];
  /** Host names that workspaces can register as custom domains. */
  customDomains: string[];
};

/** Levels that the functions' logger accepts. It rejects lower case. */
const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT'];

/**
 * Reads the settings from the environment.
 *
 * @throws Error naming the variable and the values it accepts
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): LocalSettings {
  const port = readPort(env, 'PORT', 3000);
  const chatPort = readPort(env, 'CHAT_PORT', 3001);
  if (port === chatPort && port !== 0) throw new Error(`PORT and CHAT_PORT must differ; both are ${port}`);
  // The server logs one line per request; the functions' own INFO lines are meant for CloudWatch.
  const logLevel = (env.LOG_LEVEL || 'WARN').toUpperCase();
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${env.LOG_LEVEL}"`);
  }
  const managementCorsOrigins = readOrigins(env, 'MANAGEMENT_CORS_ORIGINS');
  const localSignIn = readSwitch(env, 'LOCAL_SIGN_IN', 'on');
  const workspaceOrigins = readSwitch(env, 'WORKSPACE_ORIGINS', 'off');
  for (const quota of QUOTAS) dailyQuota(quota, env);
  checkSignInSettings(env);
  if (!env.GOOGLE_CLIENT_ID !== !env.GOOGLE_CLIENT_SECRET) {
    throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together');
  }
  const dataDir = getDataDir(env);
  const customDomains = readDomains(env, 'CUSTOM_DOMAINS');
  return {
    port,
    chatPort,
    dataDir,
    localSignIn,
    workspaceOrigins,
    logLevel,
    managementCorsOrigins,
    customDomains,
  };
}

function readSwitch(env: NodeJS.ProcessEnv, variable: string, defaultState: 'on' | 'off'): boolean {
  const state = (env[variable] || defaultState).toLowerCase();
  if (state !== 'on' && state !== 'off') {
    throw new Error(`${variable} must be on or off, not "${env[variable]}"`);
  }
  return state === 'on';
}

function readPort(env: NodeJS.ProcessEnv, variable: string, defaultPort: number): number {
  const text = env[variable] || String(defaultPort);
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new Error(`${variable} must be a port number from 0 (any free port) to 65535, not "${text}"`);
  }
  return Number(text);
}

const DOMAIN = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

/** Reads host names separated by commas or spaces. */
function readDomains(env: NodeJS.ProcessEnv, variable: string): string[] {
  const names = (env[variable] ?? '').split(/[\s,]+/).filter(Boolean);
  for (const name of names) {
    if (!DOMAIN.test(name)) {
      throw new Error(
        `${variable} must be host names such as offers.example.com or *.example.com, separated by commas, not "${name}"`,
      );
    }
  }
  return names;
}

/** Reads origins separated by commas. */
function readOrigins(env: NodeJS.ProcessEnv, variable: string): string[] {
  const origins = (env[variable] ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of origins) {
    // Browsers send exactly this form, so any other would never match.
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(
        `${variable} must be origins such as http://localhost:5173, separated by commas, not "${origin}"`,
      );
    }
  }
  return origins;
}
