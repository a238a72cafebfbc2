import { Logger } from '@aws-lambda-powertools/logger';

/** Writes JSON lines with the field names of Powertools, at LOG_LEVEL. Never log a body or a token. */
export const logger = new Logger({ serviceName: 'bots', logLevel: logLevel() });

/** Powertools requires the level in capitals, and accepts only levels that it knows. */
function logLevel() {
  const wanted = process.env.LOG_LEVEL?.toUpperCase();
  const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT', 'CRITICAL'] as const;
  return levels.find((level) => level === wanted) ?? 'INFO';
}
