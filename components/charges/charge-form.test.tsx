import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { noChargeDetails } from '#lib/charges/queries/last-details.ts'
import { offeredFeeTypes, type PaymentType } from '#lib/charges/rules.ts'
import type { ShownOffer } from '#lib/promotions/rules.ts'
import { settingsFromRows } from '#lib/settings/schema.ts'
import { ChargeForm } from './charge-form.tsx'
import { buildChargeTerms, type PayWay } from './charge-terms.ts'

/** HTML of the charge form of a shop with this ENABLE_PAYMENT_TYPE, as rendered by the server. */
const formOf = (type: PaymentType, preset = '', offers: ShownOffer[] = [], ways: readonly PayWay[] = ['TRANSFER']) =>
  renderToStaticMarkup(
    <ChargeForm
      terms={{
        isGuest: false,
        kinds: offeredFeeTypes(type),
        fee: '',
        quickAdd: [],
        bankName: '',
        ways,
        lastDetails: noChargeDetails,
      }}
      preset={preset}
      offers={offers}
      onRequested={() => {}}
      onOutdated={() => {}}
    />,
  )

test('the only receipt kind on offer is shown and selected, and the form says why it asks for a phone number', () => {
  const form = formOf('CASH')
  expect(form).toContain('증빙 신청')
  expect(form).toMatch(/<input type="radio"[^>]* checked=""[^>]*value="0"[^>]*\/><span[^>]*>현금영수증/)
  expect(form).toContain('이 번호로 현금영수증을 발급해 드려요.')
  expect(formOf('FEE')).toContain('세금계산서')
})

test('a shop without receipts asks for none', () => {
  expect(formOf('NO_FEE')).not.toContain('증빙 신청')
})

test('the form opens with the amount that the URL presets', () => {
  expect(formOf('ALL', '3,300')).toMatch(/name="point"[^>]*value="3,300"|value="3,300"[^>]*name="point"/)
})

test('the summary shows the bonus of a charge and the points in total, beside the amount to transfer', () => {
  const offer = { id: 1, name: '가을 보너스', point: null, maxPoint: null, minCharge: 5_000, left: 100_000, once: true }
  const offers = [{ ...offer, percent: 1_000, endsAt: '2026-11-30T14:59:00.000Z' }]
  expect(formOf('ALL', '30,000', offers)).toMatch(/보너스.*\+3,000원.*받는 금액.*33,000원/s)
  expect(formOf('ALL', '4,000', offers)).not.toContain('받는 금액')
})

test('a transfer is offered only by a shop that says where to, by number or by text', () => {
  const waysOf = (cardOffered: boolean, stored: Record<string, string> = {}) => {
    const site = settingsFromRows(Object.entries(stored).map(([key, value]) => ({ key, value })))
    return buildChargeTerms(site, false, { lastDetails: noChargeDetails, cardOffered }).ways
  }
  expect(waysOf(false)).toEqual([])
  expect(waysOf(true)).toEqual(['CARD', 'VIRTUAL_ACCOUNT'])
  expect(waysOf(false, { BANKING_ACCOUNT_NUMBER: '123-456' })).toEqual(['TRANSFER'])
  expect(waysOf(true, { BANKING_DISPLAY_TEXT: '국민은행 123-456' })).toEqual(['TRANSFER', 'CARD', 'VIRTUAL_ACCOUNT'])
})

test('a shop that takes cards alone asks for no depositor', () => {
  const form = formOf('ALL', '', [], ['CARD', 'VIRTUAL_ACCOUNT'])
  expect(form).not.toMatch(/입금자명|무통장입금/)
  expect(form).toMatch(/aria-pressed="true"[^>]*>.*카드/s)
})
