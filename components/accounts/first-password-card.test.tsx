import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { firstPasswordLabels } from '#lib/accounts/labels.ts'
import { FirstPasswordCard } from './first-password-card.tsx'

const card = (canMail: boolean, email: string | null = 'member@example.com') =>
  renderToStaticMarkup(<FirstPasswordCard email={email} canMail={canMail} />)

test('a link is offered where it can be sent, and where not the card says so, whether there is an address or none', () => {
  expect(card(true)).toContain(firstPasswordLabels.send)
  expect(card(true, null)).toContain(firstPasswordLabels.noEmail)
  for (const email of ['member@example.com', null]) {
    expect(card(false, email)).toContain('지금은 이메일을 보낼 수 없어 비밀번호를 만들 수 없어요.')
    expect(card(false, email)).not.toContain(firstPasswordLabels.send)
    expect(card(false, email)).not.toContain(firstPasswordLabels.noEmail)
  }
})
