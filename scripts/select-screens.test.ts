import { expect, test } from 'vitest'
import type { Viewer } from '#e2e/support/screen.ts'
import { selectScreens } from './select-screens.ts'

const enter = async () => undefined
const viewers: Viewer[] = [
  {
    who: 'member',
    enter,
    screens: [
      { name: 'order', path: '/order' },
      { name: 'reset', path: () => '/reset?token=t' },
    ],
  },
  {
    who: 'owner',
    enter,
    screens: [
      { name: 'admin-charges', path: '/admin/charges' },
      { name: 'admin-charges-picked', path: '/admin/charges' },
      { name: 'admin-orders', path: '/admin/orders' },
    ],
  },
]

const namesOf = (...words: string[]): string[] =>
  selectScreens(viewers, words).flatMap(({ who, screens }) => screens.map(({ name }) => `${who} ${name}`))

test('without a word every screen is drawn', () => {
  expect(namesOf()).toHaveLength(5)
})

test.each([
  ['a name', ['admin-charges'], ['owner admin-charges', 'owner admin-charges-picked']],
  ['who sees it', ['member-'], ['member order', 'member reset']],
  ['a path', ['/admin/orders'], ['owner admin-orders']],
  ['several', ['/order', '/admin/orders'], ['member order', 'owner admin-orders']],
  ['nothing there is', ['settings'], []],
])('screens are asked for by the beginning of %s', (_, words, names) => {
  expect(namesOf(...words)).toEqual(names)
})
