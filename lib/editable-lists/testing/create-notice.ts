import { someStaff } from '#lib/audit/testing/actors.ts'
import { noticeStaffList } from '#lib/content/staff-lists.ts'
import { createRow } from '../save-row.ts'

// Script that adds a notice as a staff member: `node create-notice.ts <text> <member id>`. A test starts it as a
// process and kills it.
const [content = '', memberId] = process.argv.slice(2)
const actor = { ...someStaff, memberId: Number(memberId) }
await createRow(noticeStaffList, actor, { content, isTop: false, bgColor: '' })
process.exit()
