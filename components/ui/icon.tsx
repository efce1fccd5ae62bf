import type { IconNode } from 'lucide'
import { cx } from './class-names.ts'

export type { IconNode }

const drawn = new WeakMap<IconNode, string>()

/** The elements of a shape as SVG text; written once for each shape. */
function markupOf(shape: IconNode): string {
  const known = drawn.get(shape)
  if (known !== undefined) return known
  const markup = shape
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    .join('')
  drawn.set(shape, markup)
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
 * A decorative icon in the colour of the text. What is inside the svg is text, not elements: a page holds dozens of
 * icons, and React renders each element of a server component twice (docs/scale.md#pages-what-a-signed-in-one-costs).
 */
export function Icon({ shape, size, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className={cx('icon', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the library's constant, nothing that anybody typed
      dangerouslySetInnerHTML={{ __html: markupOf(shape) }}
    />
  )
}
