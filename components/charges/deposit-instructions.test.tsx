import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { settingsFromRows } from '#lib/settings/schema.ts'
import { toDepositAccount } from './charge-terms.ts'
import { DepositInstructions } from './deposit-instructions.tsx'

const charge = {
  ...{ id: 42, name: '홍길동', point: 10_000, payAmount: 11_000, feeType: 1 },
  expiresAt: '2026-11-29T03:00:00.000Z',
}

/** HTML of the deposit instructions in a shop with these settings, as rendered by the server. */
const instructionsOf = (stored: Record<string, string>) => {
  const site = settingsFromRows(Object.entries(stored).map(([key, value]) => ({ key, value })))
  return renderToStaticMarkup(
    <DepositInstructions
      charge={charge}
      account={toDepositAccount(site)}
      now={Date.parse('2026-11-29T00:00:00.000Z')}
      announced={false}
      onEnded={() => {}}
    />,
  )
}

test('sum and account number can be copied', () => {
  const html = instructionsOf({ BANKING_NAME: '국민은행', BANKING_ACCOUNT_NUMBER: '123-456' })
  expect(html).toMatch(/11,000원.*금액 복사.*국민은행 계좌번호.*123-456.*계좌번호 복사.*홍길동/s)
})

test('a shop that names its account in the text alone shows no empty number to copy', () => {
  const html = instructionsOf({ BANKING_DISPLAY_TEXT: '국민은행 123-456으로 보내 주세요.' })
  expect(html).toMatch(/국민은행 123-456으로 보내 주세요\..*금액 복사.*홍길동/s)
  expect(html).not.toContain('계좌번호')
})

test('whoever has transferred another sum, or under another name, is led to a question about this charge', () => {
  expect(instructionsOf({ BANKING_NAME: '국민은행' })).toMatch(
    /이름이나 금액을 다르게 보냈다면 <a[^>]*href="\/questions\?charge=42"[^>]*>1:1 문의<\/a>로 알려 주세요\./,
  )
})
