import pg from 'pg'
import { auditFieldLabels } from '#lib/audit/trail/labels.ts'

type FieldRow = { action: string; field: string }

/**
 * Fields of the settings have their labels there; a request for a change has its own name for what changes, such as a
 * member's or a provider's; and tests of the trail itself write what no use case does (`found.…`).
 */
const isNamedElsewhere = ({ action, field }: FieldRow): boolean =>
  /^[A-Z]+(_[A-Z]+)+$/.test(field) || action === 'change.request' || action.startsWith('found.')

/** Actions and fields of the audit rows in a database whose fields have no Korean label, as 'action field'. */
export async function unlabelledAuditFields(databaseUrl: string): Promise<string[]> {
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
