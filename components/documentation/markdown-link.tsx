import { FileText } from 'lucide'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Link to the page as Markdown, for AI tools and for reading without a browser. */
export function MarkdownLink({ path }: { readonly path: string }) {
  return (
    <a href={path} className={buttonClass({ tone: 'soft', size: 's' })}>
      <Icon shape={FileText} size={18} />
      Markdown으로 보기
    </a>
  )
}
