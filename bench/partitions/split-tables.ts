import type { Database } from '#lib/core/db.ts'
import { withoutTimeouts } from '#tests/query-plans/many-rows.ts'

/** Runs one statement of the owner, without time-outs and triggers. */
export type Query = (text: string) => Promise<unknown[]>

/** How a table is split. */
export type Split = {
  table: string
  /** What follows PARTITION BY, such as `RANGE (at)`. */
  method: string
  /** Columns that the primary key gets in addition, because it must contain those that the table is split by. */
  addedKey: string
  /** Bounds of the partitions, such as `FROM (1) TO (2)`, or statements that make them; the last may be open. */
  partitions: string[]
}

/** Partitions are in a schema of their own: the runtime role has no rights in it, so it reaches rows by the parent only. */
const setUpSchemas = 'CREATE SCHEMA IF NOT EXISTS parts; CREATE SCHEMA IF NOT EXISTS archive'

type Definition = { name: string; definition: string }
type Key = Definition & { isPrimary: boolean; isUnique: boolean; columns: string }

/** The keys of a table, also those that only find rows. */
const keysOf = (query: Query, table: string) =>
  query(`SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition, indisprimary AS "isPrimary", indisunique AS "isUnique",
      (SELECT coalesce(string_agg(attname, ', ' ORDER BY n), '') FROM unnest(indkey) WITH ORDINALITY AS k (at, n) JOIN pg_attribute ON attrelid = indrelid AND attnum = k.at) AS columns
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = '${table}'::regclass ORDER BY NOT indisprimary, 1`) as Promise<
    Key[]
  >

const triggersOf = (query: Query, table: string) =>
  query(`SELECT tgname AS name, pg_get_triggerdef(oid) AS definition, tgtype & 1 = 1 AS "isForEachRow" FROM pg_trigger
    WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal`) as Promise<(Definition & { isForEachRow: boolean })[]>

/** Foreign keys of this table and to it, each as the statement that makes it. */
const referencesOf = (query: Query, table: string) =>
  query(`SELECT conname AS name, conrelid::regclass AS "from",
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS definition
    FROM pg_constraint WHERE contype = 'f' AND '${table}'::regclass IN (conrelid, confrelid)`) as Promise<
    (Definition & { from: string })[]
  >

const sequenceOf: Record<string, string | null> = {
  order_events: 'order_events_id_seq',
  point_entries: 'point_entries_id_seq',
  orders: null,
}

/** The statement that makes a key of the former table on the split one, as far as partitions allow it. */
function keyOn(table: string, key: Key, { addedKey, method }: Split): string {
  if (key.isPrimary)
    return `ALTER TABLE ${table} ADD CONSTRAINT ${key.name} PRIMARY KEY (${[key.columns, ...(addedKey ? [addedKey] : [])].join(', ')})`
  const splitBy = (addedKey || (/\((\w+)\)/.exec(method)?.[1] ?? '')).split(', ')
  const holds = splitBy.every((column) => key.columns.split(', ').includes(column))
  return holds ? key.definition : key.definition.replace('UNIQUE INDEX', 'INDEX')
}

/**
 * Replaces a table by one that is split, with all that the former had: rows, keys as far as partitions allow them,
 * triggers, foreign keys. It locks the table meanwhile: it is for databases that only this proof uses. Privileges are to
 * be granted again.
 */
export async function splitAtRest(query: Query, split: Split): Promise<void> {
  const { table, method, partitions } = split
  const [keys, triggers, references] = [
    await keysOf(query, table),
    await triggersOf(query, table),
    await referencesOf(query, table),
  ]
  const sequence = sequenceOf[table]
  await query(setUpSchemas)
  await query(`ALTER TABLE ${table} RENAME TO ${table}_whole`)
  await query(
    `CREATE TABLE ${table} (LIKE ${table}_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY ${method}`,
  )
  for (const [at, bounds] of partitions.entries())
    await query(
      bounds.startsWith('CREATE')
        ? bounds
        : `CREATE TABLE parts.${table}_${at} PARTITION OF ${table} FOR VALUES ${bounds}`,
    )
  await query(`INSERT INTO ${table} SELECT * FROM ${table}_whole`)
  if (sequence) await query(`ALTER SEQUENCE ${sequence} OWNED BY ${table}.id`)
  await query(`DROP TABLE ${table}_whole CASCADE`)
  for (const key of keys) await query(keyOn(table, key, split))
  for (const { definition } of [...triggers, ...references]) await query(definition)
  await query(`VACUUM ANALYZE ${table}`)
}

/**
 * A table that lets each cause of a ledger entry be booked once, now that a split ledger can't. Its key has the name of
 * the ledger's former key, by which `movePoints` recognises a second booking. A trigger once a statement fills it, so
 * that no statement that moves money can forget it; it runs as the owner, so web and worker need no right on the table.
 */
