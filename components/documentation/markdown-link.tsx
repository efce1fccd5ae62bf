import { FileText } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'

/** Link to the page as Markdown, for AI tools and for reading without a browser. */
export function MarkdownLink({ path }: { readonly path: string }) {
  return (
    <a href={path} className={buttonClass({ tone: 'soft', size: 's' })}>
      <FileText size={18} aria-hidden="true" />
      Markdown으로 보기
    </a>
  )
}
