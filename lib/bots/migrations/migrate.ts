import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { BOT_VERSIONS, type BotVersion, isV6, LATEST_VERSION } from '#lib/bots/document/bot-version.ts';
import { v3ToV4 } from './v3-to-v4.ts';
import { v4ToV5 } from './v4-to-v5.ts';
import { v5ToV6 } from './v5-to-v6.ts';
import { v6ToV61 } from './v6-to-v6-1.ts';

/**
 * Migrates a document to the latest version. Documents of the V6 variant, including 6.1, are returned as they
 * are.
 */
export function migrateToLatest<T extends BotFlow>(document: T): T {
  return isV6(document.version) ? document : migrateTo(document, LATEST_VERSION);
}

/** Whether `migrateTo` supports this pair: the same version or a newer one, never an older one. */
export function canMigrate(from: BotVersion, target: BotVersion): boolean {
  return BOT_VERSIONS.indexOf(from) <= BOT_VERSIONS.indexOf(target);
}

/**
 * Migrates a document to version `target`, one version at a time. A document that already has that version is
 * returned as it is.
 *
 * @throws RangeError if the target is older; check with `canMigrate` first
 */
export function migrateTo<T extends BotFlow>(document: T, target: BotVersion): T {
  if (!canMigrate(document.version, target)) {
    throw new RangeError(`Cannot migrate a bot from version ${document.version} to ${target}`);
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
