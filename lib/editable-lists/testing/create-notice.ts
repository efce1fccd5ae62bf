import { someStaff } from '#lib/audit/testing/actors.ts'
import { noticeStaffList } from '#lib/content/staff-lists.ts'
import { createRow } from '../save-row.ts'

// Runs as a process that a test kills: adds a notice as a staff member.
const [content = '', memberId] = process.argv.slice(2)
const actor = { ...someStaff, memberId: Number(memberId) }
await createRow(noticeStaffList, actor, { content, isTop: false, bgColor: '' })
process.exit()
