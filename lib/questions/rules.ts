import { predicate } from '#lib/core/predicate.ts'

/** True for questions that wait for an answer from staff. */
export const openQuestion = predicate<{ status: string }>({ status: 'OPEN' })

/** Longest message, in characters. */
export const MAX_MESSAGE_LENGTH = 2_000

/** Maximum number of a member's questions that wait for staff at the same time. */
export const MAX_OPEN_QUESTIONS = 10

/** Maximum number of messages that a member may send in an hour; multiplied by RATE_LIMIT_FACTOR. */
export const MAX_MESSAGES_PER_HOUR = 30

/** Maximum number of messages of a question; all of them are shown on one page. */
export const MAX_MESSAGES_OF_QUESTION = 200

/** Accepted types of pictures. The type is determined from a picture's bytes, not from its name. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Maximum number of pictures of a message. */
export const MAX_PICTURES = 3

/**
 * Maximum size of a picture, in bytes. It is larger than that of pictures on the shop's own pages, because photos from
 * phones are large.
 */
export const MAX_PICTURE_BYTES = 5 * 1_024 * 1_024

/**
 * Maximum number of pictures that one person may upload in 24 hours, and their maximum total size in bytes. The limits
 * keep anybody from filling the disk.
 */
export const dailyPictureLimits = {
  MEMBER: { count: 10, bytes: 30 * 1_024 * 1_024 },
  STAFF: { count: 100, bytes: 300 * 1_024 * 1_024 },
} as const

/** Seconds within which the same text from a member counts as one message that was sent twice by mistake. */
export const REPEAT_SECONDS = 60
