import { randomUUID } from 'node:crypto'

const timeDigits = (ms: number): string => ms.toString(16).padStart(12, '0')

/** A UUID of version 7: it begins with the time in milliseconds, so that ids ascend with time. */
export function newRequestId(ms = Date.now()): string {
  const time = timeDigits(ms)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The smallest id that a request at this time can have. */
export function firstRequestIdAt(ms: number): string {
  const time = timeDigits(ms)
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
