import { useDatabase } from '#lib/apps/local/database-environment.ts';
import { createTable, startEmbeddedDatabase } from '#lib/apps/local/embedded-database.ts';

/*
 * A process with a database, for tests that end the process. It starts the database on the file that the
 * first argument names ('' for memory), writes the endpoint to stdout, and then ends as the second argument
 * says. It survives Ctrl-C.
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
// 'return': nothing is left to do, although the database was not stopped.
