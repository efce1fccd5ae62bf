/**
 * `node scripts/embed-guide-font.ts`: embeds into each picture of the link guide those characters of the font that its
 * text needs. A picture can't use the page's font; without an embedded font the device would choose one. Run it after
 * changing a text of a picture.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const completeFont = createRequire(import.meta.url).resolve(
  'pretendard/dist/web/variable/woff2/PretendardVariable.woff2',
)
const embeddedStyle = /<style>@font-face.*?<\/style>\n?/s

for (const name of ['guide-desktop.svg', 'guide-mobile.svg']) {
  const path = join(import.meta.dirname, '../public', name)
  const picture = readFileSync(path, 'utf8').replace(embeddedStyle, '')
  const letters = [...new Set(picture.replace(/<[^>]*>/g, ''))].join('')
  const font = await subsetFont(readFileSync(completeFont), letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
    keepFeatures: ['kern'],
  })
  const face = `@font-face{font-family:Pretendard;font-weight:400 800;src:url(data:font/woff2;base64,${font.toString('base64')})}`
  writeFileSync(path, picture.replace('</title>', `</title>\n<style>${face}</style>`))
}