export const makeCauses = `
  ALTER INDEX point_entries_kind_ref_type_ref_id_seq_key RENAME TO point_entries_cause_idx;
  CREATE TABLE point_entry_causes (kind text, ref_type text, ref_id integer, seq integer,
    CONSTRAINT point_entries_kind_ref_type_ref_id_seq_key PRIMARY KEY (kind, ref_type, ref_id, seq));
  INSERT INTO point_entry_causes SELECT kind, ref_type, ref_id, seq FROM point_entries;
  CREATE FUNCTION note_cause() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    BEGIN INSERT INTO public.point_entry_causes SELECT kind, ref_type, ref_id, seq FROM booked; RETURN NULL; END $$;
  CREATE TRIGGER point_entries_causes AFTER INSERT ON point_entries REFERENCING NEW TABLE AS booked
    FOR EACH STATEMENT EXECUTE FUNCTION note_cause()`

/**
 * Makes the next partition of `order_events`, as the owner, for the runtime role. Attaching a finished table takes no
 * lock that inserts wait for; `CREATE TABLE … PARTITION OF` would.
 */
export const makeNextPartition = `
  CREATE FUNCTION add_events_partition(name text, low text, high text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
    BEGIN
      EXECUTE format('CREATE TABLE parts.%I (LIKE public.order_events INCLUDING ALL)', name);
      EXECUTE format('CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON parts.%I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
      EXECUTE format('ALTER TABLE public.order_events ATTACH PARTITION parts.%I FOR VALUES FROM (%L) TO (%L)', name, low, high);
    END $$;
  REVOKE ALL ON FUNCTION add_events_partition(text, text, text) FROM PUBLIC`

type Live = { by: 'at' | 'order_id'; bound: string; nextBound: string; role: string }

/** The statements that split `order_events` while the shop runs: those before the swap, one by one, and the swap. */
export async function liveStatements(
  query: Query,
  { by, bound, nextBound, role }: Live,
): Promise<{ before: string[]; swap: string[] }> {
  const triggers = await triggersOf(query, 'order_events')
  const key = by === 'at' ? 'order_id, id, at' : 'order_id, id'
  const rowTriggers = triggers.filter(({ isForEachRow }) => isForEachRow)
  return {
    before: [
      setUpSchemas,
      `CREATE TABLE order_events_split (LIKE order_events INCLUDING DEFAULTS, PRIMARY KEY (${key})) PARTITION BY RANGE (${by})`,
      'CREATE INDEX order_events_split_at_idx ON order_events_split USING brin (at) WITH (pages_per_range = 32, autosummarize = on)',
      ...triggers.map(({ definition }) => definition.replace('public.order_events', 'order_events_split')),
      `GRANT SELECT, INSERT ON order_events_split TO ${role}`,
      `CREATE TABLE parts.order_events_next PARTITION OF order_events_split FOR VALUES FROM ('${bound}') TO ('${nextBound}')`,
      'CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON parts.order_events_next FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      `ALTER TABLE order_events ADD CONSTRAINT order_events_past CHECK (${by} < '${bound}') NOT VALID`,
      'ALTER TABLE order_events VALIDATE CONSTRAINT order_events_past',
      ...(by === 'at'
        ? ['CREATE UNIQUE INDEX CONCURRENTLY order_events_past_pkey ON order_events (order_id, id, at)']
        : []),
    ],
    swap: [
      'LOCK TABLE order_events IN ACCESS EXCLUSIVE MODE',
      ...(by === 'at'
        ? [
            'ALTER TABLE order_events DROP CONSTRAINT order_events_pkey, ADD CONSTRAINT order_events_past_pkey PRIMARY KEY USING INDEX order_events_past_pkey',
          ]
        : ['ALTER INDEX order_events_pkey RENAME TO order_events_past_pkey']),
      ...rowTriggers.map(({ name }) => `DROP TRIGGER ${name} ON order_events`),
      'ALTER INDEX order_events_at_idx RENAME TO order_events_past_at_idx',
      // An owned sequence would follow its table into the other schema.
      'ALTER SEQUENCE order_events_id_seq OWNED BY order_events_split.id',
      'ALTER TABLE order_events RENAME TO order_events_past',
      'ALTER TABLE order_events_past SET SCHEMA parts',
      `ALTER TABLE order_events_split ATTACH PARTITION parts.order_events_past FOR VALUES FROM (MINVALUE) TO ('${bound}')`,
      'ALTER TABLE order_events_split RENAME TO order_events',
      'ALTER INDEX order_events_split_pkey RENAME TO order_events_pkey',
      'ALTER INDEX order_events_split_at_idx RENAME TO order_events_at_idx',
      `REVOKE ALL ON parts.order_events_past FROM ${role}`,
    ],
  }
}

/** Runs statements as the owner of the database, without time-outs and triggers. */
export const asOwner = (owner: Database, run: (query: Query) => Promise<void>): Promise<void> =>
  withoutTimeouts(owner, run)
