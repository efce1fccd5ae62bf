import { noticeStaffList } from '#lib/content/staff-lists.ts'
import { createRow } from '../save-row.ts'

// Runs as a process that a test kills: adds a notice as a staff member.
const [content = '', memberId] = process.argv.slice(2)
const caller = { memberId: Number(memberId), loginId: '', role: 'MANAGER', via: 'session', sessionId: null } as const
await createRow(noticeStaffList, { content, isTop: false, bgColor: '' }, { caller, address: '10.1.1.1' })
process.exit()
