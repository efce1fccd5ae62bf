/** A cursor as the shop hands them out: UTC with microseconds. */
const cursorForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/**
 * Milliseconds by which a time of the caller's own is moved back. A change gets its time before it commits, and no
 * clock is exact: whoever notes the time himself could otherwise miss what committed just after he had read the list.
 */
const OVERLAP_MS = 5 * 60_000

/**
 * The time after which changes are asked for, in the form of cursors: a cursor as it is, any other ISO time (`iso`) five
 * minutes earlier, which lists some changes twice rather than one never.
 */
export function sinceOf(iso: string): string {
  if (cursorForm.test(iso)) return iso
  const earlier = new Date(Math.max(0, Date.parse(iso) - OVERLAP_MS))
  return earlier.toISOString().replace('Z', '000Z')
}
