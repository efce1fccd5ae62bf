import { cached } from '#lib/core/cache.ts'
import { prisma } from '#lib/core/prisma.ts'
import type { Notice, Popup, Qna, RegisterWhere } from './schema.ts'

/** Pinned ones first, then the newest. */
export const notices = (): Promise<Notice[]> =>
  cached('content', 'notices', async () => {
    const rows = await prisma().notice.findMany({ orderBy: [{ isTop: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }] })
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  })

export const qnas = (): Promise<Qna[]> =>
  cached('content', 'qnas', () =>
    prisma().qna.findMany({ omit: { position: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
  )

export const registerWheres = (): Promise<RegisterWhere[]> =>
  cached('content', 'register-where', () =>
    prisma().registerWhere.findMany({ omit: { position: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
  )

/** Enabled ones only. */
export const popups = (): Promise<Popup[]> =>
  cached('content', 'popups', async () => {
    const rows = await prisma().popup.findMany({ where: { enabled: true }, orderBy: { id: 'asc' } })
    return rows.map(({ id, imageUrl }) => ({ id, enabled: true as const, imageUrl }))
  })
