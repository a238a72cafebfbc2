import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { BOT_VERSIONS, type BotVersion, isV6, LATEST_VERSION } from '#lib/bots/document/bot-version.ts';
import { v3ToV4 } from './v3-to-v4.ts';
import { v4ToV5 } from './v4-to-v5.ts';
import { v5ToV6 } from './v5-to-v6.ts';
import { v6ToV61 } from './v6-to-v6-1.ts';

/**
 * The document in the latest version. Documents of the V6 variant, 6.1 included, are returned as the same
 * object.
 */
export function migrateToLatest<T extends BotFlow>(document: T): T {
  return isV6(document.version) ? document : migrateTo(document, LATEST_VERSION);
}

/**
 * Whether `migrateTo` leads from one version to the other. It leads to the same or a newer one, never back.
 */
export function canMigrate(from: BotVersion, target: BotVersion): boolean {
  return BOT_VERSIONS.indexOf(from) <= BOT_VERSIONS.indexOf(target);
}

/**
 * The document in version `target`, migrated one step after the other. A document that has this version is
 * returned as it is.
 *
 * @throws RangeError if the target is older, so ask `canMigrate` first
 */
export function migrateTo<T extends BotFlow>(document: T, target: BotVersion): T {
  if (!canMigrate(document.version, target)) {
    throw new RangeError(`A bot of version ${document.version} cannot become version ${target}`);
  }
  let migrated = document;
  while (migrated.version !== target) migrated = migrateOneStep(migrated);
  return migrated;
}

function migrateOneStep<T extends BotFlow>(document: T): T {
  switch (document.version) {
    case '3':
      return v3ToV4(document);
    case '4':
      return v4ToV5(document);
    case '5':
      return v5ToV6(document);
    case '6':
      return v6ToV61(document);
    case '6.1':
      throw new RangeError('There is no version after 6.1');
  }
}
