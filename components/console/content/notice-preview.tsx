import { noticeLinkLabel } from '#lib/content/labels.ts'
import { computeNoticeColours } from '../../content/notice-colours.ts'
import { contrastRatio, darkBackgrounds, parseHex } from '../../ui/theme-colour.ts'

interface NoticePreviewProps {
  readonly content: string
  /** Whether the announcement is pinned to the top. */
  readonly isTop: boolean
  readonly bgColor: string
  /** Whether the announcement has a link; the preview then shows the link's label. */
  readonly hasLink: boolean
}

/**
 * Colours of an announcement for which staff chose no background, in both themes. They are the same as in tokens.css.
 */
const plainLooks = {
  light: { background: '#ffffff', text: '#171c24', label: '#667085' },
  dark: { background: darkBackgrounds.card, text: '#f1f3f6', label: '#98a1af' },
}
const pinnedLooks = {
  light: { background: '#fff4e0', text: '#171c24', label: '#9a5b00' },
  dark: { background: '#33270f', text: '#f1f3f6', label: '#f0b354' },
}

function noticeLooksOf({ isTop, bgColor }: Pick<NoticePreviewProps, 'isTop' | 'bgColor'>) {
  const chosen = computeNoticeColours(bgColor)
  if (!chosen) return isTop ? pinnedLooks : plainLooks
  return { light: chosen, dark: { background: chosen.dark, text: plainLooks.dark.text, label: pinnedLooks.dark.label } }
}

/** Preview of an announcement in the light and the dark theme, with the contrast of its text. */
export function NoticePreview({ content, hasLink, ...look }: NoticePreviewProps) {
  const { light, dark } = noticeLooksOf(look)
  const themes = [
    { name: '밝은 화면', ...light },
    { name: '어두운 화면', ...dark },
  ]
  return themes.map(({ name, background, text, label }) => (
    <div key={name} className="grid gap-1">
      <div style={{ background, color: text }} className="flex items-start gap-2.5 rounded-tile px-3.5 py-3 text-s">
        <b style={{ color: label }} className="shrink-0 font-semibold">
          공지
        </b>
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">
          {content || '공지 내용'}
          {hasLink && <span className="block underline">{noticeLinkLabel}</span>}
        </span>
      </div>
      <p className="text-s text-ink-3">
        {name} · 글자 대비 {contrastText(background, text)}
      </p>
    </div>
  ))
}

function contrastText(background: string, text: string): string {
  const [backgroundRgb, textRgb] = [parseHex(background), parseHex(text)]
  return backgroundRgb && textRgb ? `${contrastRatio(backgroundRgb, textRgb).toFixed(1)}:1` : ''
}
