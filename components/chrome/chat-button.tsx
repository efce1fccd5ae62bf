import { MessageCircle } from 'lucide'
import { Icon } from '../ui/icon.tsx'

/**
 * Link to the shop's support chat, in the bottom right corner above any bar that is docked there. Renders nothing
 * unless `link` is an http(s) address.
 */
export function ChatButton({ link, text }: { readonly link: string; readonly text: string }) {
  if (!/^https?:\/\//.test(link)) return null
  return (
    <aside data-chat aria-label="상담">
      <a
        href={link}
        target="_blank"
        rel="noopener"
        className="fixed right-[calc(16px+var(--safe-right))] bottom-[calc(16px+var(--dock)+env(safe-area-inset-bottom))] z-30 flex min-h-12 max-w-[calc(100%-32px)] items-center justify-center gap-2 rounded-full bg-ink px-3.5 font-semibold text-card no-underline shadow-float wide:right-6 wide:bottom-6 print:hidden"
      >
        <Icon shape={MessageCircle} size={20} />
        <span className="line-clamp-1 wrap-anywhere">{text || '상담하기'}</span>
      </a>
    </aside>
  )
}
