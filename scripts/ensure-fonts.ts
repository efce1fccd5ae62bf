import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runUnlessDone } from './source-key.ts'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const completeFont = require.resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2')
const folder = 'app/fonts'
/**
 * Files with the shop's own texts, which are known in advance. All other displayed texts are written by members and
 * staff.
 */
const filesWithTexts = '{app,components,lib,prisma/seed}/**/*.{ts,tsx}'
/** Files of tests, whose texts aren't displayed. */
const filesOfTests = /\.test\.tsx?$|[\\/]testing[\\/]/
/** Code points of the first and the last Hangul syllable. At `split` begins the second of the two rest slices. */
const hangul = { first: 0xac00, split: 0xc544, last: 0xd7a3 }
const asciiCharacters = String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 0x20 + at))

/**
 * Font features that the shop uses: tabular figures and kerning. Removing all others saves a fifth of the font's size.
 */
const keepFeatures = ['tnum', 'kern']

type FontSlice = { name: string; text: string }
/** A slice of the font that a browser loads only for a page with a character in its `range`. */
type RestSlice = FontSlice & { range: string }

const hex = (point: number) => point.toString(16)

/** The 2,350 syllables of KS X 1001, which cover ordinary Korean; the other 8,822 are left to system fonts. */
function commonSyllables(): string[] {
  const decoder = new TextDecoder('euc-kr')
  const rows = Array.from({ length: 25 }, (_, row) => 0xb0 + row)
  const cells = Array.from({ length: 94 }, (_, cell) => 0xa1 + cell)
  return rows.flatMap((row) => cells.map((cell) => decoder.decode(new Uint8Array([row, cell]))))
}

/** Characters used in the shop's own texts. */
function charactersOfShop(): Set<string> {
  const paths = globSync(filesWithTexts, { cwd: root }).filter((path) => !filesOfTests.test(path))
  const text = paths.map((path) => readFileSync(join(root, path), 'utf8'))
  return new Set([...asciiCharacters, ...(text.join('').match(/[\u00a0-\u2bff\u3000-\u318f가-힣]/gu) ?? [])].sort())
}

/** The common syllables that the shop's own texts don't use, in two slices that few pages need. */
function restSlices(shopCharacters: ReadonlySet<string>): RestSlice[] {
  const others = commonSyllables().filter((letter) => !shopCharacters.has(letter))
  const isFirst = (letter: string) => (letter.codePointAt(0) ?? 0) < hangul.split
  const range = (from: number, to: number) => `U+${hex(from)}-${hex(to)}`
  return [
    { name: 'rest-1', text: others.filter(isFirst).join(''), range: range(hangul.first, hangul.split - 1) },
    {
      name: 'rest-2',
      text: others.filter((letter) => !isFirst(letter)).join(''),
      range: range(hangul.split, hangul.last),
    },
  ]
}

const fontFaceOf = ({ name, range }: RestSlice) => `@font-face {
  font-family: "Pretendard Rest";
  font-weight: 400 800;
  font-display: swap;
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${range};
}
`

async function writeFonts(shopSlice: FontSlice, rest: RestSlice[]): Promise<void> {
  const { default: subsetFont } = await import('subset-font')
  const font = readFileSync(completeFont)
  const variationAxes = { wght: { min: 400, max: 800 } }
  mkdirSync(join(root, folder), { recursive: true })
  for (const { name, text } of [shopSlice, ...rest])
    writeFileSync(
      join(root, folder, `${name}.woff2`),
      await subsetFont(font, text, { targetFormat: 'woff2', variationAxes, keepFeatures }),
    )
  writeFileSync(join(root, folder, 'pretendard.css'), rest.map(fontFaceOf).join('\n'))
}

/**
 * Builds the font Pretendard in three files instead of 92. `own.woff2` has the characters of the shop's own texts. The
 * root layout makes browsers load it before anything is drawn, because text that changes its font moves what is around
 * it. The other two files, declared in `pretendard.css`, have the remaining common syllables, which only texts of
 * members and staff use. Does nothing if the shop's texts haven't changed.
 */
export async function ensureFonts(): Promise<void> {
  const characters = charactersOfShop()
  const shopSlice = { name: 'own', text: [...characters].join('') }
  const rest = restSlices(characters)
  const key = createHash('sha256')
    .update(JSON.stringify({ own: shopSlice, rest, keepFeatures, face: fontFaceOf.toString() }))
    .digest('hex')
  await runUnlessDone('fonts', key, `${folder}/pretendard.css`, () => writeFonts(shopSlice, rest))
}
