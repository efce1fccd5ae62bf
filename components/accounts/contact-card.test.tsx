import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contactLabels } from '#lib/accounts/labels.ts'
import { ContactCard } from './contact-card.tsx'

const contact = { email: 'member@example.com', phone: '01012345678' }

test('each contact has its button, and nothing is said, while codes can be sent', () => {
  const page = renderToStaticMarkup(<ContactCard {...contact} unreachable={[]} />)
  for (const button of ['이메일 변경', '휴대전화 변경']) expect(page).toContain(`aria-label="${button}"`)
  for (const text of Object.values(contactLabels.unreachable)) expect(page).not.toContain(text)
})

test('in a shop that can send no text messages the card says so, in place of a code that never comes', () => {
  const page = renderToStaticMarkup(<ContactCard {...contact} unreachable={['SMS']} />)
  expect(page).toContain('010-1234-5678')
  expect(page).toContain('aria-label="이메일 변경"')
  expect(page).not.toContain('aria-label="휴대전화 변경"')
  expect(page).toContain('지금은 인증번호를 문자로 보낼 수 없어 휴대전화를 바꿀 수 없어요.')
  expect(renderToStaticMarkup(<ContactCard {...contact} unreachable={['EMAIL']} />)).toContain(
    '지금은 인증번호를 이메일로 보낼 수 없어 이메일을 바꿀 수 없어요.',
  )
})
