import fc from 'fast-check'
import { expect, test } from 'vitest'
import { descendantAt, escapeXml, parseXml, textOfChild } from './read-xml.ts'

test('elements are found by their names, whatever their prefixes and attributes', () => {
  const root = parseXml(
    '<?xml version="1.0"?>\n<s:a xmlns:s="x"><b c="d">1</b><b>2</b><e /><s:f>&lt;&#44032;&#xAC01;&amp;</s:f></s:a>\n',
  )
  expect(root?.name).toBe('a')
  expect(textOfChild(root ?? undefined, 'b')).toBe('1')
  expect(root?.children.map(({ name, text }) => [name, text])).toEqual([
    ['b', '1'],
    ['b', '2'],
    ['e', ''],
    ['f', '<가각&'],
  ])
  expect(descendantAt(root ?? undefined, 'b', 'none')).toBe(undefined)
  expect(textOfChild(undefined, 'b')).toBe('')
})

test.each([
  '',
  'text',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a><!-- c --></a>',
  '<a><![CDATA[<b>]]></a>',
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<a><?php ?></a>',
  '</a>',
  `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
  '{"a":1}',
])('%j is not read', (xml) => {
  expect(parseXml(xml)).toBe(null)
})

test('any text that is written is read as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(parseXml(`<a>${escapeXml(text)}</a>`)?.text).toBe(text)
    }),
  )
})

test('no text ends the process', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseXml(text)
      parseXml(`<a>${text}</a>`)
    }),
  )
})
