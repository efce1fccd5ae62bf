import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { noChargeDetails } from '#lib/charges/queries/last-details.ts'
import { offeredFeeTypes, type PaymentType } from '#lib/charges/rules.ts'
import type { ShownOffer } from '#lib/promotions/rules.ts'
import { ChargeForm } from './charge-form.tsx'

/** HTML of the charge form of a shop with this ENABLE_PAYMENT_TYPE, as rendered by the server. */
const formOf = (type: PaymentType, preset = '', offers: ShownOffer[] = []) =>
  renderToStaticMarkup(
    <ChargeForm
      terms={{
        isGuest: false,
        kinds: offeredFeeTypes(type),
        fee: '',
        quickAdd: [],
        bankName: '',
        lastDetails: noChargeDetails,
      }}
      preset={preset}
      offers={offers}
      onRequested={() => {}}
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
