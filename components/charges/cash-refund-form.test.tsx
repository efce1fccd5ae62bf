import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CashRefundForm } from './cash-refund-form.tsx'

const router = { refresh: () => {} } as never

const form = (canMail: boolean) =>
  renderToStaticMarkup(
    <AppRouterContext.Provider value={router}>
      <CashRefundForm refundable={5_000} canMail={canMail} onRequested={() => {}} />
    </AppRouterContext.Provider>,
  )

test('an e-mail about the outcome of a refund is promised only by a shop that can send e-mails', () => {
  const promise = '처리 결과를 이 주소로 알려 드려요.'
  expect(form(true)).toContain(promise)
  expect(form(false)).not.toContain(promise)
})
