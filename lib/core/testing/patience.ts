/**
 * How long a test waits for an answer that never comes, in milliseconds: long enough for what goes before the silence, also
 * on a starved machine.
 */
export const PATIENCE = 1_500
