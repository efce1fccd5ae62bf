import type { Db } from '#lib/core/db.ts'
import { readEditableList } from '#lib/editable-lists/editable-list.ts'
import type { PriceGroupRow } from '../schema.ts'
import { priceGroupStaffList } from '../staff-lists.ts'

/** Maximum number of price groups read; no call returns more on one page. A shop has fewer groups. */
const MAX_GROUPS = 200

type GroupPage = { rows: PriceGroupRow[]; nextCursor: number | null; total: number }

/** Price groups for staff whose name contains `q`, at most MAX_GROUPS, sorted by name. */
export async function priceGroupsForStaff({ q = '' }: { q?: string } = {}): Promise<GroupPage> {
  const page = (await readEditableList(priceGroupStaffList, {
    q,
    cursor: undefined,
    size: MAX_GROUPS,
  })) as unknown as GroupPage
  return { ...page, rows: page.rows.toSorted((a, b) => a.name.localeCompare(b.name, 'ko')) }
}

/** Number of members in each price group, by group id; groups without members are missing. */
export async function memberCountsByGroup(db: Db): Promise<Readonly<Record<number, number>>> {
  const rows = await db.rows<{ id: number; members: number }>(
    'SELECT group_id AS id, count(*)::int AS members FROM member_prices WHERE group_id IS NOT NULL GROUP BY group_id',
  )
  return Object.fromEntries(rows.map(({ id, members }) => [id, members]))
}

/** The price group of a member; null if he is in none. */
export async function priceGroupOfMember(db: Db, memberId: number): Promise<{ id: number; name: string } | null> {
  const [group] = await db.rows<{ id: number; name: string }>(
    'SELECT g.id, g.name FROM member_prices m JOIN price_groups g ON g.id = m.group_id WHERE m.member_id = $1',
    [memberId],
  )
  return group ?? null
}
