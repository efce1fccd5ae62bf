/**
 * Timeout of a server that never answers, in milliseconds: long enough for the steps before that, even on an overloaded
 * machine.
 */
export const PATIENCE = 1_500
