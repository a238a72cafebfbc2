import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';
import { logKeys } from './log-keys.ts';

/** Powertools' fields, except for those that never change, plus the ids of the call. */
class LineFormatter extends LogFormatter {
  formatAttributes(line: UnformattedAttributes, others: LogAttributes): LogItem {
    const { logLevel, message, timestamp, serviceName } = line;
    const attributes = {
      level: logLevel,
      message,
      timestamp: this.formatTimestamp(timestamp),
      service: serviceName,
      ...logKeys(),
    };
    return new LogItem({ attributes }).addAttributes(others);
  }
}

/** Writes JSON lines with the ids of the call, at LOG_LEVEL. Never log a body or a token. */
export const logger = new Logger({
  serviceName: 'bots',
  logLevel: logLevel(),
  logFormatter: new LineFormatter(),
});

/** Powertools requires upper-case levels and accepts only those it knows. */
function logLevel() {
  const wanted = process.env.LOG_LEVEL?.toUpperCase();
  const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT', 'CRITICAL'] as const;
  return levels.find((level) => level === wanted) ?? 'INFO';
}
