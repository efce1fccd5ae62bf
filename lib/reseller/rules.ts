/** Form of the cursors that the shop returns: a time in UTC with microseconds. */
const cursorForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/**
 * Milliseconds by which `since` is moved back if it is no cursor but a time of the caller's clock. A change gets its
 * time before it commits, and clocks differ. Without the overlap, a caller could miss a change that committed just
 * after he read the list.
 */
const OVERLAP_MS = 5 * 60_000

/**
 * Converts the parameter `since`, an ISO time, to a cursor. A cursor stays as it is. Any other time becomes five
 * minutes earlier, so that some changes may be listed twice but none is missed.
 */
export function toCursor(iso: string): string {
  if (cursorForm.test(iso)) return iso
  const earlier = new Date(Math.max(0, Date.parse(iso) - OVERLAP_MS))
  return earlier.toISOString().replace('Z', '000Z')
}
