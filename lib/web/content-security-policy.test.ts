import { expect, test } from 'vitest'
import { contentSecurityPolicy, isPaymentPage } from './content-security-policy.ts'

const directive = (policy: string, name: string): string | undefined =>
  policy.split('; ').find((each) => each.startsWith(`${name} `))

test('nothing of PortOne or a payment service is let in where no payments are offered', () => {
  const policy = contentSecurityPolicy('n', false)
  for (const host of ['portone', 'iamport', 'frame-src']) expect(policy).not.toContain(host)
  expect(directive(policy, 'form-action')).toBe("form-action 'self'")
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self'")
})

test('where payments are offered, other scripts come from PortOne only, frames and forms from any https host', () => {
  const policy = contentSecurityPolicy('n', false, true)
  expect(directive(policy, 'script-src')).toBe("script-src 'self' 'nonce-n' 'strict-dynamic' https://cdn.portone.io")
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self' https:")
  expect(directive(policy, 'form-action')).toBe("form-action 'self' https:")
  expect(directive(policy, 'frame-ancestors')).toBe("frame-ancestors 'none'")
})

test('only the charge screen is a page of payments', () => {
  for (const target of ['/point', '/point?paymentId=X', '/point/']) expect(isPaymentPage(target)).toBe(true)
  for (const target of ['/', '/points', '/point-history', '/admin/charges?q=/point', '/pointx'])
    expect(isPaymentPage(target)).toBe(false)
})
