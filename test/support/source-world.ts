import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { hasPostgres, type PostgresServer } from './postgres-server.ts';

/*
 * A recorded installation of Typebot, as the rows of its database and as the answers of its API. It is not
 * part of the repository. Tests read it from a sibling folder and are skipped if that does not exist.
 */
export const SOURCE_WORLD = resolve(import.meta.dirname, '../../../shared/moving');

export const hasSourceWorld = existsSync(SOURCE_WORLD);

/** Whether the tests with Typebot's database can run. Says why if they cannot. */
export function hasSourceDatabase(tests: string): boolean {
  if (!hasPostgres) {
    process.stderr.write(
      `Skipped: ${tests}, because PostgreSQL is not installed (POSTGRES_BIN names its programs).\n`,
    );
  } else if (!hasSourceWorld) {
    process.stderr.write(`Skipped: ${tests}, because ../shared/moving is missing.\n`);
  }
  return hasPostgres && hasSourceWorld;
}

type Column = { name: string; type: string; nullable: boolean; default: string | null };
type Table = { columns: Column[]; rows: JsonObject[] };

export type SourceTables = {
  enums: Record<string, string[]>;
  /** As `Log.resultId -> Result.id (on delete CASCADE)`. */
  foreignKeys: string[];
  /** As `"Answer" USING btree ("resultId", "blockId", "groupId")`. */
  uniqueIndexes: string[];
  tables: Record<string, Table>;
};

/** A file of the recording, such as `database/sample.sql.json`. */
export function readSourceWorld<T = JsonObject>(file: string): T {
  return JSON.parse(readFileSync(resolve(SOURCE_WORLD, file), 'utf8')) as T;
}

/** Lists the files of a folder of the recording whose names match. */
export function listSourceWorld(folder: string, name: RegExp): string[] {
  return readdirSync(resolve(SOURCE_WORLD, folder))
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`);
}

export function readSourceTables(): SourceTables {
  return readSourceWorld<SourceTables>('database/sample.sql.json');
}

/** Creates a database with Typebot's tables, and with the recorded rows if `withRows`. */
export async function createSourceDatabase(
  server: PostgresServer,
  name: string,
  { withRows }: { withRows: boolean },
): Promise<void> {
  const source = readSourceTables();
  await server.createDatabase(name);
  await server.run(name, definition(source));
  if (!withRows) return;
  for (const [table, { rows }] of Object.entries(source.tables)) {
    await insertRows(server, name, table, rows);
  }
  await server.run(name, foreignKeys(source));
}

/** Inserts whole rows: a column that is missing in a row becomes NULL. */
export async function insertRows(
  server: PostgresServer,
  database: string,
  table: string,
  rows: JsonObject[],
): Promise<void> {
  const sql = `INSERT INTO "${table}" SELECT * FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb)`;
  await server.run(database, sql, [JSON.stringify(rows)]);
}

function definition({ enums, tables, uniqueIndexes }: SourceTables): string {
  const types = Object.entries(enums).map(
    ([name, values]) => `CREATE TYPE "${name}" AS ENUM (${values.map((value) => `'${value}'`).join(', ')})`,
  );
  const sequences = Object.values(tables)
    .flatMap(({ columns }) => columns)
    .flatMap((column) => /nextval\('(.+)'::regclass\)/.exec(column.default ?? '')?.[1] ?? [])
    .map((name) => `CREATE SEQUENCE ${name}`);
  const creations = Object.entries(tables).map(
    ([name, { columns }]) => `CREATE TABLE "${name}" (${columns.map(columnDefinition).join(', ')})`,
  );
  const indexes = uniqueIndexes.map((index) => `CREATE UNIQUE INDEX ON ${index}`);
  return [...types, ...sequences, ...creations, ...indexes].join(';\n');

  function columnDefinition(column: Column): string {
    const type = column.type in enums ? `"${column.type}"` : withPrecision(column.type);
    const ending = `${column.nullable ? '' : ' NOT NULL'}${column.default === null ? '' : ` DEFAULT ${column.default}`}`;
    return `"${column.name}" ${type}${ending}`;
  }
}

function withPrecision(type: string): string {
  return type === 'timestamp without time zone' ? 'timestamp(3) without time zone' : type;
}

function foreignKeys({ foreignKeys: keys, tables }: SourceTables): string {
  return keys
    .map((key) => /^(\w+)\.(\w+) -> (\w+)\.(\w+) \(on delete ([A-Z ]+)\)$/.exec(key) ?? [])
    .filter(([, table = '', , target = '']) => table in tables && target in tables)
    .map(
      ([, table, column, target, targetColumn, action]) =>
        `ALTER TABLE "${table}" ADD FOREIGN KEY ("${column}") REFERENCES "${target}" ("${targetColumn}") ON DELETE ${action}`,
    )
    .join(';\n');
}
