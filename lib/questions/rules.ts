import { predicate } from '#lib/core/predicate.ts'

/** Questions that wait for staff. */
export const openQuestion = predicate<{ status: string }>({ status: 'OPEN' })

/** Longest message, in characters. */
export const MAX_MESSAGE_LENGTH = 2_000

/** How many questions of a member may wait for staff at once. */
export const MAX_OPEN_QUESTIONS = 10

/** How many messages a member may send in an hour; multiplied by RATE_LIMIT_FACTOR. */
export const MAX_MESSAGES_PER_HOUR = 30

/** How many messages a question may have; all are shown at once. */
export const MAX_MESSAGES = 200

/** Accepted types of pictures. The bytes of a picture determine its type, not its name. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** How many pictures a message may have. */
export const MAX_PICTURES = 3

/** Largest picture of a question, in bytes. More than for the shop's own pages, because photos of phones are large. */
export const MAX_PICTURE_BYTES = 5 * 1_024 * 1_024

/** How many pictures one person may upload in 24 hours, and how many bytes together, so that nobody fills the disk. */
export const dailyPictureLimits = {
  MEMBER: { count: 10, bytes: 30 * 1_024 * 1_024 },
  STAFF: { count: 100, bytes: 300 * 1_024 * 1_024 },
} as const

/** For how many seconds the same text sent again by a member counts as the same message, sent twice by mistake. */
export const REPEAT_SECONDS = 60
