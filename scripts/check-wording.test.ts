import { expect, it } from 'vitest'
import {
  findAllWordingFaults,
  findWordingFaults,
  fixedSentences,
  koreanTexts,
  unusedFixedSentences,
} from './check-wording.ts'

it('every Korean text of the product is in 해요체, in the words of the glossary', () => {
  expect(findAllWordingFaults()).toEqual([])
})

it('no sentence is exempt that the product doesn’t say', () => {
  expect(unusedFixedSentences()).toEqual([])
})

it('finds other styles, also within a text and before a bracket', () => {
  for (const text of [
    '저장했습니다',
    '저장했습니다. 다시 열어 주세요.',
    '(취소되었습니다)',
    '정말 지우시겠습니까?',
    '입력하십시오.',
  ])
    expect(findWordingFaults(text), text).toEqual([expect.stringMatching(/^합쇼체: 해요체/)])
  expect(findWordingFaults('주문을 취소했다.')).toEqual([expect.stringMatching(/^한다체: 해요체/)])
  for (const text of ['저장했어요.', '다시 시도하세요.', '주문하니 다음에', '바구니 다시 담기'])
    expect(findWordingFaults(text), text).toEqual([])
})

it('finds words that aren’t used, and not the ones that contain them', () => {
  for (const text of [
    '돈이 들지 않아요',
    '돈도 돌려드려요',
    '작업자가 보냈어요',
    '사슬이 이어져요',
    '오래 걸리는 일은 나중에',
  ])
    expect(findWordingFaults(text), text).toHaveLength(1)
  for (const text of [
    '할 일이 없어요',
    '7일은 지나야 해요',
    '내일은 쉬어요',
    '돈까스',
    '리필 …일 남음',
    '30 일이 지나면',
  ])
    expect(findWordingFaults(text), text).toEqual([])
})

it('leaves sentences alone that are fixed, whole and exactly', () => {
  for (const sentence of ['오류가 발생했습니다.', ...Object.values(fixedSentences).flat()])
    expect(findWordingFaults(sentence), sentence).toEqual([])
  expect(findWordingFaults('오류가 발생했습니다!')).toHaveLength(1)
})

it('reads strings, templates and what stands between the tags of JSX', () => {
  const source = `const a = \`\${1}명이\n  있어요\`\nconst b = <p title='이름'>회원 {a} 님</p>`
  expect(koreanTexts(source, true)).toEqual(['…명이 있어요', '이름', '회원', '님'])
})
