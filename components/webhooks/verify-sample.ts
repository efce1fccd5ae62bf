/** Sample code, shown to members, that checks whether a webhook request is from the shop and at most 5 minutes old. */
export const verifySample = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isFromShop(headers, rawBody, secret) {
  const timestamp = headers['x-timestamp'] ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const hex = createHmac('sha256', secret).update(timestamp + '.' + rawBody).digest('hex')
  const expected = Buffer.from('sha256=' + hex)
  // 서명 키를 바꾸는 동안에는 서명이 두 개예요.
  return (headers['x-signature'] ?? '').split(',').some((each) => {
    const given = Buffer.from(each.trim())
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
