/** Longest message, in characters. */
export const MAX_MESSAGE_LENGTH = 2_000

/** How many questions of a member may wait for staff at once. */
export const MAX_OPEN_QUESTIONS = 10

/** How many messages a member may send in an hour; multiplied by RATE_LIMIT_FACTOR. */
export const MAX_MESSAGES_PER_HOUR = 30

/** How many messages a question may have: the whole of it is shown at once. */
export const MAX_MESSAGES = 200

/** For how many seconds the same text sent again by a member counts as the same message, sent twice by mistake. */
export const REPEAT_SECONDS = 60
