import type { ClipboardEvent } from 'react'
import { controlClass } from '../ui/field.tsx'
import { type IdAndName, type LinkAdvice, type LinkContext, linkAdviceFor } from './link-advice.ts'
import { OrderStep } from './order-step.tsx'

export interface LinkFieldProps {
  readonly link: string
  readonly context: LinkContext
  /** Whether the field is disabled, because the product can't be ordered. */
  readonly closed: boolean
  readonly error: string | null
  /**
   * Set if a pasted link has switched the form to another platform: that platform (`to`), and a function that returns
   * to the product selected before (`back`). Otherwise null.
   */
  readonly moved: { readonly to: IdAndName; readonly back: () => void } | null
  readonly onChange: (link: string) => void
  /** Returns true if the pasted text was handled as a link. */
  readonly onPaste: (text: string) => boolean
  readonly onChoosePlatform: (id: number) => void
  readonly onChooseCategory: (id: number) => void
}

/**
 * Step 4 of the order form: the link, a hint that shows how the link is understood, and buttons that select a platform
 * or category that fits the link.
 */
export function LinkField(props: LinkFieldProps) {
  const { link, context, closed, error, onChange, onPaste } = props
  const advice = linkAdviceFor(link, context)
  const paste = (event: ClipboardEvent) => {
    if (onPaste(event.clipboardData.getData('text'))) event.preventDefault()
  }
  return (
    <OrderStep
      step={4}
      name="link"
      label="링크"
      error={error}
      hint={advice && <span className={advice.tone === 'warn' ? 'text-warn' : 'wrap-anywhere'}>{advice.text}</span>}
      below={<LinkOffers {...props} advice={advice} />}
    >
      {(attributes) => (
        <input
          {...attributes}
          name="link"
          value={link}
          disabled={closed}
          maxLength={2000}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://"
          onChange={(event) => onChange(event.target.value)}
          onPaste={paste}
          className={controlClass()}
        />
      )}
    </OrderStep>
  )
}

const offerButtonClass =
  'inline-flex min-h-[34px] items-center rounded-full bg-main-soft px-[13px] text-s font-semibold text-main-text transition-colors duration-150 hover:bg-main hover:text-on-main touch:min-h-11 touch:px-4'

function LinkOffers({
  moved,
  advice,
  onChoosePlatform,
  onChooseCategory,
}: LinkFieldProps & { readonly advice: LinkAdvice | null }) {
  const { platform = null, categories = [] } = advice ?? {}
  return (
    <>
      <p role="status" className={moved ? 'flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-2' : 'sr-only'}>
        {moved && (
          <>
            <span>
              {moved.to.text} 링크라서 {moved.to.text} 상품으로 바꿨어요.
            </span>
            <button type="button" onClick={moved.back} className={offerButtonClass}>
              되돌리기
            </button>
          </>
        )}
      </p>
      {platform && (
        <div>
          <button type="button" onClick={() => onChoosePlatform(platform.id)} className={offerButtonClass}>
            {platform.text} 상품 보기
          </button>
        </div>
      )}
      {categories.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
          <legend className="mb-1.5 text-s text-ink-2">이 링크에 맞는 서비스</legend>
          {categories.map(({ id, text }) => (
            <button key={id} type="button" onClick={() => onChooseCategory(id)} className={offerButtonClass}>
              {text}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
