import { Logger } from '@aws-lambda-powertools/logger';

/** JSON lines with the field names of Powertools; the level is LOG_LEVEL. Never give it a body or a token. */
export const logger = new Logger({ serviceName: 'bots' });
