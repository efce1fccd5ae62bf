/**
 * Client timeout, in milliseconds, of tests whose server never answers; long enough to connect and send, even on an
 * overloaded machine.
 */
export const SHORT_TIMEOUT_MS = 1_500
