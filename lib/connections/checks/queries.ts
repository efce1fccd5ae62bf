import { connectionsForStaff } from '#lib/connections/queries.ts'
import type { ConnectionRow } from '#lib/connections/schema.ts'
import type { Db } from '#lib/core/db.ts'
import { checkOf } from './check-of.ts'

/** The services that a part of the shop uses, and any other that is connected all the same. */
export async function connectionsInUse(db: Db): Promise<ConnectionRow[]> {
  return (await connectionsForStaff(db)).filter(({ kind, state }) => state !== 'NONE' || checkOf(kind) !== null)
}
