import type { IconNode } from 'lucide'
import { cx } from './class-names.ts'

export type { IconNode }

const markupByShape = new WeakMap<IconNode, string>()

/** The elements of a shape as SVG text; built once for each shape. */
function markupOf(shape: IconNode): string {
  const cached = markupByShape.get(shape)
  if (cached !== undefined) return cached
  const markup = shape
    .map(([tag, attributes]) => {
      const attributeTexts = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${attributeTexts.join('')}/>`
    })
    .join('')
  markupByShape.set(shape, markup)
  return markup
}

interface IconProps {
  /** One of lucide's shapes, in its grid of 24 units. */
  readonly shape: IconNode
  /** Width and height in px. */
  readonly size: number
  readonly className?: string
}

/**
 * A decorative icon in the colour of the text. The content of the svg is inserted as text, not as React elements: a
 * page has dozens of icons, and each element of a Server Component is rendered twice
 * (docs/scale.md#pages-what-a-signed-in-one-costs).
 */
export function Icon({ shape, size, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className={cx('icon', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the library, no user input
      dangerouslySetInnerHTML={{ __html: markupOf(shape) }}
    />
  )
}
