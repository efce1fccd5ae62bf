import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChatButton } from './chat-button.tsx'

const button = (link: string, text: string) => renderToStaticMarkup(<ChatButton link={link} text={text} />)

test('the chat button shows its text on every screen, phones too', () => {
  const html = button('https://pf.kakao.com/_shop', '카카오톡 문의')
  expect(html).toContain('>카카오톡 문의</span>')
  expect(html).not.toContain('sr-only')
  expect(html).not.toMatch(/[ "](sm:|max-\S+:)?hidden\b/)
  expect(button('https://pf.kakao.com/_shop', '')).toContain('>상담하기</span>')
})

test('there is no chat button unless the link is an http(s) address', () => {
  for (const link of ['', 'javascript:alert(1)', 'pf.kakao.com']) expect(button(link, '문의')).toBe('')
})
