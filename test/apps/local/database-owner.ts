import { useDatabase } from '#apps/local/database/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';

/*
 * A process that owns a database, for tests that end the process. Starts the database on the file given as
 * the first argument ('' for in-memory), writes the endpoint to stdout, then ends as the second argument
 * says. Ignores Ctrl-C.
 */

const [, , filePath = '', end = 'never'] = process.argv;
const database = await startEmbeddedDatabase(filePath === '' ? {} : { filePath });
useDatabase(database.endpoint);
await createTable(database.endpoint);
process.on('SIGINT', () => process.stdout.write('interrupted\n'));
process.stdout.write(`${database.endpoint}\n`);

if (end === 'never') setInterval(() => {}, 60_000);
if (end === 'throw') throw new Error('A crash');
if (end === 'exit') process.exit(3);
// With 'return', the event loop drains while the database is still running.
