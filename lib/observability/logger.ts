import { Logger } from '@aws-lambda-powertools/logger';

/** JSON lines with the field names of Powertools; the level is LOG_LEVEL. Never give it a body or a token. */
export const logger = new Logger({ serviceName: 'bots', logLevel: logLevel() });

/** Powertools wants capitals, and nothing but a level that it knows. */
function logLevel() {
  const wanted = process.env.LOG_LEVEL?.toUpperCase();
  const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT', 'CRITICAL'] as const;
  return levels.find((level) => level === wanted) ?? 'INFO';
}
