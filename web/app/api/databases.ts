import type { DatabaseLogin, FoundTable, LakeLogin } from "../contract/types";
import { listDatabaseTables } from "./operations";
import { addSource, type Source } from "./sources";

/** Tests the login and lists the tables that it may read. */
export async function listTables(database: DatabaseLogin): Promise<FoundTable[]> {
  const { items } = await listDatabaseTables({ database });
  return items;
}

/** Makes each table a source; its rows stay in the database. */
export function addTables(database: DatabaseLogin, tables: readonly FoundTable[]): Promise<Source[]> {
  return addSource({ database, tables: tables.map(({ schema, table }) => ({ schema, table })) });
}

/** Makes the Parquet files below a prefix one source; they stay in their bucket. */
export function addBucket(s3: LakeLogin): Promise<Source[]> {
  return addSource({ s3 });
}
