import pg from 'pg'
import { auditFieldLabels } from '#lib/audit/trail/labels.ts'

type FieldRow = { action: string; field: string }

/**
 * True for audit fields that need no label in `auditFieldLabels`. Settings have labels in `settingLabels`. Rows of
 * `change.request` use the displayed name of the changed value as field. Actions `found.…` are written only by tests of
 * the audit trail.
 */
const isNamedElsewhere = ({ action, field }: FieldRow): boolean =>
  /^[A-Z]+(_[A-Z]+)+$/.test(field) || action === 'change.request' || action.startsWith('found.')

/**
 * Finds the actions and fields of a database's audit rows that have no Korean label. Returns them as 'action field'.
 */
export async function findUnlabelledAuditFields(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<FieldRow>(
    `SELECT DISTINCT a.action, s.field FROM audit_entries a, LATERAL (
       SELECT jsonb_path_query(side, 'strict $.** ? (@.type() == "object").keyvalue().key') #>> '{}' AS field
       FROM (VALUES (a.before), (a.after)) AS v (side) WHERE jsonb_typeof(side) = 'object'
     ) s`,
  )
  await client.end()
  return rows
    .filter((row) => !isNamedElsewhere(row) && !(row.field in auditFieldLabels))
    .map(({ action, field }) => `${action} ${field}`)
}
