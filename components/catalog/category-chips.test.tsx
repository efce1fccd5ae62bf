import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CategoryChips } from './category-chips.tsx'

const textOf = (platform: Parameters<typeof CategoryChips>[0]['platform']) =>
  renderToStaticMarkup(<CategoryChips platform={platform} categories={[]} chosen={null} />)

test('a platform without services says so, and a shop without platforms speaks of none', () => {
  expect(textOf({ id: 1, text: '인스타그램', backgroundColor: '#ffffff' })).toContain(
    '이 플랫폼의 상품은 준비 중이에요.',
  )
  expect(textOf(null)).toContain('아직 주문할 수 있는 상품이 없어요. 준비되면 여기에 보여요.')
})
