import { cacheResult } from '#lib/core/cache.ts'
import { clock } from '#lib/core/clock.ts'
import { prisma } from '#lib/core/prisma.ts'
import { type Period, periodState, type TermsKind, termsInForce } from './rules.ts'
import type { Guide, Notice, Popup, Qna, RegisterWhere, TermsRow } from './schema.ts'

/**
 * Selects the notices or popups whose period includes the present moment. Call it on rows from the cache: the cache
 * contains all periods, because it isn't invalidated when a period begins or ends.
 */
const shownNow = <Row extends Period>(rows: readonly Row[]): Row[] => {
  const now = clock.now().getTime()
  return rows.filter((row) => periodState(row, now) === 'NOW')
}

const allNotices = () =>
  cacheResult('content', 'notices', async () => {
    const orderBy = [{ isTop: 'desc' }, { position: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }] as const
    const rows = await prisma().notice.findMany({ omit: { position: true }, orderBy: [...orderBy] })
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  })

/**
 * The notices to show now: first the pinned notices, then the others. Within each group they are sorted as staff
 * arranged them; new notices come first.
 */
export const notices = async (): Promise<Notice[]> =>
  shownNow(await allNotices()).map(({ shownFrom: _, shownUntil: __, ...notice }) => notice)

/** The FAQ, in the sequence of its page; not the questions that members ask staff. */
export const qnas = (): Promise<Qna[]> =>
  cacheResult('content', 'qnas', () =>
    prisma().qna.findMany({ omit: { position: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
  )

/** The sign-up sources that a new member can choose from, as staff sorted them. */
export const registerWheres = (): Promise<RegisterWhere[]> =>
  cacheResult('content', 'register-where', () =>
    prisma().registerWhere.findMany({ omit: { position: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
  )

const enabledPopups = () =>
  cacheResult('content', 'popups', () =>
    prisma().popup.findMany({
      where: { enabled: true },
      omit: { position: true },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    }),
  )

/** The enabled popups to show now, sorted as staff arranged them. */
export const popups = async (): Promise<Popup[]> =>
  shownNow(await enabledPopups()).map(({ id, imageUrl, alt, link }) => ({ id, enabled: true, imageUrl, alt, link }))

/** A version of the terms or of the privacy policy that staff have published. */
export type TermsText = Pick<TermsRow, 'id' | 'kind' | 'since' | 'body'>

/** All versions of the terms and of the privacy policy that staff have published, by the day from which they apply. */
export const termsTexts = (): Promise<TermsText[]> =>
  cacheResult('content', 'terms', async () => {
    const rows = await prisma().termsVersion.findMany({ omit: { createdAt: true }, orderBy: { since: 'asc' } })
    return rows as TermsText[]
  })

/** Ids of the versions of the terms and of the privacy policy that are now in force; a new member agrees to these. */
export async function idsOfTermsInForce(): Promise<Record<TermsKind, number>> {
  const written = await termsTexts()
  const now = clock.now().getTime()
  const idOf = (kind: TermsKind) => termsInForce(kind, written, now).id
  return { service: idOf('service'), privacy: idOf('privacy') }
}

/** The guide if staff have never saved one. Its URLs are empty, so the page shows the built-in images. */
const emptyGuide: Guide = { desktop: '', mobile: '', text: '' }

/** The uploaded images of /guide and their text, as stored; empty texts if staff have never saved any. */
export async function guideForStaff(): Promise<Guide> {
  return (await prisma().guide.findFirst({ omit: { id: true } })) ?? emptyGuide
}

export interface GuidePicture {
  readonly src: string
  readonly width: number
  readonly height: number
}

/**
 * Images that staff uploaded for /guide, with their text alternative. The image of a device is null if none was
 * uploaded; that device shows the built-in image.
 */
export const guidePictures = () =>
  cacheResult('content', 'guide', async () => {
    const { desktop, mobile, text } = await guideForStaff()
    const hashes = [desktop, mobile].map((url) => url.replace('/assets/', ''))
    const assets = await prisma().asset.findMany({
      where: { sha256: { in: hashes } },
      select: { sha256: true, width: true, height: true },
    })
    const pictures = assets.map(({ sha256, ...size }): GuidePicture => ({ src: `/assets/${sha256}`, ...size }))
    const pictureAt = (url: string) => pictures.find(({ src }) => src === url) ?? null
    return { desktop: pictureAt(desktop), mobile: pictureAt(mobile), text }
  })
