import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FindPasswordForm } from './find-password-form.tsx'

test('a shop that sends no mail offers no link by mail, and says where to turn', () => {
  const withoutMail = renderToStaticMarkup(<FindPasswordForm canMail={false} />)
  expect(withoutMail).toContain('지금은 이메일을 보낼 수 없어요. 비밀번호를 잊었다면 고객센터로 문의해 주세요.')
  expect(withoutMail).not.toContain('재설정 링크 받기')
  expect(renderToStaticMarkup(<FindPasswordForm canMail />)).toContain('재설정 링크 받기')
})
